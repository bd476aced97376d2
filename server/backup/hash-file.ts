/** Sums of a whole file. Blocks its thread: for worker threads and commands. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { crc32 } from "node:zlib";

export interface Sums {
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** Unsigned. */
  crc32: number;
}

const CHUNK_BYTES = 1024 * 1024;
const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** @throws ENOENT and whatever else the disk says */
export function hashFile(file: string): Sums {
  const descriptor = fs.openSync(file, "r");
  try {
    const hash = createHash("sha256");
    let crc = 0;
    let size = 0;
    for (;;) {
      const read = fs.readSync(descriptor, chunk);
      if (read === 0) return { size, sha256: hash.digest("hex"), crc32: crc };
      const bytes = chunk.subarray(0, read);
      hash.update(bytes);
      crc = crc32(bytes, crc);
      size += read;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
