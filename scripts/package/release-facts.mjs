/** RELEASE.json: the facts of a package, readable without starting it. It is in every package and beside the published ones. */
import fs from "node:fs";
import path from "node:path";
import { root } from "../lib/project.mjs";

export const RELEASE_FILE = "RELEASE.json";

/**
 * @typedef {object} Release
 * @property {string} name "galley"
 * @property {string} version
 * @property {string | null} system as `process.platform`; null: beside packages of several
 * @property {string | null} arch as `process.arch`; null: of several
 * @property {number} schema number of its newest migration; it refuses a data folder of a later one
 */

/** @param {{ system?: string | null, arch?: string | null }} [target] @returns {Release} */
export function releaseFacts({ system = null, arch = null } = {}) {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  return { name, version, system, arch, schema: newestMigration() };
}

/** @param {string} file is written @param {{ system?: string | null, arch?: string | null }} [target] */
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
