/** RELEASE.json: facts about a package, readable without starting it. It is in every package and published with them. */
import fs from "node:fs";
import path from "node:path";
import { root } from "../lib/project.mjs";

export const RELEASE_FILE = "RELEASE.json";

/**
 * @typedef {object} Release
 * @property {string} name "galley"
 * @property {string} version
 * @property {string | null} system a value of `process.platform`; null for packages of several systems
 * @property {string | null} arch a value of `process.arch`; null for packages of several architectures
 * @property {number} schema number of its newest migration; it refuses a data folder with a newer one
 */

/** @param {{ system?: string | null, arch?: string | null }} [target] @returns {Release} */
export function releaseFacts({ system = null, arch = null } = {}) {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  return { name, version, system, arch, schema: newestMigration() };
}

/** @param {string} file the file to write @param {{ system?: string | null, arch?: string | null }} [target] */
export function writeReleaseFacts(file, target) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(releaseFacts(target), null, 2)}\n`);
}

function newestMigration() {
  const numbers = fs
    .readdirSync(path.join(root, "server", "storage", "migrations"))
    .map((name) => Number.parseInt(name, 10));
  return Math.max(...numbers.filter(Number.isFinite));
}
