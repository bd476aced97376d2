/** Writes SHA256SUMS next to the packages, for `sha256sum --check SHA256SUMS`. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";

export const CHECKSUMS = "SHA256SUMS";

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
