/** The Electron runtime of a package. */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ensureElectron } from "../lib/desktop.mjs";
import { Problem, root } from "../lib/project.mjs";

/** @typedef {import("./request.mjs").System} System */
/** @typedef {import("./request.mjs").Arch} Arch */
/**
 * @typedef {object} ElectronRuntime
 * @property {string} folder
 * @property {string} version of Electron
 * @property {boolean} isMadeUp whether it is a folder that only looks like the runtime: what holds it does not start
 */

const require = createRequire(import.meta.url);

/** @type {Record<System, string>} the executable, where Electron's own archives have it */
const EXECUTABLE = {
  linux: "electron",
  win32: "electron.exe",
  darwin: path.join("Electron.app", "Contents", "MacOS", "Electron"),
};

/** Fuses in an executable, as @electron/fuses reads them: this, version 1, their number, one byte for each. */
const SENTINEL = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
const FUSES = 9;
const FUSE_OFF = "0";

/**
 * GALLEY_ELECTRON_DIST, else for this system and architecture the one that the npm package downloads, else a made-up one.
 * @param {{ system: System, arch: Arch }} target
 * @returns {Promise<ElectronRuntime>}
 * @throws {Problem} when the runtime at hand is another system's, another architecture's or another version
 */
export async function findRuntime({ system, arch }) {
  /** @type {string} */
  const version = require("electron/package.json").version;
  const target = `${system}-${arch}`;
  const archive = `electron-v${version}-${target}.zip`;
  const named = process.env.GALLEY_ELECTRON_DIST;
  if (named) {
    const folder = path.resolve(named);
    const found = `${versionOf(folder)} for ${targetOf(folder) ?? "nothing known"}`;
    if (found !== `${version} for ${target}`)
      throw new Problem(
        `GALLEY_ELECTRON_DIST names ${folder}, which holds Electron ${found}. For this package it takes ${version} for ` +
          `${target}: the folder into which ${archive} was unpacked.`,
      );
    return { folder, version, isMadeUp: false };
  }
  if (target !== `${process.platform}-${process.arch}`)
    throw new Problem(
      `A package for ${target} takes the Electron runtime of ${target}, and this machine has that of ` +
        `${process.platform}-${process.arch}. Pack on such a machine, or unpack ${archive} ` +
        "(github.com/electron/electron/releases) and name its folder in GALLEY_ELECTRON_DIST.",
    );
  const electron = await ensureElectron();
  if (electron !== undefined)
    return { folder: path.join(root, "node_modules", "electron", "dist"), version, isMadeUp: false };
  if (system !== "linux")
    throw new Problem(
      `The Electron runtime cannot be downloaded here. Name the folder into which ${archive} was unpacked in ` +
        "GALLEY_ELECTRON_DIST. (Without one only Linux can pack, to look at the content.)",
    );
  const folder = path.join(root, "dist", "made-up-runtime");
  makeUpRuntime(folder, version);
  return { folder, version, isMadeUp: true };
}

/** @param {string} folder */
function versionOf(folder) {
  const file = path.join(folder, "version");
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim().replace(/^v/, "") : "of no version";
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

/** @param {Buffer} head of an ELF, PE or Mach-O file @returns {string | undefined} undefined for others */
function archOf(head) {
  if (head.readUInt32BE(0) === 0x7f454c46) return { 62: "x64", 183: "arm64" }[head.readUInt16LE(18)];
  if (head.readUInt32LE(0) === 0xfeedfacf) return { 16777223: "x64", 16777228: "arm64" }[head.readUInt32LE(4)];
  const pe = head.readUInt32LE(0x3c);
  if (head.readUInt16BE(0) === 0x4d5a && pe + 6 <= head.length)
    return { 34404: "x64", 43620: "arm64" }[head.readUInt16LE(pe + 4)];
  return undefined;
}

/**
 * Makes a placeholder for the runtime, so that packing, fuses and app.asar can be checked. It only prints what it is.
 * @param {string} folder is made again
 * @param {string} version of Electron
 */
function makeUpRuntime(folder, version) {
  fs.rmSync(folder, { recursive: true, force: true });
  for (const name of ["resources", "locales"]) fs.mkdirSync(path.join(folder, name), { recursive: true });
  const script = `#!/bin/sh
echo "This folder was packed without the Electron runtime, to check its content. It cannot be started." >&2
exit 1
`;
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, FUSES]), Buffer.from(FUSE_OFF.repeat(FUSES))]);
  const program = Buffer.concat([Buffer.from(`${script}# `), wire, Buffer.from("\n")]);
  fs.writeFileSync(path.join(folder, "electron"), program, { mode: 0o755 });
  fs.writeFileSync(path.join(folder, "locales", "en-US.pak"), "");
  fs.writeFileSync(path.join(folder, "version"), version);
  fs.writeFileSync(path.join(folder, "LICENSE"), "No runtime, no licence of it.\n");
}
