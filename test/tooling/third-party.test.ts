import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { projectWithPages, type ToolingProject } from "./project.ts";

let project: ToolingProject;
beforeEach(() => {
  project = projectWithPages();
});

/** A package of the project, with one export. */
function install(name: string, manifest: object, licence: string | null): void {
  project.write(
    `node_modules/${name}/package.json`,
    JSON.stringify({ name, version: "1.0.0", type: "module", ...manifest }),
  );
  project.write(`node_modules/${name}/index.js`, `export const from = "${name}";`);
  if (licence !== null) project.write(`node_modules/${name}/LICENSE`, licence);
}

const licences = () => fs.readFileSync(path.join(project.folder, "dist", "THIRD-PARTY-LICENSES.txt"), "utf8");

test("a build lists the packages of pages, main process and workers with their licences", async () => {
  install("of-the-page", { license: "MIT" }, "Copyright of the page\r\n");
  install("@scope/of-the-worker", { license: "(GPL-3.0-only OR Apache-2.0)" }, "Copyright of the worker");
  install("not-used", { license: "MIT" }, "Copyright of another");
  project.write("renderer/console/main.ts", `import { from } from "of-the-page"; document.title = from;`);
  project.write("server/greet-worker.ts", `import { from } from "@scope/of-the-worker"; console.log(from);`);
  project.write(
    "server/cli.ts",
    `import { Worker } from "node:worker_threads";
    new Worker(new URL("./greet-worker.ts", import.meta.url));`,
  );
  const built = await project.run("scripts/tasks.mjs", ["build"]);
  expect(built.code, built.stderr).toBe(0);

  const first = licences();
  expect(first).toContain(
    "\n@scope/of-the-worker 1.0.0\nLicence: (GPL-3.0-only OR Apache-2.0)\n\nCopyright of the worker\n",
  );
  expect(first).toContain("\nof-the-page 1.0.0\nLicence: MIT\n\nCopyright of the page\n");
  expect(first).not.toContain("not-used");
  expect(first).toMatch(
    /\nbetter-sqlite3 [\d.]+\nLicence: MIT\n[^=]*SQLite, compiled into it\n\nThe author disclaims copyright/,
  );
  expect(first).toMatch(/\nLitestream [\d.]+\nLicence: Apache-2\.0\n[^=]*\ngithub\.com\/pkg\/sftp@/);
  expect(first).toMatch(/\nswagger-ui-dist [\d.]+\nLicence: Apache-2\.0\n/);

  // A package that one target no longer uses is removed. Packages of targets that were not rebuilt stay.
  project.write("renderer/console/main.ts", `document.title = "bare";`);
  expect((await project.run("scripts/tasks.mjs", ["build"])).stderr).toContain("(console)");
  expect(licences()).toBe(first.replace(/={100}\nof-the-page[^=]*(?==)/, ""));
});

test("a build fails and names packages without an allowed licence or without its text", async () => {
  install("of-a-fox", { license: "SEE LICENSE IN FOX" }, "Ask the fox.");
  install("strict", { license: "MIT AND AGPL-3.0-only" }, "Share all.");
  install("silent", { license: "ISC" }, null);
  project.write(
    "server/cli.ts",
    `import { from } from "of-a-fox"; import { from as a } from "strict"; import { from as b } from "silent"; console.log(from, a, b);`,
  );
  const built = await project.run("scripts/tasks.mjs", ["build", "main"]);
  expect(built.code).toBe(1);
  expect(built.stderr).toMatch(/of-a-fox 1\.0\.0 is bundled, but its licence \(SEE LICENSE IN FOX\)/);
  expect(built.stderr).toMatch(/strict 1\.0\.0 is bundled, but its licence \(MIT AND AGPL-3\.0-only\)/);
  expect(built.stderr).toMatch(/silent 1\.0\.0 is bundled, but has no text of its licence \(ISC\)/);
  expect(fs.existsSync(path.join(project.folder, "dist", "main"))).toBe(false);
});
