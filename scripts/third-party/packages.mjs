/** The packages that are shipped, each with its licence. */
import fs from "node:fs";
import path from "node:path";
import parseSpdx from "spdx-expression-parse";
import { Problem, root } from "../lib/project.mjs";
import { SUPPLEMENTS } from "./supplements.mjs";

/** Licences that let Galley be passed on under its own, as SPDX names them. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** The files of a package that are its licence. A bundle in it names those of its parts in a file beside itself. */
const LICENCE_FILE = /^((mit-)?licen[cs]e|copying|notice|unlicense)([.-].*)?$|\.LICENSE\.txt$/i;
/** Of swagger-ui-dist only two of its bundles are shipped. */
const NOT_SHIPPED = /^swagger-ui-es-/;
/** Vite's file goes on with what is bundled into Vite itself and stays there. */
const REST_OF_VITE = /^# Licenses of bundled dependencies[\s\S]*/m;

/**
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 * @property {string} licence an SPDX expression
 * @property {import("./supplements.mjs").LicenceText[]} texts
 * @property {string} folder absolute
 * @property {Record<string, unknown>} manifest its package.json
 */

/**
 * @param {string[]} folders of packages, relative to the project; one may be named twice
 * @returns {Package[]} each once, by name, then version
 * @throws {Problem} that names every package without a licence that may be passed on, or without its text
 */
export function readPackages(folders) {
  const found = new Map();
  const faults = [];
  for (const folder of folders) {
    const read = readPackage(path.resolve(root, folder));
    faults.push(...faultsOf(read));
    found.set(`${read.name}@${read.version}`, read);
  }
  if (faults.length > 0) throw new Problem([...new Set(faults)].join("\n"));
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/**
 * By code units, the same on every machine.
 * @param {string} a
 * @param {string} b
 */
export const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** @param {string} folder absolute @returns {Package} */
function readPackage(folder) {
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const own = fs
    .readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name) && !NOT_SHIPPED.test(name))
    .sort()
    .map((name) => ({ title: name, text: fs.readFileSync(path.join(folder, name), "utf8").replace(REST_OF_VITE, "") }));
  const supplement = SUPPLEMENTS[manifest.name];
  return {
    name: manifest.name,
    version: manifest.version,
    licence: supplement?.licence ?? (typeof manifest.license === "string" ? manifest.license : ""),
    texts: [...own, ...(supplement?.texts(folder) ?? [])],
    folder,
    manifest,
  };
}

/** @param {Package} read */
function faultsOf({ name, version, licence, texts }) {
  const which = `The package ${name} ${version} is bundled, but`;
  if (!isAllowed(licence))
    return [
      `${which} its licence (${licence || "none named"}) is not among those that may be passed on with Galley ` +
        "(scripts/third-party/packages.mjs). Use another package, or add the licence there once it was read.",
    ];
  if (texts.every(({ text }) => text.trim() === ""))
    return [
      `${which} brings no text of its licence (${licence}). Take it from the package's repository into ` +
        "scripts/third-party/supplements.mjs.",
    ];
  return [];
}

/** @param {string} expression of SPDX */
function isAllowed(expression) {
  /** @type {(info: import("spdx-expression-parse").Info) => boolean} */
  const holds = (info) => {
    if ("license" in info) return ALLOWED.has(info.license) && info.exception === undefined;
    return info.conjunction === "and" ? holds(info.left) && holds(info.right) : holds(info.left) || holds(info.right);
  };
  try {
    return holds(parseSpdx(expression));
  } catch {
    return false;
  }
}
