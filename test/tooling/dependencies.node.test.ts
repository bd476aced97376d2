/** Each system has Node as an optional package. An install without it succeeds and uses the machine's own Node. */
import fs from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { nodePackage } from "../../scripts/lib/project.mjs";
import { listening } from "../support/listening.ts";
import { readJson } from "../support/project-files.ts";
import { bareProject, INSTALL, type ToolingProject, writeLock } from "./project.ts";

const { optionalDependencies = {}, allowScripts } = readJson("package.json");
const { packages } = readJson("package-lock.json");

const PRINT_NODE = `import { projectNode, runMain } from "./scripts/lib/project.mjs";
runMain(async () => { process.stdout.write(projectNode()); return 0; });`;

let project: ToolingProject;
beforeEach(() => {
  project = bareProject();
});

test("package-lock.json has Node for each supported system", () => {
  for (const system of ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"]) {
    const [os = "", cpu = ""] = system.split("-");
    const name = nodePackage(os, cpu);
    const entry = packages[`node_modules/${name}`];
    expect(entry, system).toMatchObject({ os, cpu, optional: true, version: optionalDependencies[name] });
    expect(entry.integrity, system).toMatch(/^sha512-/);
    expect(Number(entry.version.split(".")[0]), system).toBeGreaterThanOrEqual(24);
  }
});

test("package.json lists every install script and allows none", () => {
  const named = (at: string) => at.slice(at.lastIndexOf("node_modules/") + "node_modules/".length);
  const scripted = Object.keys(packages).filter((at) => packages[at].hasInstallScript === true);
  expect(scripted.filter((at) => allowScripts[named(at)] !== false)).toEqual([]);
});

test("an install succeeds without a Node package for this system, and uses the current Node", async () => {
  const requested: string[] = [];
  const registry = createServer((request, response) => {
    requested.push(request.url ?? "");
    response.writeHead(404, { "content-type": "application/json" }).end("{}");
  });
  const { host, close } = await listening(registry);
  const base = { name: "small", version: "1.0.0", type: "module", optionalDependencies };
  const places = Object.keys(optionalDependencies).map((name) => `node_modules/${name}`);
  const listed = Object.fromEntries(places.map((at) => [at, packages[at]]));
  project.write("package.json", JSON.stringify(base));
  writeLock(project, { "": base, ...listed });
  project.write("install.mjs", INSTALL);
  project.write("ask.mjs", PRINT_NODE);
  const { code, stderr } = await project.run("install.mjs", [], {
    npm_config_registry: `http://${host}/`,
    npm_config_cache: `${project.folder}/cache`,
    npm_config_fetch_retries: "0",
    // Some developers set this in their npmrc to save disk space.
    npm_config_omit: "optional",
  });
  await close();
  expect(code, stderr).toBe(0);
  if (nodePackage() in optionalDependencies) expect(requested.join()).toContain(nodePackage());
  expect(fs.existsSync(path.join(project.folder, "node_modules", nodePackage()))).toBe(false);
  expect((await project.run("ask.mjs")).stdout).toBe(process.execPath);
});

describe.skipIf(process.platform === "win32")("with an outdated Node for the scripts", () => {
  beforeEach(() => {
    project.write("ask.mjs", PRINT_NODE);
    project.write("older.cjs", `Object.defineProperty(process, "version", { value: "v20.20.2" });`);
    putNode("older", "v20.20.2");
  });
  /** A program that only prints a Node version. */
  const putNode = (folder: string, version: string) => {
    project.write(`${folder}/node`, `#!/bin/sh\necho ${version}\n`);
    fs.chmodSync(path.join(project.folder, folder, "node"), 0o755);
  };
  const ask = (...folders: string[]) =>
    project.run("ask.mjs", [], {
      NODE_OPTIONS: `--require=${project.folder}/older.cjs`,
      PATH: ["relative", ...folders.map((folder) => path.join(project.folder, folder))].join(":"),
    });

  test("uses the Node that npm installed, else the first on PATH that is new enough", async () => {
    putNode("newer", "v26.10.0");
    putNode("newest", "v27.0.0");
    expect((await ask("older", "newer", "newest")).stdout).toBe(path.join(project.folder, "newer", "node"));
    putNode(`node_modules/${nodePackage()}/bin`, "v24.21.0");
    expect((await ask("older", "newer")).stdout).toBe(
      path.join(project.folder, "node_modules", nodePackage(), "bin", "node"),
    );
  });

  test("names the required version and where to find it if there is no other Node", async () => {
    expect(await ask("older")).toEqual({
      code: 1,
      stdout: "",
      stderr:
        `Galley requires Node 24 or newer. This machine has v20.20.2, and npm installed none for ` +
        `${process.platform}-${process.arch}. Install Node 24 from nodejs.org, then start again.\n`,
    });
  });
});

test("reports an unreachable registry on stderr, with what to do", async () => {
  project.write("package.json", `{"name": "small", "version": "1.0.0", "dependencies": {"left-here": "1.0.0"}}`);
  const packages = {
    "": { name: "small", version: "1.0.0", dependencies: { "left-here": "1.0.0" } },
    "node_modules/left-here": { version: "1.0.0" },
  };
  writeLock(project, packages);
  const { code, stdout, stderr } = await project.run("scripts/start.mjs", ["--headless", "--json"], {
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_cache: `${project.folder}/cache`,
    npm_config_fetch_retries: "0",
    // npm start --silent passes this on, but the reason must still appear.
    npm_config_loglevel: "silent",
  });
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toMatch(
    /The npm registry http:\/\/127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)\..*Then start again\.\n$/,
  );
});

test("reports a lock file that does not match package.json, with what to do", async () => {
  project.write("tiny/package.json", `{"name": "tiny", "version": "1.0.0"}`);
  project.write("package.json", `{"name": "small", "version": "1.0.0", "dependencies": {"tiny": "file:tiny"}}`);
  project.write("package-lock.json", `{"lockfileVersion": 3, "packages": {"": {"name": "small"}}}`);
  const { code, stderr } = await project.run("scripts/tasks.mjs", ["build"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/package-lock\.json does not match package\.json\. Run "npm install".*\n$/);
});
