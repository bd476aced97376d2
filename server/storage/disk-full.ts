/** Saying so where there is no room on the disk. */
import { AppError } from "../core/errors.ts";

/** Whether an error of the file system or of SQLite says that there is no room left. */
export function isDiskFull(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "ENOSPC" || code === "EDQUOT" || code === "SQLITE_FULL";
}

/** For the person who starts an appliance that cannot come up for want of room. */
export const NO_ROOM_TO_START = "The disk that holds its data folder is full. Free some space, then start it again.";

/** The same error, or the sentence where it says that a disk is full. */
export function orDiskFull(error: unknown, sentence: string): unknown {
  return isDiskFull(error) ? new AppError("disk_full", sentence) : error;
}
