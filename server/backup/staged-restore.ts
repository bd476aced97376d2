/**
 * A restore staged in `<dataDir>/restore/`. Without `apply.json`, the next start discards the folder. With it, each start
 * continues until the new data is in place. After a kill at any moment, the folder has either the old or the new data.
 */
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { timeInName } from "../core/runtime.ts";
import { BLOBS_FOLDER } from "../storage/blobs.ts";
import { DATABASE_FILE, DatabaseRefused } from "../storage/database.ts";
import { freeBytes, ifMissing, orDiskFull, syncFolder, writeFileDurably } from "../storage/disk.ts";
import { inBackground } from "./background.ts";
import { BackupRefused, type Manifest } from "./format.ts";
import { keyOf, type SecretsChoice } from "./passphrase.ts";
import { createFileKeeper, readBackup } from "./reader.ts";
import type { ReadyReport } from "./restored-database.ts";

const RESTORE_FOLDER = "restore";
const MARKER = "apply.json";
/** Replaced by a restore. Keys, the console token and the sample site stay. */
const REPLACED = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, BLOBS_FOLDER];
const NEW = [DATABASE_FILE, BLOBS_FOLDER];

const MarkerSchema = z.object({
  /** aside: the old data is being moved away. in: the new data is being moved in. */
  phase: z.enum(["aside", "in"]),
  /** Folder for the old data, in the data folder. */
  aside: z.string().regex(/^before-restore-[\w.-]+$/),
});
type Marker = z.output<typeof MarkerSchema>;

function stagingOf(dataDir: string) {
  const folder = path.join(dataDir, RESTORE_FOLDER);
  return { folder, database: path.join(folder, DATABASE_FILE), blobs: path.join(folder, BLOBS_FOLDER) };
}

/** Replaces database and blobs of a held data folder by renames. Returns the subfolder with the previous data. */
export async function replaceData(
  dataDir: string,
  ready: { database: string; blobs: string },
  at: number,
): Promise<string> {
  const { folder, database, blobs } = stagingOf(dataDir);
  await requireOneDisk(dataDir);
  await fs.promises.rm(folder, { recursive: true, force: true });
  await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
  fs.renameSync(ready.database, database);
  fs.renameSync(ready.blobs, blobs);
  await syncFolder(folder);
  const aside = await commitRestore(dataDir, at);
  await finishRestore(dataDir);
  return aside;
}

/** Whether the next start will apply a restore. */
export function isRestoreWaiting(dataDir: string): boolean {
  return fs.existsSync(path.join(stagingOf(dataDir).folder, MARKER));
}

/** Makes the next start apply the staged, durable restore. Returns the folder for the old data. */
export async function commitRestore(dataDir: string, at: number): Promise<string> {
  const time = timeInName(at);
  let aside = `before-restore-${time}`;
  for (let n = 2; fs.existsSync(path.join(dataDir, aside)); n += 1) aside = `before-restore-${time}-${n}`;
  const { folder } = stagingOf(dataDir);
  await writeMarker(folder, { phase: "aside", aside });
  await syncFolder(dataDir);
  return aside;
}

/** Applies or continues a committed restore; removes an uncommitted one. Call it before opening a held folder. */
export async function finishRestore(dataDir: string): Promise<boolean> {
  const { folder } = stagingOf(dataDir);
  if (!fs.existsSync(folder)) return false;
  const marker = readMarker(folder);
  if (marker?.phase === "aside") await moveAside(dataDir, folder, marker);
  if (marker !== null) await moveIn(dataDir, folder);
  await fs.promises.rm(folder, { recursive: true, force: true });
  await syncFolder(dataDir);
  return marker !== null;
}

async function moveAside(dataDir: string, folder: string, marker: Marker): Promise<void> {
  const aside = path.join(dataDir, marker.aside);
  for (const name of REPLACED) {
    if (!fs.existsSync(path.join(dataDir, name))) continue;
    fs.mkdirSync(aside, { recursive: true, mode: 0o700 });
    fs.renameSync(path.join(dataDir, name), path.join(aside, name));
  }
  if (fs.existsSync(aside)) await syncFolder(aside);
  await syncFolder(dataDir);
  await writeMarker(folder, { ...marker, phase: "in" });
}

async function moveIn(dataDir: string, folder: string): Promise<void> {
  for (const name of NEW) {
    const staged = path.join(folder, name);
    if (fs.existsSync(staged)) fs.renameSync(staged, path.join(dataDir, name));
  }
  await syncFolder(dataDir);
  fs.rmSync(path.join(folder, MARKER));
  await syncFolder(folder);
}

function writeMarker(folder: string, marker: Marker): Promise<void> {
  return writeFileDurably(path.join(folder, MARKER), JSON.stringify(marker), 0o600);
}

function readMarker(folder: string): Marker | null {
  const file = path.join(folder, MARKER);
  try {
    return MarkerSchema.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new DatabaseRefused(
      `${file} is damaged, so the state of the restore is unknown. Copy the data folder, then restore the backup again into an empty folder: galley restore, or npm run restore in a clone.`,
    );
  }
}

export interface StageRestore extends SecretsChoice {
  /** Held by this process, without a waiting restore. */
  dataDir: string;
  targetKey: Buffer;
  source: AsyncIterable<Uint8Array>;
  size: number;
  at: number;
}

export interface StagedReport extends ReadyReport {
  manifest: Manifest;
}

/** Stages a backup for `commitRestore`. Leaves nothing on failure. @throws BackupRefused; AppError disk_full; the signal's reason */
export async function stageRestore(request: StageRestore, signal: AbortSignal): Promise<StagedReport> {
  const { dataDir, source, size, at } = request;
  if (isRestoreWaiting(dataDir)) throw new Error("Finish the pending restore before staging another.");
  const { folder, database, blobs } = stagingOf(dataDir);
  try {
    await requireOneDisk(dataDir);
    await requireSpace(dataDir, size);
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
    const report = await inBackground("prepareDatabase", ready, signal);
    await syncFolder(folder);
    return { ...report, manifest };
  } catch (error) {
    await fs.promises.rm(folder, { recursive: true, force: true });
    throw orDiskFull(error, sentence("backups.no_space_for_restore"));
  }
}

/** Replacing the data by renames requires a single disk. */
async function requireOneDisk(dataDir: string): Promise<void> {
  const own = await fs.promises.stat(dataDir);
  const blobs = await fs.promises.lstat(path.join(dataDir, BLOBS_FOLDER)).catch(ifMissing(null));
  if (blobs !== null && blobs.dev !== own.dev)
    throw new BackupRefused(sentence("backups.own_disk", { folder: BLOBS_FOLDER }));
}

/** Reserve for SQLite's temporary files. */
const SPARE_BYTES = 32 * 1024 * 1024;

/** @throws AppError disk_full */
async function requireSpace(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder);
  const needed = bytes + SPARE_BYTES;
  if (free < needed) throw new AppError("disk_full", sentence("backups.little_space_for_restore", { free, needed }));
}
