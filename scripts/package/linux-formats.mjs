/** Linux packages that Galley builds without electron-builder, which would download tools for them. */
import fs from "node:fs";
import path from "node:path";
import { Problem } from "../lib/project.mjs";
import { makeDeb } from "./deb.mjs";
import { makeRpm } from "./rpm.mjs";
import { makeTarball } from "./tarball.mjs";

/**
 * @typedef {object} Packed
 * @property {string} folder the unpacked app of electron-builder
 * @property {string} version of Galley
 * @property {import("./request.mjs").Arch} arch
 * @property {string} author name and e-mail address of package.json
 * @property {string} homepage
 * @property {number} date seconds since 1970, for every file in the package
 * @property {string} mark prefix of the file's name if the runtime is a placeholder; else empty
 */

/** @type {Record<string, (packed: Packed, release: string) => Promise<string>>} format → its builder, which returns the file's name */
export const LINUX_FORMATS = { deb: makeDeb, rpm: makeRpm, "tar.gz": makeTarball };

/** @type {Record<string, { program: string, sentence: string }>} the program for a format, and the error without it */
const TOOLS = {
  deb: {
    program: "dpkg-deb",
    sentence: "A deb requires dpkg-deb, which is not installed. Install the package dpkg.",
  },
  rpm: {
    program: "rpmbuild",
    sentence:
      "An rpm requires rpmbuild, which is not installed. Install the package rpm-build (Fedora) or rpm (Debian).",
  },
};

/**
 * @param {string[]} formats requested formats
 * @throws {Problem} if the program for one of them is missing
 */
export function requireTools(formats) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const missing = formats
    .map((format) => TOOLS[format])
    .find((tool) => tool && !folders.some((folder) => fs.existsSync(path.join(folder, tool.program))));
  if (missing) throw new Problem(missing.sentence);
}
