/** The packages for Linux that are made here and not by electron-builder: the same on every machine, from readable parts. */
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
