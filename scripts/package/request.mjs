/** The flags for electron-builder that `npm run package` must know. */
import { Problem } from "../lib/project.mjs";

/** @typedef {"linux" | "win32" | "darwin"} System */
/** @typedef {"x64" | "arm64"} Arch */
/**
 * @typedef {object} Request
 * @property {System} system
 * @property {Arch} arch
 * @property {string[]} formats such as deb, dir, nsis; if empty, those of electron-builder.yml
 * @property {string[]} rest other flags for electron-builder
 */

/** @type {Record<string, System>} */
const SYSTEMS = {
  linux: "linux",
  l: "linux",
  win: "win32",
  windows: "win32",
  w: "win32",
  mac: "darwin",
  macos: "darwin",
  m: "darwin",
  o: "darwin",
};
const ARCHES = ["x64", "arm64"];
/** Architectures that electron-builder supports, but without a database prebuild or a single runtime. */
const OTHER_ARCHES = ["ia32", "armv7l", "universal"];

/**
 * @param {string[]} words flags of electron-builder: `--linux deb tar.gz --x64 -c.directories.output=DIR`
 * @param {{ platform: string, arch: string }} host
 * @returns {Request}
 * @throws {Problem} for more than one system or architecture, or an unsupported one
 */
export function readRequest(words, host) {
  /** @type {Set<string>} */
  const systems = new Set();
  /** @type {Set<string>} */
  const arches = new Set();
  /** @type {string[]} */
  const formats = [];
  /** @type {string[]} */
  const rest = [];
  let listsFormats = false;
  for (const word of words) {
    const [, flag = "", value] = /^--?([a-z\d]+)(?:=(.*))?$/.exec(word) ?? [];
    const system = SYSTEMS[flag];
    if (system !== undefined) {
      systems.add(system);
      if (value) formats.push(value);
    } else if ([...ARCHES, ...OTHER_ARCHES].includes(flag)) arches.add(flag);
    else if (flag === "dir") formats.push("dir");
    else if (listsFormats && !word.startsWith("-")) formats.push(word);
    else rest.push(word);
    listsFormats = system !== undefined || (listsFormats && !word.startsWith("-"));
  }
  for (const [index, format] of formats.entries()) {
    const [name = "", arch] = format.split(":");
    if (arch) arches.add(arch);
    formats[index] = name;
  }
  if (systems.size > 1 || arches.size > 1)
    throw new Problem(`Pack one system and one architecture at a time, not ${[...systems, ...arches].join(", ")}.`);
  const system = [...systems][0] ?? host.platform;
  const arch = [...arches][0] ?? host.arch;
  if (!isSystem(system)) throw new Problem(`Galley has packages for Linux, Windows and macOS, not for ${system}.`);
  if (!isArch(arch)) throw new Problem(`Galley has packages for x64 and arm64, not for ${arch}.`);
  return { system, arch, formats, rest };
}

/** @param {string} name @returns {name is System} */
const isSystem = (name) => Object.values(SYSTEMS).some((system) => system === name);

/** @param {string} name @returns {name is Arch} */
const isArch = (name) => ARCHES.includes(name);
