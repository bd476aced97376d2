/** Reads a backup into `<dataDir>/restore/`, beside the data, and checks all of it; the data itself is not touched. */
import fs from "node:fs";
import path from "node:path";
import { BLOBS_FOLDER } from "../storage/blobs.ts";
import { DATABASE_FILE } from "../storage/database.ts";
import { syncFolder } from "../storage/durable-file.ts";
import { inBackground } from "./background.ts";
import { keyOf, type SecretsChoice } from "./backup-key.ts";
import { orDiskFull, requireRoom } from "./disk.ts";
import { createFileKeeper } from "./file-keeper.ts";
import { BackupRefused, type Manifest } from "./manifest.ts";
import { readBackup } from "./reader.ts";
import type { ReadyReport } from "./restored-database.ts";
import { isRestoreWaiting, stagingOf } from "./staged-restore.ts";

export interface StageRestore extends SecretsChoice {
  /** Held by this process, and without a restore that waits. */
  dataDir: string;
  /** The master key of that folder. */
  targetKey: Buffer;
  source: AsyncIterable<Uint8Array>;
  /** Bytes of the source. */
  size: number;
  /** ms since the epoch. */
  at: number;
}

export interface StagedReport extends ReadyReport {
  manifest: Manifest;
}

/**
 * Stages a backup; `commitRestore` makes it count. Where this throws, nothing is left of it.
 * @throws BackupRefused naming what is wrong with the file; AppError disk_full; the signal's reason
 */
export async function stageRestore(request: StageRestore, signal: AbortSignal): Promise<StagedReport> {
  const { dataDir, source, size, at } = request;
  if (isRestoreWaiting(dataDir)) throw new Error("A restore that waits must be finished before another is staged.");
  const { folder, database, blobs } = stagingOf(dataDir);
  try {
    await requireOneDisk(dataDir);
    await requireRoom(dataDir, size);
    await fs.promises.rm(folder, { recursive: true, force: true });
    await fs.promises.mkdir(blobs, { recursive: true, mode: 0o700 });
    const keeper = createFileKeeper(blobs);
    let backupKey: Buffer | null = null;
    const manifest = await readBackup(
      source,
      {
        async manifest(read) {
          backupKey = keyOf(read, request.targetKey, request);
        },
        async database(bytes) {
          await keeper.write(database, bytes);
          return database;
        },
        databaseIsWhole: (file, read) => inBackground("inspectDatabase", { file, manifest: read }, signal),
        blob: ({ sha256 }, bytes) => keeper.writeBlob(sha256, bytes),
      },
      signal,
    );
    await keeper.finish();
    const present = path.join(dataDir, DATABASE_FILE);
    const ready = { file: database, present, backupKey, targetKey: request.targetKey, manifest, at };
    const report = await inBackground("readyDatabase", ready, signal);
    await syncFolder(folder);
    return { ...report, manifest };
  } catch (error) {
    await fs.promises.rm(folder, { recursive: true, force: true });
    throw orDiskFull(
      error,
      "The disk of the data folder is full, so the backup was not restored. Free some space and try again.",
    );
  }
}

/** The data is exchanged by renaming, which cannot cross from one disk to another. */
async function requireOneDisk(dataDir: string): Promise<void> {
  const own = await fs.promises.stat(dataDir);
  const blobs = await fs.promises.lstat(path.join(dataDir, BLOBS_FOLDER)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (blobs !== null && blobs.dev !== own.dev)
    throw new BackupRefused(
      `The folder ${BLOBS_FOLDER} of this data folder is a disk of its own, so the data cannot be exchanged in one step. Restore into an empty data folder instead.`,
    );
}
