/** Node comes as an optional package of each system: an install without it goes on, and a Node of the machine is taken. */
import fs from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { nodePackage } from "../../scripts/lib/project.mjs";
import { listening } from "../support/listening.ts";
import { bareProject, INSTALL, type ToolingProject, writeLock } from "./project.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (name: string) => JSON.parse(fs.readFileSync(path.join(ROOT, name), "utf8"));
const { optionalDependencies = {}, allowScripts } = read("package.json");
const { packages } = read("package-lock.json");

const ASK = `import { projectNode, runMain } from "./scripts/lib/project.mjs";
runMain(async () => { process.stdout.write(projectNode()); return 0; });`;

let project: ToolingProject;
beforeEach(() => {
  project = bareProject();
});

test("package-lock.json has a Node for each system that one exists for, and none of them runs a script", () => {
  for (const system of ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"]) {
    const [os = "", cpu = ""] = system.split("-");
    const name = nodePackage(os, cpu);
    const entry = packages[`node_modules/${name}`];
    expect(entry, system).toMatchObject({ os, cpu, optional: true, version: optionalDependencies[name] });
    expect(entry.integrity, system).toMatch(/^sha512-/);
    expect(Number(entry.version.split(".")[0]), system).toBeGreaterThanOrEqual(24);
  }
});

test("package.json decides on every install script, and allows none", () => {
  const named = (at: string) => at.slice(at.lastIndexOf("node_modules/") + "node_modules/".length);
  const scripted = Object.keys(packages).filter((at) => packages[at].hasInstallScript === true);
  expect(scripted.filter((at) => allowScripts[named(at)] !== false)).toEqual([]);
});

test("an install goes on where the registry has no Node for this system, and takes the Node that runs it", async () => {
  const asked: string[] = [];
  const registry = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(404, { "content-type": "application/json" }).end("{}");
  });
  const { host, close } = await listening(registry);
  const base = { name: "small", version: "1.0.0", type: "module", optionalDependencies };
  const places = Object.keys(optionalDependencies).map((name) => `node_modules/${name}`);
  const listed = Object.fromEntries(places.map((at) => [at, packages[at]]));
  project.write("package.json", JSON.stringify(base));
  writeLock(project, { "": base, ...listed });
  project.write("install.mjs", INSTALL);
  project.write("ask.mjs", ASK);
  const { code, stderr } = await project.run("install.mjs", [], {
    npm_config_registry: `http://${host}/`,
    npm_config_cache: `${project.folder}/cache`,
    npm_config_fetch_retries: "0",
    // What some have in their npmrc to save disk.
    npm_config_omit: "optional",
  });
  await close();
  expect(code, stderr).toBe(0);
  if (nodePackage() in optionalDependencies) expect(asked.join()).toContain(nodePackage());
  expect(fs.existsSync(path.join(project.folder, "node_modules", nodePackage()))).toBe(false);
  expect((await project.run("ask.mjs")).stdout).toBe(process.execPath);
});

describe.skipIf(process.platform === "win32")("where the Node that runs the scripts is too old", () => {
  beforeEach(() => {
    project.write("ask.mjs", ASK);
    project.write("older.cjs", `Object.defineProperty(process, "version", { value: "v20.20.2" });`);
    putNode("older", "v20.20.2");
  });
  /** A Node on PATH that says its version and no more. */
  const putNode = (folder: string, version: string) => {
    project.write(`${folder}/node`, `#!/bin/sh\necho ${version}\n`);
    fs.chmodSync(path.join(project.folder, folder, "node"), 0o755);
  };
  const ask = (...folders: string[]) =>
    project.run("ask.mjs", [], {
      NODE_OPTIONS: `--require=${project.folder}/older.cjs`,
      PATH: ["relative", ...folders.map((folder) => path.join(project.folder, folder))].join(":"),
    });

  test("the one that npm installed is taken, else the first on PATH that is new enough", async () => {
    putNode("newer", "v26.10.0");
    putNode("newest", "v27.0.0");
    expect((await ask("older", "newer", "newest")).stdout).toBe(path.join(project.folder, "newer", "node"));
    putNode(`node_modules/${nodePackage()}/bin`, "v24.21.0");
    expect((await ask("older", "newer")).stdout).toBe(
      path.join(project.folder, "node_modules", nodePackage(), "bin", "node"),
    );
  });

  test("and there is no other, one line says which version is needed and where it is had", async () => {
    expect(await ask("older")).toEqual({
      code: 1,
      stdout: "",
      stderr:
        `Galley needs Node 24 or newer: this machine has v20.20.2, and npm installed none for ` +
        `${process.platform}-${process.arch}. Install Node 24 from nodejs.org, then start again.\n`,
    });
  });
});
