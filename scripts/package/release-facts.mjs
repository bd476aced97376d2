/**
 * RELEASE.json: what a package is, to be read without starting it. It lies in every package and beside those that are given
 * out; the desktop app's Help → Check a package reads it (main/package-check/release.ts says what may stand in it).
 */
import fs from "node:fs";
import path from "node:path";
import { root } from "../lib/project.mjs";

export const RELEASE_FILE = "RELEASE.json";

/** Heads of versions that are told of; whoever comes from an older one reads CHANGELOG.md. */
const MAX_VERSIONS = 20;

/**
 * @typedef {object} Release
 * @property {string} name "galley"
 * @property {string} version
 * @property {string | null} system as `process.platform`; null: beside packages of several
 * @property {string | null} arch as `process.arch`; null: of several
 * @property {number} schema number of the newest migration that it knows; a data folder of a later one is refused
 * @property {{ version: string, lines: string[] }[]} changes newest first, plain text
 */

/**
 * @param {{ system?: string | null, arch?: string | null }} [target]
 * @returns {Release}
 */
export function releaseFacts({ system = null, arch = null } = {}) {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const changes = changesIn(fs.readFileSync(path.join(root, "CHANGELOG.md"), "utf8"), version);
  return { name, version, system, arch, schema: newestMigration(), changes };
}

/**
 * @param {string} file is written
 * @param {{ system?: string | null, arch?: string | null }} [target]
 */
export function writeReleaseFacts(file, target) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(releaseFacts(target), null, 2)}\n`);
}

/**
 * @param {string} changelog with a head `## 1.2.0` or `## Unreleased` a version, and a line `- …` a change
 * @param {string} version what is unreleased is of this one
 */
export function changesIn(changelog, version) {
  const [, ...parts] = changelog.split(/^## /m);
  return parts.slice(0, MAX_VERSIONS).map((part) => {
    const head = part.split("\n", 1)[0] ?? "";
    const named = /\d+\.\d+\.\d+\S*/.exec(head)?.[0];
    const lines = [...part.matchAll(/^- (.+(?:\n {2}.+)*)/gm)].map(([, line = ""]) => plain(line));
    return { version: named ?? version, lines };
  });
}

/** @param {string} markdown */
function plain(markdown) {
  return markdown
    .replace(/\s+/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "");
}

function newestMigration() {
  const numbers = fs
    .readdirSync(path.join(root, "server", "storage", "migrations"))
    .map((name) => Number.parseInt(name, 10));
  return Math.max(...numbers.filter(Number.isFinite));
}
