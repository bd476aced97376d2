/** The Electron runtime of a package. */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ensureElectron } from "../lib/desktop.mjs";
import { Problem, root } from "../lib/project.mjs";

/** @typedef {"linux" | "win32" | "darwin"} System */
/** @typedef {"x64" | "arm64"} Arch */
/**
 * @typedef {object} ElectronRuntime
 * @property {string} folder
 * @property {string} version of Electron
 * @property {boolean} isPlaceholder whether it only looks like the runtime, so that a package with it does not start
 */

const require = createRequire(import.meta.url);

/** @type {Record<System, string>} path of the executable in Electron's archives */
const EXECUTABLE = {
  linux: "electron",
  win32: "electron.exe",
  darwin: path.join("Electron.app", "Contents", "MacOS", "Electron"),
};

/** Marks the fuses in an executable for @electron/fuses, followed by version 1, their number, and one byte for each. */
const SENTINEL = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
const FUSES = 9;
const FUSE_OFF = "0";

/**
 * GALLEY_ELECTRON_DIST, else the runtime that the npm package downloads for this machine, else a placeholder.
 * @param {{ system: System, arch: Arch }} target
 * @returns {Promise<ElectronRuntime>}
 * @throws {Problem} if the runtime has another system, architecture or version
 */
export async function findRuntime({ system, arch }) {
  /** @type {string} */
  const version = require("electron/package.json").version;
  const target = `${system}-${arch}`;
  const archive = `electron-v${version}-${target}.zip`;
  const named = process.env.GALLEY_ELECTRON_DIST;
  if (named) {
    const folder = path.resolve(named);
    const found = `${versionOf(folder)} for ${targetOf(folder) ?? "an unknown system"}`;
    if (found !== `${version} for ${target}`)
      throw new Problem(
        `GALLEY_ELECTRON_DIST is ${folder}, which contains Electron ${found}. This package requires ${version} for ` +
          `${target}. Unpack ${archive} and set its folder.`,
      );
    return { folder, version, isPlaceholder: false };
  }
  if (target !== `${process.platform}-${process.arch}`)
    throw new Problem(
      `A package for ${target} requires its Electron runtime. This machine has the runtime for ` +
        `${process.platform}-${process.arch}. Pack on a ${target} machine, or unpack ${archive} ` +
        "(github.com/electron/electron/releases) and set GALLEY_ELECTRON_DIST to its folder.",
    );
  const electron = await ensureElectron();
  if (electron !== undefined)
    return { folder: path.join(root, "node_modules", "electron", "dist"), version, isPlaceholder: false };
  if (system !== "linux")
    throw new Problem(
      `The Electron runtime cannot be downloaded. Unpack ${archive} and set GALLEY_ELECTRON_DIST to its folder. ` +
        "(Only Linux can pack without a runtime, to check the content.)",
    );
  const folder = path.join(root, "dist", "placeholder-runtime");
  makePlaceholder(folder, version);
  return { folder, version, isPlaceholder: true };
}

/** @param {string} folder */
function versionOf(folder) {
  const file = path.join(folder, "version");
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim().replace(/^v/, "") : "without a version";
}

/** System and architecture of the executable. @param {string} folder @returns {string | undefined} such as linux-arm64 */
function targetOf(folder) {
  for (const [system, name] of Object.entries(EXECUTABLE)) {
    const file = path.join(folder, name);
    if (!fs.existsSync(file)) continue;
    const head = Buffer.alloc(4096);
    const opened = fs.openSync(file, "r");
    fs.readSync(opened, head);
    fs.closeSync(opened);
    const arch = archOf(head);
    return arch && `${system}-${arch}`;
  }
  return undefined;
}

/** @param {Buffer} head start of an ELF, PE or Mach-O file @returns {string | undefined} undefined for others */
function archOf(head) {
  if (head.readUInt32BE(0) === 0x7f454c46) return { 62: "x64", 183: "arm64" }[head.readUInt16LE(18)];
  if (head.readUInt32LE(0) === 0xfeedfacf) return { 16777223: "x64", 16777228: "arm64" }[head.readUInt32LE(4)];
  const pe = head.readUInt32LE(0x3c);
  if (head.readUInt16BE(0) === 0x4d5a && pe + 6 <= head.length)
    return { 34404: "x64", 43620: "arm64" }[head.readUInt16LE(pe + 4)];
  return undefined;
}

/**
 * Makes a placeholder for the runtime, so that packing, fuses and app.asar can be checked. Its program only prints an error.
 * @param {string} folder replaced if it exists
 * @param {string} version of Electron
 */
function makePlaceholder(folder, version) {
  fs.rmSync(folder, { recursive: true, force: true });
  for (const name of ["resources", "locales"]) fs.mkdirSync(path.join(folder, name), { recursive: true });
  const script = `#!/bin/sh
echo "This package has no Electron runtime. It shows the content and cannot be started." >&2
exit 1
`;
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, FUSES]), Buffer.from(FUSE_OFF.repeat(FUSES))]);
  const program = Buffer.concat([Buffer.from(`${script}# `), wire, Buffer.from("\n")]);
  fs.writeFileSync(path.join(folder, "electron"), program, { mode: 0o755 });
  fs.writeFileSync(path.join(folder, "locales", "en-US.pak"), "");
  fs.writeFileSync(path.join(folder, "version"), version);
  fs.writeFileSync(path.join(folder, "LICENSE"), "A placeholder without the runtime has no licence.\n");
}
