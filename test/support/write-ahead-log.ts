/** Reads SQLite's write-ahead log (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). */
import fs from "node:fs";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** The number of commits in the log, which are frames with a database size. */
export function commitsIn(file: string): number {
  const bytes = fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0);
  if (bytes.length < HEADER_BYTES) return 0;
  const frame = FRAME_HEADER_BYTES + bytes.readUInt32BE(8);
  const salt = bytes.subarray(16, 24);
  let commits = 0;
  for (let at = HEADER_BYTES; at + frame <= bytes.length; at += frame) {
    // Frames with another salt remain from before the log was reset.
    if (!bytes.subarray(at + 8, at + 16).equals(salt)) break;
    if (bytes.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}
