/** The packages that are shipped, each with its licence. */
import fs from "node:fs";
import path from "node:path";
import { Problem, root } from "../lib/project.mjs";
import { SUPPLEMENTS } from "./supplements.mjs";

/** SPDX names of the licences that allow distributing Galley under its own licence. */
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

/** Licence files of a package. A bundle lists the licences of its parts in a separate file. */
const LICENCE_FILE = /^((mit-)?licen[cs]e|copying|notice|unlicense)([.-].*)?$|\.LICENSE\.txt$/i;
/** Bundles of swagger-ui-dist that are not shipped. */
const NOT_SHIPPED = /^swagger-ui-es-/;
/** The part of Vite's file about packages inside Vite, which are not shipped. */
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
 * @param {string[]} folders of packages, relative to the project; may contain duplicates
 * @returns {Package[]} without duplicates, sorted by name and version
 * @throws {Problem} that lists every package without an allowed licence or without its text
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

/** Compares by code units, which gives the same order on every machine. @param {string} a @param {string} b */
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
  const subject = `The package ${name} ${version} is bundled, but`;
  if (!isAllowed(licence))
    return [
      `${subject} its licence (${licence || "none"}) is not on the list of allowed licences ` +
        "(scripts/third-party/packages.mjs). Use another package, or check the licence and add it to the list.",
    ];
  if (texts.every(({ text }) => text.trim() === ""))
    return [
      `${subject} has no text of its licence (${licence}). Copy it from the package's repository to ` +
        "scripts/third-party/supplements.mjs.",
    ];
  return [];
}

/**
 * Whether all parts between `AND` have an allowed choice between `OR`: strict if brackets group the parts differently.
 * @param {string} expression an SPDX expression
 */
const isAllowed = (expression) =>
  expression
    .replaceAll(/[()]/g, "")
    .split(" AND ")
    .every((part) => part.split(" OR ").some((name) => ALLOWED.has(name)));
