/** Durable writes of small files, and errors of a full disk. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";

/** A random name next to a file, where no other process can have placed a link. */
export function unguessableName(file: string, ending: string): string {
  return `${file}.${randomBytes(9).toString("hex")}.${ending}`;
}

export { MIN_FREE_BYTES, MIN_FREE_FOR_FILES } from "../contracts/file-size.ts";

/** Writes and flushes a temporary file, then renames it to the target. */
export async function writeFileDurably(file: string, content: string | Buffer, mode: number): Promise<void> {
  const temporary = unguessableName(file, "tmp");
  try {
    await fs.promises.writeFile(temporary, content, { flag: "wx", mode, flush: true });
    await fs.promises.rename(temporary, file);
  } catch (error) {
    await fs.promises.rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

export async function removeFileDurably(file: string): Promise<void> {
  await fs.promises.rm(file, { force: true });
  await syncFolder(path.dirname(file));
}

/** Makes renames and new names in a folder durable. Windows needs no call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await fs.promises.open(folder, "r");
  await handle.sync();
}

export async function syncFile(file: string): Promise<void> {
  await using handle = await fs.promises.open(file, "r+");
  await handle.datasync();
}

/** Handles the error of a file or folder: returns `otherwise` if it does not exist. @throws any other error */
export const ifMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return otherwise;
    throw error;
  };

/** Names in a folder; empty if the folder does not exist. */
export function namesIn(folder: string): Promise<string[]> {
  return fs.promises.readdir(folder).catch(ifMissing([]));
}

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.promises.statfs(folder);
  return bavail * bsize;
}

export function isDiskFull(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "ENOSPC" || code === "EDQUOT" || code === "SQLITE_FULL";
}

export const NO_SPACE_TO_START =
  "The disk that holds its data folder is full. Free some space, then start Galley again.";

export function orDiskFull(error: unknown, message: string | Sentence): unknown {
  return isDiskFull(error) ? new AppError("disk_full", message) : error;
}
