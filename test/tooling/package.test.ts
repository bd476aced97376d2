import { execFile } from "node:child_process";
import fs from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readChecksums, releaseFacts, sha256Of, writeChecksums } from "../../scripts/package/release.mjs";
import { newestSchema } from "../../server/storage/database.ts";
import { mainConfig } from "../../vite.main.config.ts";
import { temporaryFolder } from "../support/appliance.ts";
import { ROOT, read, readJson } from "../support/project-files.ts";
import { projectWithPages, type ToolingProject } from "./project.ts";

const { version } = readJson("node_modules/electron/package.json");
/** The architecture that this machine does not have. */
const OTHER = process.arch === "x64" ? "arm64" : "x64";
const EM_X86_64 = 62;
const EM_AARCH64 = 183;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** Runs the script, which fails before it builds anything. */
function pack(args: string[], env: Record<string, string> = {}): Promise<{ code: number; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(ROOT, "scripts/package.mjs"), ...args],
      { env: { ...process.env, ...env } },
      (error, _stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stderr }),
    );
  });
}

/** The parts of an Electron runtime for this machine that the script reads. */
function writeRuntime(at: string): void {
  const elf = Buffer.alloc(4096);
  elf.write("\x7fELF", "latin1");
  elf.writeUInt16LE(process.arch === "arm64" ? EM_AARCH64 : EM_X86_64, 18);
  fs.writeFileSync(path.join(at, "electron"), elf);
  fs.writeFileSync(path.join(at, "version"), version);
}

test("refuses another system or architecture, and names the runtime that it requires", async () => {
  const here = `${process.platform}-${process.arch}`;
  const system = process.platform === "win32" ? "--linux" : "--win";
  for (const args of [[`--${OTHER}`], [system, "dir"]]) {
    const { code, stderr } = await pack(args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^A package for \S+ requires its Electron runtime\. /);
    expect(stderr).toMatch(
      new RegExp(`the runtime for ${here}\\. Pack on a \\S+ machine, or unpack electron-v${version}-`),
    );
    expect(stderr).toContain("GALLEY_ELECTRON_DIST");
  }
});

test("refuses several systems or architectures at the same time, and unsupported ones", async () => {
  const one = "Pack one system and one architecture at a time, not";
  expect((await pack(["--linux", "deb", "--win"])).stderr).toBe(`${one} linux, win32.\n`);
  expect((await pack(["--linux", "deb:x64", "rpm:arm64"])).stderr).toBe(`${one} linux, x64, arm64.\n`);
  expect((await pack(["--linux", "--armv7l"])).stderr).toBe("Galley has packages for x64 and arm64, not for armv7l.\n");
});

test("refuses a runtime in GALLEY_ELECTRON_DIST with another version or architecture", async () => {
  writeRuntime(folder);
  const { code, stderr } = await pack(["--linux", `--${OTHER}`], { GALLEY_ELECTRON_DIST: folder });
  expect(code).toBe(1);
  expect(stderr).toContain(
    `which contains Electron ${version} for linux-${process.arch}. This package requires ${version}`,
  );
  expect(stderr).toContain(`for linux-${OTHER}. Unpack electron-v${version}-linux-${OTHER}.zip and set its folder`);

  fs.writeFileSync(path.join(folder, "version"), "44.0.0");
  const older = await pack(["--linux", `--${process.arch}`], { GALLEY_ELECTRON_DIST: folder });
  expect(older.stderr).toContain("which contains Electron 44.0.0 for");
});

test("refuses a format whose program is missing before packing anything", async () => {
  fs.writeFileSync(path.join(folder, "dpkg-deb"), "");
  const { code, stderr } = await pack(["-l=deb", "rpm:x64", "tar.gz"], { PATH: folder });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^The format rpm requires rpmbuild, which is not installed\./),
  ]);
});

/** electron-builder is replaced by a program that prints its arguments and environment. */
describe.runIf(process.platform === "linux")("with electron-builder", () => {
  let project: ToolingProject;
  beforeEach(() => {
    project = projectWithPages();
    const json = (name: string, content: object) => project.write(name, JSON.stringify(content));
    json("package.json", { name: "small", version: "1.2.3", type: "module", main: "dist/main/main.js" });
    json("node_modules/electron/package.json", { name: "electron", version });
    json("node_modules/electron-builder/package.json", { name: "electron-builder" });
    json("node_modules/7zip-bin/package.json", { name: "7zip-bin", main: "index.js" });
    project.write("node_modules/7zip-bin/index.js", "exports.path7za = __filename;");
    project.write(
      "node_modules/electron-builder/cli.js",
      `const names = Object.keys(process.env).filter((name) => /CSC|APPLE/.test(name)).sort();
       console.log(JSON.stringify({ names, args: process.argv.slice(2) }));
       process.exit(3);`,
    );
    project.write("CHANGELOG.md", "# Changelog\n\n## 1.2.3\n\n- New.\n");
    project.write("LICENSE", "MIT\n");
    writeRuntime(project.folder);
  });

  test("does not pass empty secrets to electron-builder", async () => {
    const { code, stderr } = await project.run("scripts/package.mjs", ["--linux", "dir"], {
      GALLEY_ELECTRON_DIST: project.folder,
      ...{ CSC_LINK: "", CSC_KEY_PASSWORD: "", WIN_CSC_LINK: "", APPLE_ID: "", APPLE_TEAM_ID: "" },
      ...{ CSC_NAME: "Galley", WIN_CSC_KEY_PASSWORD: "secret" },
    });
    expect(code).toBe(1);
    const given = JSON.parse(stderr.split("\n").find((line) => line.startsWith("{")) ?? "null");
    expect(given, stderr).toMatchObject({
      names: ["CSC_NAME", "WIN_CSC_KEY_PASSWORD"],
      args: expect.arrayContaining(["--linux", "dir"]),
    });
  });

  test("packs the prebuild instead of a locally compiled database module, and reports it", async () => {
    const installed = path.join(project.folder, "node_modules", "better-sqlite3");
    const own = fs.realpathSync(installed);
    fs.rmSync(installed);
    fs.cpSync(own, installed, { recursive: true, filter: (file) => !file.includes("/deps") });
    project.write("node_modules/better-sqlite3/build/Release/better_sqlite3.node", "");
    const { stderr } = await project.run("scripts/package.mjs", ["--linux", "dir"], {
      GALLEY_ELECTRON_DIST: project.folder,
    });
    expect(stderr).toContain(
      "better-sqlite3 was compiled here (npm run rebuild). The package takes its prebuild instead.\n",
    );
    expect([...read("electron-builder.yml").matchAll(/better-sqlite3\/(\S+)/g)].map(([, what]) => what)).toEqual([
      ...["{package.json,LICENSE}", "lib/**"],
      ...["linux", "darwin", "win32"].map((system) => `prebuilds/${system}-\${arch}.node`),
    ]);
  });
});

test("writes SHA256SUMS sorted, with updated checksums and without missing files", async () => {
  for (const name of ["b.rpm", "a.deb", "gone.zip"]) fs.writeFileSync(path.join(folder, name), `content of ${name}`);
  const at = await writeChecksums(folder, ["b.rpm", "a.deb", "gone.zip"]);
  fs.rmSync(path.join(folder, "gone.zip"));
  fs.writeFileSync(path.join(folder, "b.rpm"), "another");
  await writeChecksums(folder, ["b.rpm"]);
  expect(readChecksums(fs.readFileSync(at, "utf8"))).toEqual([
    ["a.deb", await sha256Of(path.join(folder, "a.deb"))],
    ["b.rpm", await sha256Of(path.join(folder, "b.rpm"))],
  ]);
  expect(fs.readFileSync(at, "utf8")).toMatch(/^[0-9a-f]{64} {2}a\.deb\n[0-9a-f]{64} {2}b\.rpm\n$/);
});

const { dependencies, devDependencies } = readJson("package.json");

/** Imports and re-exports that remain after stripping types, dynamic imports, resolved packages and worker threads. */
const IMPORTS =
  /^(?:import|export)\s+(?!type\b)(?:[^;"]*?\bfrom\s+)?"([^"]+)"|\b(?:import|require|resolve)\(\s*"([^"]+)"|new URL\("(\.[^"]+\.ts)"/gm;

/** Names of the packages that `file` imports, directly or through our own files, when Node runs the sources. */
function packagesFrom(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return [...fs.readFileSync(file, "utf8").matchAll(IMPORTS)].flatMap(([, named, called, worker]) => {
    const specifier = named ?? called ?? worker ?? "";
    const ours = path.resolve(path.dirname(file), specifier);
    if (specifier.startsWith(".")) return ours.endsWith(".ts") ? packagesFrom(ours, seen) : [];
    const parts = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1);
    return isBuiltin(specifier) ? [] : [parts.join("/")];
  });
}

test("dependencies are the packages that server/cli.ts imports, and no others", () => {
  const needed = new Set(packagesFrom(path.join(ROOT, "server", "cli.ts")));
  expect(Object.keys(dependencies).sort()).toEqual([...needed].sort());
});

test("dependencies include the packages outside the bundle, except Electron", () => {
  const outside = mainConfig("dist").ssr?.external;
  expect(outside).not.toHaveLength(0);
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining((outside as string[]).filter((name) => name !== "electron")),
  );
});

test("package-lock.json lists the same packages, and does not mark dependencies as development only", () => {
  const { packages } = readJson("package-lock.json");
  expect(packages[""].dependencies).toEqual(dependencies);
  expect(packages[""].devDependencies).toEqual(devDependencies);
  for (const name of Object.keys(dependencies)) expect(packages[`node_modules/${name}`].dev, name).toBeUndefined();
});

test("release facts contain the system and the newest database schema", () => {
  const facts = releaseFacts({ system: "linux", arch: "x64" });
  expect(facts).toMatchObject({ name: "galley", system: "linux", arch: "x64", schema: newestSchema() });
});
