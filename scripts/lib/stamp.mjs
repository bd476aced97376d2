/** Names, sizes and a hash of files, which show whether a build is out of date. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/**
 * @param {string} base
 * @param {string[]} sources files and folders under `base`; a missing one counts as empty
 * @returns {string} a hash of their names and contents
 */
export function hashOf(base, sources) {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesUnder(path.join(base, source))) {
      const content = fs.readFileSync(file);
      hash.update(`${path.relative(base, file).replaceAll(path.sep, "/")}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

/** @param {string} at a file or a folder @returns {string[]} the files, sorted; none if it does not exist */
export function filesUnder(at) {
  const stat = fs.statSync(at, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [at];
  const names = fs.readdirSync(at).sort();
  return names.flatMap((name) => filesUnder(path.join(at, name)));
}

/** @param {string} file */
export function readStamp(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
}

/** @param {string} at a file or folder @returns {number} bytes of all files */
export const sizeOf = (at) => filesUnder(at).reduce((sum, file) => sum + fs.lstatSync(file).size, 0);

/** @param {number} bytes */
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
