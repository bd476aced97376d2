/** Puts a backup at its place: whole and read back, or not at all. */
import fs from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "../core/errors.ts";
import { syncFolder } from "../storage/durable-file.ts";
import { checkBackup } from "./check-backup.ts";
import { orDiskFull } from "./disk.ts";
import { MANIFEST_ENTRY } from "./layout.ts";
import type { Manifest } from "./manifest.ts";

/**
 * Writes the bytes beside `file`, flushes them, reads them back, and only then gives them their name. An older backup
 * of that name is replaced at that moment.
 * @throws AppError conflict where something else has that name; disk_full; BackupRefused where the disk gave back
 *   something else than was written
 */
export async function writeBackup(file: string, bytes: Readable, signal: AbortSignal): Promise<Manifest> {
  const partial = `${file}.${process.pid}.partial`;
  try {
    await pipeline(bytes, fs.createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true }), { signal });
    const manifest = await checkBackup(partial, signal);
    await fs.promises.rename(partial, file);
    await syncFolder(path.dirname(path.resolve(file)));
    return manifest;
  } catch (error) {
    await fs.promises.rm(partial, { force: true });
    throw orDiskFull(error, `There is no room for the backup beside ${file}; free some space or write it elsewhere.`);
  }
}

/**
 * Whether a backup may be written there.
 * @throws AppError conflict, naming what is in the way
 */
export async function requireFreePlace(file: string): Promise<void> {
  const folder = await fs.promises.stat(path.dirname(path.resolve(file))).catch(() => null);
  if (!folder?.isDirectory()) throw new AppError("conflict", `There is no folder ${path.dirname(path.resolve(file))}.`);
  const stats = await fs.promises.stat(file).catch(() => null);
  if (stats === null) return;
  if (stats.isDirectory()) throw new AppError("conflict", `${file} is a folder. Name a file in it.`);
  if (!(await isBackup(file)))
    throw new AppError("conflict", `${file} is there already and is no backup of Galley, so it is not replaced.`);
}

async function isBackup(file: string): Promise<boolean> {
  const handle = await fs.promises.open(file, "r");
  try {
    const start = Buffer.alloc(30 + MANIFEST_ENTRY.length);
    await handle.read(start, 0, start.length, 0);
    return start.toString("latin1", 0, 4) === "PK\x03\x04" && start.toString("latin1", 30) === MANIFEST_ENTRY;
  } finally {
    await handle.close();
  }
}
