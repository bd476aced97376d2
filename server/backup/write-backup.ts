import fs from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sentence } from "../contracts/sentences/index.ts";
import { orDiskFull, syncFolder, unguessable } from "../storage/disk.ts";
import type { Manifest } from "./format.ts";
import { checkBackup } from "./reader.ts";

/**
 * Writes a backup next to `file`, reads it back, and renames it to `file`, replacing an older one.
 * @throws AppError disk_full; BackupRefused; system errors
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
