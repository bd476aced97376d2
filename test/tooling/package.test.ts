import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { readChecksums, sha256Of, writeChecksums } from "../../scripts/package/checksums.mjs";
import { temporaryFolder } from "../support/appliance.ts";

const SCRIPT = path.resolve(import.meta.dirname, "..", "..", "scripts", "package.mjs");
const { version } = JSON.parse(
  fs.readFileSync(path.resolve(import.meta.dirname, "../../node_modules/electron/package.json"), "utf8"),
);
/** The architecture that this machine does not have. */
const OTHER = process.arch === "x64" ? "arm64" : "x64";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** Its exit code and what it says, before anything is built. */
function pack(args: string[], env: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { env: { ...process.env, ...env } }, (error, _stdout, said) =>
      resolve({ code: Number(error?.code ?? 0), said }),
    );
  });
}

test("a package for another system or architecture is refused, with the runtime that it would take", async () => {
  const here = `${process.platform}-${process.arch}`;
  const system = process.platform === "win32" ? "--linux" : "--win";
  for (const args of [[`--${OTHER}`], [system, "dir"]]) {
    const { code, said } = await pack(args);
    expect(code).toBe(1);
    expect(said).toMatch(/^A package for \S+ takes the Electron runtime of \S+, and this machine has that of/);
    expect(said).toContain(`has that of ${here}. Pack on such a machine, or unpack electron-v${version}-`);
    expect(said).toContain("GALLEY_ELECTRON_DIST");
  }
});

test("several systems or architectures at once, and those that Galley has no package for, are refused", async () => {
  expect((await pack(["--linux", "deb", "--win"])).said).toMatch(
    /^One system and one architecture at a time: linux, win32/,
  );
  expect((await pack(["--linux", "deb:x64", "rpm:arm64"])).said).toMatch(/^One system .* x64, arm64 was asked for/);
  expect((await pack(["--linux", "--armv7l"])).said).toBe("Galley has packages for x64 and arm64, not for armv7l.\n");
});

test("a runtime that is named is read: another version or machine is refused", async () => {
  const elf = Buffer.alloc(4096);
  elf.write("\x7fELF", "latin1");
  elf.writeUInt16LE(OTHER === "x64" ? 0xb7 : 0x3e, 18);
  fs.writeFileSync(path.join(folder, "electron"), elf);
  fs.writeFileSync(path.join(folder, "version"), version);
  const { code, said } = await pack(["--linux", `--${OTHER}`], { GALLEY_ELECTRON_DIST: folder });
  expect(code).toBe(1);
  expect(said).toContain(
    `which holds Electron ${version} for linux-${process.arch}. For this package it takes ${version}`,
  );
  expect(said).toContain(
    `for linux-${OTHER}: the folder into which electron-v${version}-linux-${OTHER}.zip was unpacked`,
  );

  fs.writeFileSync(path.join(folder, "version"), "44.0.0");
  const older = await pack(["--linux", `--${process.arch}`], { GALLEY_ELECTRON_DIST: folder });
  expect(older.said).toContain("which holds Electron 44.0.0 for");
});

test("a format whose program is missing is refused before anything is packed", async () => {
  fs.writeFileSync(path.join(folder, "dpkg-deb"), "");
  const { code, said } = await pack(["--linux", "deb", "rpm", "tar.gz"], { PATH: folder });
  expect([code, said]).toEqual([
    1,
    "An rpm is put together by rpmbuild, which is not here. Install it (Fedora: rpm-build, Debian: rpm).\n",
  ]);
  fs.rmSync(path.join(folder, "dpkg-deb"));
  expect((await pack(["--linux", "tar.gz", "deb"], { PATH: folder })).said).toMatch(
    /^A deb is put together by dpkg-deb/,
  );
});

test("SHA256SUMS is what sha256sum reads: sorted, made anew for what was packed anew, without what has gone", async () => {
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
