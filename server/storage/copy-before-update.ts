/**
 * Copies the database before migrations change it: `<dataDir>/galley.db.before-<number of the first migration>`. With it
 * and the previous Galley, an update can be undone (docs/operating.md).
 */
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { closing } from "../core/runtime.ts";
import { formatBytes } from "./blobs.ts";
import { freeBytes, isDiskFull, syncFile, syncFolder, unguessableName } from "./disk.ts";

const PREFIX = "galley.db.before-";
const NAME = /^galley\.db\.before-(\d{4,})$/;
/** A failed update may make a second copy, which must not replace the first. */
const KEPT = 2;
/** Reserve for SQLite's temporary files. */
const SPARE_BYTES = 32 * 1024 * 1024;
/** Pages per step; the event loop runs in between. */
const PAGES_PER_STEP = 2_000;

/** `message` names the required space. */
export class NoSpaceForCopy extends Error {}

export interface DatabaseCopy {
  file: string;
  /** Number of the first migration that it lacks. */
  before: number;
  /** ms since the epoch. */
  at: number;
}

/** Newest first. */
export function copiesBeforeUpdates(dataDir: string): DatabaseCopy[] {
  const copies: DatabaseCopy[] = [];
  for (const name of fs.readdirSync(dataDir)) {
    const before = NAME.exec(name)?.[1];
    const file = path.join(dataDir, name);
    const found = before === undefined ? undefined : fs.statSync(file, { throwIfNoEntry: false });
    if (before !== undefined && found?.isFile() === true)
      copies.push({ file, before: Number(before), at: found.mtimeMs });
  }
  return copies.sort((a, b) => b.at - a.at);
}

/** Copies an open database durably, and returns the copy's path. @throws NoSpaceForCopy; errors of the disk and SQLite */
export async function keepCopy(database: Sqlite.Database, dataDir: string, before: number): Promise<string> {
  const file = path.join(dataDir, `${PREFIX}${String(before).padStart(4, "0")}`);
  const unfinished = unguessableName(file, "tmp");
  const value = (name: string) => database.pragma(name, { simple: true }) as number;
  const bytes = value("page_count") * value("page_size");
  const free = await freeBytes(dataDir);
  if (free < bytes + SPARE_BYTES) throw noSpace(bytes, free, dataDir);
  for (const name of fs.readdirSync(dataDir))
    if (name.startsWith(PREFIX) && name.endsWith(".tmp")) fs.rmSync(path.join(dataDir, name));
  try {
    await database.backup(unfinished, { progress: () => PAGES_PER_STEP });
    requireSame(database, unfinished);
    await syncFile(unfinished);
    fs.renameSync(unfinished, file);
    await syncFolder(dataDir);
  } catch (error) {
    fs.rmSync(unfinished, { force: true });
    throw isDiskFull(error) ? noSpace(bytes, await freeBytes(dataDir), dataDir) : error;
  }
  return file;
}

export function dropOldCopies(dataDir: string): void {
  for (const { file } of copiesBeforeUpdates(dataDir).slice(KEPT)) fs.rmSync(file, { force: true });
}

function noSpace(bytes: number, free: number, dataDir: string): NoSpaceForCopy {
  return new NoSpaceForCopy(
    `This version of Galley first copies the database of ${dataDir}, then updates it. The copy needs ${formatBytes(bytes + SPARE_BYTES)}, and ${formatBytes(free)} are free on the disk. Nothing was changed. Free some space and start again. Until then, the previous version still works.`,
  );
}

function requireSame(database: Sqlite.Database, file: string): void {
  using copy = closing(new Sqlite(file, { fileMustExist: true }));
  // Without a write-ahead log, the copy is a single file.
  copy.pragma("journal_mode = DELETE");
  for (const name of ["user_version", "page_count"]) {
    const [there, here] = [copy, database].map((each) => each.pragma(name, { simple: true }));
    if (there !== here) throw new Error(`The copy of the database differs: ${name} ${there}, not ${here}.`);
  }
  fs.chmodSync(file, 0o600);
}
