import { execFile } from "node:child_process";
import fs from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { readChecksums, releaseFacts, sha256Of, writeChecksums } from "../../scripts/package/release.mjs";
import { newestSchema } from "../../server/storage/database.ts";
import { mainConfig } from "../../vite.main.config.ts";
import { temporaryFolder } from "../support/appliance.ts";
import { ROOT, readJson } from "../support/project-files.ts";

const { version } = readJson("node_modules/electron/package.json");
/** The architecture that this machine does not have. */
const OTHER = process.arch === "x64" ? "arm64" : "x64";

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
  const elf = Buffer.alloc(4096);
  elf.write("\x7fELF", "latin1");
  elf.writeUInt16LE(OTHER === "x64" ? 0xb7 : 0x3e, 18);
  fs.writeFileSync(path.join(folder, "electron"), elf);
  fs.writeFileSync(path.join(folder, "version"), version);
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
  const { code, stderr } = await pack(["--linux", "deb", "rpm", "tar.gz"], { PATH: folder });
  expect([code, stderr]).toEqual([
    1,
    "An rpm requires rpmbuild, which is not installed. Install the package rpm-build (Fedora) or rpm (Debian).\n",
  ]);
  fs.rmSync(path.join(folder, "dpkg-deb"));
  expect((await pack(["--linux", "tar.gz", "deb"], { PATH: folder })).stderr).toMatch(/^A deb requires dpkg-deb/);
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
