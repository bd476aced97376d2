/** Room on the disk, and saying so where there is none. */
import fs from "node:fs";
import { AppError } from "../core/errors.ts";
import { formatBytes } from "../storage/blobs.ts";
import { isDiskFull } from "../storage/disk-full.ts";

/** Room for what SQLite does beside. */
const SPARE_BYTES = 32 * 1024 * 1024;

/** The same error, or the sentence where it says that a disk is full. */
export function orDiskFull(error: unknown, sentence: string): unknown {
  return isDiskFull(error) ? new AppError("disk_full", sentence) : error;
}

/** @throws AppError disk_full naming what is there and what is needed */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await fs.promises.statfs(folder);
  const free = bavail * bsize;
  if (free < bytes + SPARE_BYTES)
    throw new AppError(
      "disk_full",
      `Only ${formatBytes(free)} are free on the disk of the data folder; the restore needs ${formatBytes(bytes + SPARE_BYTES)}.`,
    );
}
