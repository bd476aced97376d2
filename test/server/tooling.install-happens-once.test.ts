import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bareProject, type ToolingProject } from "./tooling-project.ts";

let project: ToolingProject;
beforeEach(() => {
  project = bareProject();
  project.write("tiny/package.json", `{"name": "tiny", "version": "1.0.0"}`);
  project.write("package.json", `{"name": "small", "version": "1.0.0", "dependencies": {"tiny": "file:tiny"}}`);
  project.write(
    "install.mjs",
    `import { ensureDependencies } from "./scripts/lib/dependencies.mjs";\nawait ensureDependencies();`,
  );
  writeLock("1.0.0");
});
afterEach(() => project.remove());

function writeLock(version: string): void {
  const packages = {
    "": { name: "small", version: "1.0.0", dependencies: { tiny: "file:tiny" } },
    "node_modules/tiny": { resolved: "tiny", link: true },
    tiny: { version },
  };
  project.write("package-lock.json", JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
}

test("npm ci runs on the first start, not on the second, and again when the lock file changed", async () => {
  const first = await project.run("install.mjs");
  expect(first.code, first.stderr).toBe(0);
  expect(first.stderr).toMatch(/^Installing .*\nInstalled in \d+ s\.\n$/);
  expect(fs.existsSync(path.join(project.folder, "node_modules", "tiny"))).toBe(true);

  expect(await project.run("install.mjs")).toEqual({ code: 0, stdout: "", stderr: "" });

  project.write("tiny/package.json", `{"name": "tiny", "version": "1.1.0"}`);
  writeLock("1.1.0");
  expect((await project.run("install.mjs")).stderr).toContain("Installed in");
});

test("a tree that npm installed by hand is taken as it is", async () => {
  await project.run("install.mjs");
  fs.rmSync(path.join(project.folder, "node_modules", ".galley-stamp"));
  expect(await project.run("install.mjs")).toEqual({ code: 0, stdout: "", stderr: "" });
});
