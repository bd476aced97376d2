import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { bareProject, INSTALL, type ToolingProject, writeLock } from "./project.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
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

test("npm ci runs on the first start, not on the second, and again when the lock file changed", async () => {
  const first = await project.run("install.mjs");
  expect(first.code, first.stderr).toBe(0);
  expect(first.stderr).toMatch(/^Installing .*\nInstalled in \d+ s\.\n$/);
  expect(fs.existsSync(path.join(project.folder, "node_modules", "tiny"))).toBe(true);

  expect(await project.run("install.mjs")).toEqual({ code: 0, stdout: "", stderr: "" });

  project.write("tiny/package.json", `{"name": "tiny", "version": "1.1.0"}`);
  writeVersion("1.1.0");
  expect((await project.run("install.mjs")).stderr).toContain("Installed in");
});

test("a tree that npm installed by hand is taken as it is", async () => {
  await project.run("install.mjs");
  fs.rmSync(path.join(project.folder, "node_modules", ".galley-stamp"));
  expect(await project.run("install.mjs")).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("no package reports the install to its maker, whichever npm installs", async () => {
  const report = "node -e \"fs.writeFileSync('said.txt', String(process.env.SCARF_ANALYTICS))\"";
  const manifest = { name: "small", version: "1.0.0", dependencies: { tiny: "file:tiny" } };
  project.write("package.json", JSON.stringify({ ...manifest, scripts: { postinstall: report } }));
  await project.run("install.mjs");
  expect(fs.readFileSync(path.join(project.folder, "said.txt"), "utf8")).toBe("false");
});

test("the one package that would report it finds itself switched off by package.json", () => {
  const script = path.join(ROOT, "node_modules", "@scarf", "scarf", "report.js");
  const { stdout, stderr } = spawnSync(process.execPath, [script], {
    cwd: path.dirname(script),
    // Where it would report to if it did: a port on which nobody listens.
    env: { PATH: process.env.PATH, INIT_CWD: ROOT, SCARF_VERBOSE: "true", SCARF_LOCAL_PORT: "9" },
    encoding: "utf8",
  });
  expect(stdout + stderr).toContain("disabled via a package.json");
});
