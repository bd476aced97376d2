/**
 * RELEASE.json: facts about a package, readable without starting it; in every package and published with them. SHA256SUMS for
 * `sha256sum --check`. The date of every packed file, so that the same sources give the same bytes.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { readJson, root } from "../lib/project.mjs";

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
  const { name, version } = readJson("package.json");
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

const CHECKSUMS = "SHA256SUMS";

/** @param {string} file @returns {Promise<string>} the SHA-256 of its bytes, 64 hexadecimal digits */
export async function sha256Of(file) {
  const hash = createHash("sha256");
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest("hex");
}

/**
 * Writes the checksums of `files` into SHA256SUMS of their folder. Keeps lines of other files that still exist.
 * @param {string} folder
 * @param {string[]} files names in it
 * @returns {Promise<string>} path of SHA256SUMS
 */
export async function writeChecksums(folder, files) {
  const at = path.join(folder, CHECKSUMS);
  const sums = new Map(fs.existsSync(at) ? readChecksums(fs.readFileSync(at, "utf8")) : []);
  for (const name of files) sums.set(name, await sha256Of(path.join(folder, name)));
  const lines = [...sums]
    .filter(([name]) => fs.existsSync(path.join(folder, name)))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sum]) => `${sum}  ${name}\n`);
  fs.writeFileSync(at, lines.join(""));
  return at;
}

/** @param {string} text of a SHA256SUMS @returns {[name: string, sum: string][]} */
export function readChecksums(text) {
  return [...text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)].map(([, sum = "", name = ""]) => [name, sum]);
}

/** Without Git history: the earliest date that every archive format supports. */
const EARLIEST = 315_532_800;

/** @returns {number} seconds since 1970: SOURCE_DATE_EPOCH, else the time of the last commit */
export function sourceDate() {
  const given = Number(process.env.SOURCE_DATE_EPOCH);
  if (Number.isInteger(given) && given > 0) return given;
  try {
    return Number(
      execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch {
    return EARLIEST;
  }
}
