/** Prepares a backup of a data folder: copies the database, and reads and measures all files; then writes it. */
import fs from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Sqlite from "better-sqlite3";
import { type Archive, SegmentStream } from "../archives/zip.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { timeInName } from "../core/runtime.ts";
import { BLOBS_FOLDER, blobFile, TEMPORARY_FOLDER } from "../storage/blobs.ts";
import type { Database } from "../storage/database.ts";
import { orDiskFull, syncFolder, unguessableName } from "../storage/disk.ts";
import { inBackground } from "./background.ts";
import { backupSegments, type Manifest } from "./format.ts";
import { checkBackup } from "./reader.ts";
import type { PrepareBackup } from "./snapshot.ts";

interface MakeBackup extends Omit<PrepareBackup, "snapshotFile"> {
  /** Prevents the removal of blobs until the returned function is called. */
  holdBlobs(): () => void;
}

/** Keeps a copy of the database in the data folder until `discard`. */
export interface PreparedBackup extends Archive {
  manifest: Manifest;
  /** Removes the copy and ends the streams. Idempotent. */
  discard(): Promise<void>;
}

/** @throws AppError unavailable for damaged data, disk_full; the signal's reason */
export async function makeBackup({ holdBlobs, ...request }: MakeBackup, signal: AbortSignal): Promise<PreparedBackup> {
  const { dataDir, at } = request;
  // Before the copy, so that its blobs are not removed.
  const release = holdBlobs();
  const folder = unguessableName(path.join(dataDir, TEMPORARY_FOLDER, "backup"), "copy");
  const snapshotFile = path.join(folder, "galley.db");
  const connections = new Set<Database>();
  const discard = async () => {
    release();
    for (const connection of connections) connection.close();
    connections.clear();
    await fs.promises.rm(folder, { recursive: true, force: true });
  };
  try {
    await fs.promises.mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
    await fs.promises.mkdir(folder, { mode: 0o700 });
    const { manifest, size } = await inBackground("prepareBackup", { ...request, snapshotFile }, signal);
    const createStream = () => {
      const snapshot = new Sqlite(snapshotFile, { readonly: true });
      connections.add(snapshot);
      const blob = (sha256: string) => blobFile(path.join(dataDir, BLOBS_FOLDER), sha256);
      return new SegmentStream(backupSegments(manifest, snapshot, { database: snapshotFile, blob }));
    };
    return { manifest, size, fileName: `galley-${timeInName(at)}.zip`, createStream, discard };
  } catch (error) {
    await discard();
    throw orDiskFull(error, sentence("backups.no_space_for_copy"));
  }
}

/** Writes a backup, reads it back, and renames it to `file`. @throws AppError disk_full; BackupRefused; system errors */
export async function writeBackup(file: string, bytes: Readable, signal: AbortSignal): Promise<Manifest> {
  const partial = unguessableName(file, "partial");
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
