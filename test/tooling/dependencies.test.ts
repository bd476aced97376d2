import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { ROOT } from "../support/project-files.ts";
import { bareProject, INSTALL, type ToolingProject, writeLock } from "./project.ts";

let project: ToolingProject;
beforeEach(() => {
  project = bareProject();
  project.write("tiny/package.json", `{"name": "tiny", "version": "1.0.0"}`);
  project.write("package.json", `{"name": "small", "version": "1.0.0", "dependencies": {"tiny": "file:tiny"}}`);
  project.write("install.mjs", INSTALL);
  writeVersion("1.0.0");
});

function writeVersion(version: string): void {
  writeLock(project, {
    "": { name: "small", version: "1.0.0", dependencies: { tiny: "file:tiny" } },
    "node_modules/tiny": { resolved: "tiny", link: true },
    tiny: { version },
  });
}

test("runs npm ci on the first start, and again only after the lock file changed", async () => {
  const first = await project.run("install.mjs");
  expect(first.code, first.stderr).toBe(0);
  expect(first.stderr).toMatch(/^Installing .*\nInstalled in \d+ s\.\n$/);
  expect(fs.existsSync(path.join(project.folder, "node_modules", "tiny"))).toBe(true);

  expect(await project.run("install.mjs")).toEqual({ code: 0, stdout: "", stderr: "" });

  project.write("tiny/package.json", `{"name": "tiny", "version": "1.1.0"}`);
  writeVersion("1.1.0");
  expect((await project.run("install.mjs")).stderr).toContain("Installed in");
});

test("keeps packages that were installed manually", async () => {
  await project.run("install.mjs");
  fs.rmSync(path.join(project.folder, "node_modules", ".galley-stamp"));
  expect(await project.run("install.mjs")).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("disables install analytics with every version of npm", async () => {
  const report = "node -e \"fs.writeFileSync('said.txt', String(process.env.SCARF_ANALYTICS))\"";
  const manifest = { name: "small", version: "1.0.0", dependencies: { tiny: "file:tiny" } };
  project.write("package.json", JSON.stringify({ ...manifest, scripts: { postinstall: report } }));
  await project.run("install.mjs");
  expect(fs.readFileSync(path.join(project.folder, "said.txt"), "utf8")).toBe("false");
});

test("package.json disables the analytics of @scarf/scarf", async () => {
  // Its own call of npm ends after 3 s.
  const listed = spawnSync("npm ls @scarf/scarf --json --long", { cwd: ROOT, shell: true, encoding: "utf8" }).stdout;
  const scarf = createRequire(import.meta.url)("@scarf/scarf/report.js");
  const read = new Promise((resolve, reject) => scarf.processDependencyTreeOutput(resolve, reject)(null, listed, ""));
  await expect(read).rejects.toThrow("disabled via a package.json");
});
