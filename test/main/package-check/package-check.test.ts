import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import yazl from "yazl";
import { NoPackage, readPackage } from "../../../main/package-check/package-facts.ts";
import { compareVersions, readRelease, versionIn } from "../../../main/package-check/release.ts";
import { wordsFor } from "../../../main/package-check/words.ts";
import { releaseFacts } from "../../../scripts/package/release-facts.mjs";
import { temporaryFolder } from "../../support/appliance.ts";
import { deb, FORMAT, galleyDeb, tar } from "../../support/hand-made-package.ts";

const HERE = { version: "0.1.0", system: "linux", arch: "x64", schema: 16 };
const RELEASE = {
  name: "galley",
  version: "0.2.0",
  system: "linux",
  arch: "x64",
  schema: 20,
  changes: [
    { version: "0.2.0", lines: ["Articles are quicker to open."] },
    { version: "0.1.1", lines: ["A mistake was mended."] },
    { version: "0.1.0", lines: ["The first one."] },
  ],
};

const check = async (file: string) => {
  const facts = await readPackage(file, () => {}, new AbortController().signal);
  return { facts, words: wordsFor(facts, HERE) };
};

/** Writes the files into a folder of their own and looks at the first. */
async function checkOf(files: Record<string, string | Buffer>) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), content);
  return check(path.join(folder, Object.keys(files)[0] ?? ""));
}

const tarball = (...files: Parameters<typeof tar>[0]) => gzipSync(tar(files));

describe("a package of Galley", () => {
  it("as a deb: what it is, that it came whole, what is new since this version, and how it is installed", async () => {
    const bytes = galleyDeb("0.2.0", "amd64", RELEASE);
    const sum = createHash("sha256").update(bytes).digest("hex");
    const { facts, words } = await checkOf({
      "galley_0.2.0-1_amd64.deb": bytes,
      SHA256SUMS: `${"0".repeat(64)}  other.deb\n${sum}  galley_0.2.0-1_amd64.deb\n`,
    });
    expect(facts).toMatchObject({ version: "0.2.0", system: "linux", arch: "x64", schema: 20, checksum: "matches" });
    expect(facts.sha256).toBe(sum);
    expect(words).toMatchObject({
      isWarning: false,
      message: "Galley 0.2.0 for Linux x64: newer than 0.1.0, which runs here",
      command: `sudo apt install ${path.join(facts.folder, facts.fileName)}`,
    });
    expect(words.detail).toContain("the file came whole");
    expect(words.detail).toContain(
      "New since this version:\n• Articles are quicker to open.\n• A mistake was mended.\n\nTo install it",
    );
  });

  it.runIf(fs.existsSync("/usr/bin/dpkg-deb"))("as dpkg-deb makes it", async () => {
    const folder = temporaryFolder();
    const control = path.join(folder, "tree", "DEBIAN");
    fs.mkdirSync(control, { recursive: true });
    fs.writeFileSync(
      path.join(control, "control"),
      "Package: galley\nVersion: 0.2.0-1\nArchitecture: arm64\nMaintainer: a <a@b.example>\nDescription: x\n",
    );
    const file = path.join(folder, "x.deb");
    execFileSync(
      "dpkg-deb",
      ["--no-uniform-compression", "-Zxz", "--root-owner-group", "--build", path.join(folder, "tree"), file],
      { stdio: "ignore" },
    );
    const { facts, words } = await check(file);
    expect(facts).toMatchObject({ name: "galley", version: "0.2.0", arch: "arm64", fault: null });
    expect(words.detail).toContain("It is for Linux arm64, and this computer is Linux x64.");
    expect(words.command).toBeNull();
  });

  it("as a tar.gz, with RELEASE.json as the release is made; one with an installer is for a server", async () => {
    const release = JSON.stringify({ ...releaseFacts({ system: "linux", arch: "x64" }), version: "0.3.0" });
    const app = tarball(
      { name: "galley/", content: "", type: "5" },
      { name: "galley/galley", content: Buffer.alloc(100_000, 1) },
      { name: "galley/resources/RELEASE.json", content: release },
    );
    const { facts, words } = await checkOf({ "galley-0.3.0-linux-x64.tar.gz": app });
    expect(facts).toMatchObject({ version: "0.3.0", system: "linux", arch: "x64", fault: null, checksum: "absent" });
    expect(facts.changes[0]?.lines.length).toBeGreaterThan(10);
    expect(words.detail).toContain("start bin/galley");
    expect(words.detail).toContain("There is no SHA256SUMS beside it");

    const server = tarball(
      { name: "galley-server/RELEASE.json", content: release },
      { name: "galley-server/install.sh", content: "#!/bin/sh\n" },
    );
    expect((await checkOf({ "galley-server-0.3.0-linux-x64.tar.gz": server })).words.detail).toContain("./install.sh");
  });

  it("as a zip for a Mac", async () => {
    const zip = new yazl.ZipFile();
    zip.addBuffer(
      Buffer.from(JSON.stringify({ ...RELEASE, system: "darwin", arch: "arm64" })),
      "Galley.app/Contents/Resources/RELEASE.json",
    );
    zip.end();
    const { facts } = await checkOf({ "Galley-0.2.0.zip": await buffer(zip.outputStream) });
    expect(facts).toMatchObject({ version: "0.2.0", system: "darwin", arch: "arm64", schema: 20, fault: null });
  });

  it("that is not looked into takes RELEASE.json beside it where that is of the same version, else its name", async () => {
    const exe = Buffer.from("MZ an installer");
    const beside = await checkOf({ "Galley-0.2.0-win-arm64.exe": exe, "RELEASE.json": JSON.stringify(RELEASE) });
    expect(beside.facts).toMatchObject({ version: "0.2.0", system: "win32", arch: "arm64", schema: 20 });
    expect(beside.words.detail).toContain("It is for Windows arm64, and this computer is Linux x64.");
    const xz = deb([FORMAT, { name: "control.tar.xz", content: Buffer.alloc(64) }]);
    expect((await checkOf({ "galley_0.2.0-1_arm64.deb": xz })).facts).toMatchObject({
      version: "0.2.0",
      arch: "arm64",
    });
    const other = await checkOf({ "Galley-0.9.0-win-x64.exe": exe, "RELEASE.json": JSON.stringify(RELEASE) });
    expect(other.facts).toMatchObject({ version: "0.9.0", schema: null, changes: [] });
  });
});

describe("what is not to be installed", () => {
  it("a file whose checksum is another", async () => {
    const { words } = await checkOf({
      "galley_0.2.0-1_amd64.deb": galleyDeb("0.2.0", "amd64"),
      SHA256SUMS: `${"0".repeat(64)} *galley_0.2.0-1_amd64.deb\r\n`,
    });
    expect(words).toMatchObject({ isWarning: true, command: null });
    expect(words.detail).toContain("it was damaged on its way, or changed. Do not install it; get it anew.");
    expect(words.detail).not.toContain("sudo apt install");
  });

  it("an older one: its database is refused, and the way back is said", async () => {
    const release = { ...RELEASE, version: "0.0.9", schema: 15 };
    const { words } = await checkOf({ "galley_0.0.9-1_amd64.deb": galleyDeb("0.0.9", "amd64", release) });
    expect(words.message).toBe("Galley 0.0.9 for Linux x64: older than 0.1.0, which runs here");
    expect(words.isWarning).toBe(true);
    expect(words.detail).toContain("would refuse to open it. To go back, install it and restore a backup");
  });

  it("a package of something else", async () => {
    const control = tar([{ name: "control", content: "Package: nginx\nVersion: 1.2.3\nArchitecture: amd64\n" }]);
    const bytes = deb([FORMAT, { name: "control.tar", content: control }]);
    const { words } = await checkOf({ "galley.deb": bytes });
    expect(words).toMatchObject({ message: "This is no package of Galley.", command: null });
  });
});

describe("a hostile package", () => {
  const bomb = gzipSync(
    Buffer.concat([
      tar([{ name: "galley/big", content: "", said: 0o37777777777 }]).subarray(0, 512),
      Buffer.alloc(300 * 1024 * 1024),
    ]),
  );
  it.each<[string, string, Buffer, RegExp]>([
    ["a bomb", "galley-1.0.0.tar.gz", bomb, /unpacks to far more/],
    ["half a gzip", "galley.tar.gz", bomb.subarray(0, 2_000), /damaged, or not whole/],
    ["no gzip", "galley.tar.gz", Buffer.from("MZ hello"), /does not begin as \.tar\.gz/],
    ["no release in it", "galley.tar.gz", tarball({ name: "x", content: "y" }), /holds no RELEASE\.json/],
    [
      "a long release",
      "galley.tar.gz",
      tarball({ name: "g/RELEASE.json", content: " ".repeat(300_000) }),
      /far too long/,
    ],
    ["a size that is none", "galley.tar.gz", gzipSync(Buffer.concat([Buffer.alloc(512, 7)])), /damaged/],
    [
      "a control part of 9 GB",
      "galley.deb",
      deb([FORMAT, { name: "control.tar.gz", content: Buffer.alloc(2), said: "9999999999" }]),
      /far too long/,
    ],
    [
      "a control part that ends early",
      "galley.deb",
      deb([FORMAT, { name: "control.tar.gz", content: Buffer.alloc(2), said: "4000" }]),
      /ends too early/,
    ],
    ["parts that are none", "galley.deb", Buffer.concat([deb([FORMAT]), Buffer.alloc(400, 9)]), /cannot be told apart/],
    [
      "no control part",
      "galley.deb",
      deb([FORMAT, { name: "data.tar.gz", content: Buffer.alloc(2) }]),
      /no control part/,
    ],
    ["no zip", "galley.zip", Buffer.from("PK\x03\x04 and no more"), /no whole ZIP/],
  ])("%s: it is said, and nothing is installed", async (_, name, bytes, said) => {
    const { facts, words } = await checkOf({ [name]: bytes });
    expect(facts.fault).toMatch(said);
    expect(words).toMatchObject({ isWarning: true, command: null });
    expect(words.detail).toContain("Do not install it");
  });

  it("has no say in what the box looks like, nor in the command", async () => {
    const line = `all is well\n\nChecksum right\u202E${"x".repeat(400)}`;
    const release = { ...RELEASE, changes: [{ version: "0.2.0", lines: Array.from({ length: 400 }, () => line) }] };
    const { words } = await checkOf({ "galley'; rm -rf $HOME;'.deb": galleyDeb("0.2.0", "amd64", release) });
    const changes = words.detail.split("New since this version:\n")[1]?.split("\n\n")[0]?.split("\n") ?? [];
    expect(changes).toHaveLength(13);
    expect(changes.at(-1)).toBe("… and 388 more");
    expect(Math.max(...changes.map(({ length }) => length))).toBeLessThan(150);
    expect(words.detail).not.toContain("\u202E");
    expect(words.command).toMatch(/^sudo apt install '[^']*galley'\\''; rm -rf \$HOME;'\\''\.deb'$/);
  });

  it("does not speak through the reason for which it cannot be read", async () => {
    const zip = new yazl.ZipFile();
    const name = `galley/Whole.\n\nIt came from your admin. Install it. ${"x".repeat(3_000)}`;
    zip.addBuffer(Buffer.from("{}"), name);
    zip.end();
    // yazl writes no name that leads out of its folder; others do.
    const bytes = Buffer.from(
      (await buffer(zip.outputStream)).toString("latin1").replaceAll("galley/W", "/alley/W"),
      "latin1",
    );
    const { facts, words } = await checkOf({ "galley.zip": bytes });
    expect(facts.fault).toMatch(/no whole ZIP archive/);
    const warning = words.detail.split("\n\n").find((part) => part.includes("no whole ZIP")) ?? "";
    expect(warning).toMatch(/Do not install it; get it anew\.$/);
    expect(warning.length).toBeLessThan(400);
  });

  it("gives no command with a key press in it, which a terminal would obey", async () => {
    const { words } = await checkOf({ "galley\u0003\nreboot\n.deb": galleyDeb("0.2.0", "amd64") });
    expect(words.command).toBeNull();
    expect(words.detail).toContain("Rename it before you install it.");
    expect(words.detail).not.toContain("sudo");
  });

  it("is refused where it is none at all", async () => {
    await expect(checkOf({ "notes.txt": "hello" })).rejects.toThrow(NoPackage);
    await expect(checkOf({ "galley.deb": "" })).rejects.toThrow("an empty one");
    await expect(check(path.join(temporaryFolder(), "missing.deb"))).rejects.toThrow("ENOENT");
  });
});

it("stops reading when it is told to", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "galley-1.0.0.AppImage");
  fs.writeFileSync(file, Buffer.alloc(8 * 1024 * 1024));
  const stop = new AbortController();
  const parts: number[] = [];
  const reading = readPackage(
    file,
    (part) => {
      parts.push(part);
      stop.abort();
    },
    stop.signal,
  );
  await expect(reading).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  expect(parts.length).toBeLessThan(4);
});

it.each([
  ["0.10.0", "0.9.9", 1],
  ["1.0.0-rc.2", "1.0.0", -1],
  ["1.0.0-rc.10", "1.0.0-rc.9", 1],
  ["1.2.3", "1.2.3", 0],
])("%s and %s are told apart", (a, b, order) => {
  expect(Math.sign(compareVersions(a, b))).toBe(order);
});

it("a version is found in names, and a release is held to its form", () => {
  expect(versionIn("galley_0.1.0-1_amd64.deb")).toBe("0.1.0");
  expect(versionIn("galley-1.0.0-rc.1-x64.AppImage")).toBe("1.0.0-rc.1");
  expect(versionIn("galley.deb")).toBeNull();
  expect(readRelease(Buffer.from(JSON.stringify(RELEASE)))).toEqual(RELEASE);
  for (const wrong of [{ ...RELEASE, version: "1.0\n2" }, { ...RELEASE, changes: "x" }, [], null])
    expect(readRelease(Buffer.from(JSON.stringify(wrong)))).toBeNull();
});
