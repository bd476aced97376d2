/** Each system has Node as an optional package. An install without it succeeds and uses the machine's own Node. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { nodePackage } from "../../scripts/lib/project.mjs";
import { listening } from "../support/listening.ts";
import { ROOT, readJson } from "../support/project-files.ts";
import { bareProject, type ToolingProject } from "./project.ts";

const { optionalDependencies = {}, allowScripts } = readJson("package.json");
const { packages } = readJson("package-lock.json");

const PRINT_NODE = `import { projectNode, runMain } from "./scripts/lib/project.mjs";
runMain(async () => { process.stdout.write(projectNode()); return 0; });`;

/** A script that installs a project's packages. */
const INSTALL = `import { ensureDependencies } from "./scripts/lib/dependencies.mjs";
await ensureDependencies();`;

let project: ToolingProject;
beforeEach(() => {
  project = bareProject();
  project.write("install.mjs", INSTALL);
});

function writeLock(packages: object): void {
  project.write("package-lock.json", JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
}

const TINY = { name: "small", version: "1.0.0", dependencies: { tiny: "file:tiny" } };

/** Makes the project depend on a package in its folder. */
function dependOnTiny(version = "1.0.0"): void {
  project.write("tiny/package.json", JSON.stringify({ name: "tiny", version }));
  project.write("package.json", JSON.stringify(TINY));
  writeLock({ "": TINY, "node_modules/tiny": { resolved: "tiny", link: true }, tiny: { version } });
}

test("runs npm ci on the first start, and again only after the lock file changed", async () => {
  dependOnTiny();
  const first = await project.run("install.mjs");
  expect(first.code, first.stderr).toBe(0);
  expect(first.stderr).toMatch(/^Installing .*\nInstalled in \d+ s\.\n$/);
  expect(fs.existsSync(path.join(project.folder, "node_modules", "tiny"))).toBe(true);

  expect(await project.run("install.mjs")).toEqual({ code: 0, stdout: "", stderr: "" });

  dependOnTiny("1.1.0");
  expect((await project.run("install.mjs")).stderr).toContain("Installed in");
});

test("keeps packages that were installed manually", async () => {
  dependOnTiny();
  await project.run("install.mjs");
  fs.rmSync(path.join(project.folder, "node_modules", ".galley-stamp"));
  expect(await project.run("install.mjs")).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("disables install analytics with every version of npm", async () => {
  dependOnTiny();
  const report = "node -e \"fs.writeFileSync('said.txt', String(process.env.SCARF_ANALYTICS))\"";
  project.write("package.json", JSON.stringify({ ...TINY, scripts: { postinstall: report } }));
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
  writeLock({ "": base, ...listed });
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
  const manifest = { name: "small", version: "1.0.0", dependencies: { "left-here": "1.0.0" } };
  project.write("package.json", JSON.stringify(manifest));
  writeLock({ "": manifest, "node_modules/left-here": { version: "1.0.0" } });
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
    /ECONNREFUSED[\s\S]*\nnpm ci failed .*Connect this machine to the npm registry.*Then start again\.\n$/,
  );
});

test("reports a lock file that does not match package.json, with what to do", async () => {
  dependOnTiny();
  writeLock({ "": { name: "small" } });
  const { code, stderr } = await project.run("scripts/tasks.mjs", ["build"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/Run "npm install" once and keep its package-lock\.json\..*\n$/);
});
