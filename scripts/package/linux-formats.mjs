/** The packages for Linux that are made here, not by electron-builder, which downloads tools for them. */
import fs from "node:fs";
import path from "node:path";
import { Problem } from "../lib/project.mjs";
import { makeDeb } from "./deb.mjs";
import { makeRpm } from "./rpm.mjs";
import { makeTarball } from "./tarball.mjs";

/**
 * @typedef {object} Packed
 * @property {string} folder the app as electron-builder packed it, unpacked
 * @property {string} version of Galley
 * @property {import("./request.mjs").Arch} arch
 * @property {string} author name and address, as package.json has it
 * @property {string} homepage
 * @property {number} date seconds since 1970, of everything in the package
 * @property {string} mark begins the file's name where the runtime is made up; else empty
 */

/** @type {Record<string, (packed: Packed, release: string) => Promise<string>>} format → who makes it, answering the file's name */
export const LINUX_FORMATS = { deb: makeDeb, rpm: makeRpm, "tar.gz": makeTarball };

/** @type {Record<string, { program: string, sentence: string }>} what puts a format together, and what is said without it */
const TOOLS = {
  deb: {
    program: "dpkg-deb",
    sentence: "A deb is put together by dpkg-deb, which is not here. Install it (package dpkg), and pack again.",
  },
  rpm: {
    program: "rpmbuild",
    sentence: "An rpm is put together by rpmbuild, which is not here. Install it (Fedora: rpm-build, Debian: rpm).",
  },
};

/**
 * @param {string[]} formats that were asked for
 * @throws {Problem} before anything is packed, when the program of one of them is missing
 */
export function requireTools(formats) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const missing = formats
    .map((format) => TOOLS[format])
    .find((tool) => tool && !folders.some((folder) => fs.existsSync(path.join(folder, tool.program))));
  if (missing) throw new Problem(missing.sentence);
}
