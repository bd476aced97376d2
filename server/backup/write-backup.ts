/** Puts a backup at its place: whole and read back, or not at all. */
import fs from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sentence } from "../contracts/sentences/index.ts";
import { orDiskFull, syncFolder, unguessable } from "../storage/disk.ts";
import type { Manifest } from "./format.ts";
import { checkBackup } from "./reader.ts";

/**
 * Writes the bytes beside `file`, flushes them, reads them back, and only then gives them their name. An older backup
 * of that name is replaced at that moment.
 * @throws AppError conflict where something else has that name; disk_full; BackupRefused where the disk gave back
 *   something else than was written
 */
export async function writeBackup(file: string, bytes: Readable, signal: AbortSignal): Promise<Manifest> {
  const partial = unguessable(file, "partial");
  try {
    await pipeline(bytes, fs.createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true }), { signal });
    const manifest = await checkBackup(partial, signal);
    await fs.promises.rename(partial, file);
    await syncFolder(path.dirname(path.resolve(file)));
    return manifest;
  } catch (error) {
    await fs.promises.rm(partial, { force: true });
    throw orDiskFull(error, sentence("backups.no_space_for_backup", { file }));
  }
}
