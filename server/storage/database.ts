/**
 * The SQLite file of the appliance: opened with the durability that an acknowledgement promises (WAL, fsync on every
 * commit, foreign keys), brought to the newest schema by numbered migrations, and held by one process at a time.
 *
 * SQLite as it is built here (STAT4) may choose a plan by the value that is bound to a `?`, and compiles such a statement
 * anew at every run, which takes longer than most of them run: 5 to 55 µs. It does so where there is something to choose,
 * as in joins, ranges, ORDER BY and LIMIT, not in looking up one row by its key. `+?` is the same value and hides it from
 * the planner, so stores write that. The plan is the same: no statistics are kept by which it could differ.
 */
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import type { Log } from "../core/runtime.ts";
import { copiesBeforeUpdates, dropOldCopies, keepCopy, NoRoomForCopy } from "./copy-before-update.ts";
import { lostDatabase } from "./lost-parts.ts";
import { requireNotMoved } from "./moved-folder.ts";

export type Database = Sqlite.Database;
export type Statement<Parameters extends unknown[], Row = unknown> = Sqlite.Statement<Parameters, Row>;

/** A data folder that this process may not or cannot use; `message` is for the person who starts it. */
export class DatabaseRefused extends Error {}

/** Another process holds the data folder. */
export class FolderInUse extends DatabaseRefused {}

const MIGRATIONS_DIR = path.join(import.meta.dirname, "migrations");

/** ms that a write blocks the event loop behind another process's lock. `commit-group.ts` waits longer, without blocking. */
const LOCK_WAIT_MS = 50;

/** SQLite's own, of every file made here. */
const PAGE_BYTES = 4_096;
/** Of the write-ahead log, unless somebody reads an old state of the database for long. */
export const LONGEST_LOG_BYTES = 64 * 1024 * 1024;

/** Name of the database in a data folder. */
export const DATABASE_FILE = "galley.db";

/**
 * Opens `<dataDir>/galley.db`, making it when missing. Before migrations change one that was there, a copy of it is kept.
 * @param whileHeld runs once the folder is this process's own and before the database is opened
 * @param log is told of an update
 * @returns `wasClosed`: whether the process before closed it
 * @throws DatabaseRefused when another process holds the folder, its database is lost, a newer Galley wrote it, or there is
 *   no room for the copy
 */
export async function openDatabase(
  dataDir: string,
  whileHeld: (dataDir: string) => Promise<unknown>,
  log?: Log,
): Promise<{ database: Database; wasClosed: boolean; close(): void }> {
  const lock = holdFolder(dataDir);
  try {
    await whileHeld(dataDir);
    // SQLite removes its log when the last connection is closed.
    const wasClosed = !fs.existsSync(path.join(dataDir, `${DATABASE_FILE}-wal`));
    const database = await openHeld(dataDir, log);
    return {
      database,
      wasClosed,
      close() {
        database.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

async function openHeld(dataDir: string, log?: Log): Promise<Database> {
  const lost = lostDatabase(dataDir);
  if (lost !== null) throw new DatabaseRefused(lost);
  const database = openFile(path.join(dataDir, DATABASE_FILE), {});
  try {
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    database.pragma("busy_timeout = 5000");
    // Checkpoints are made by a thread (`checkpoints.ts`); only where it cannot keep up does a commit wait for one.
    database.pragma(`wal_autocheckpoint = ${LONGEST_LOG_BYTES / PAGE_BYTES}`);
    // A log that a backup made long is cut when it begins anew. Below that it is written over, which is faster.
    database.pragma(`journal_size_limit = ${LONGEST_LOG_BYTES}`);
    await update(database, dataDir, log);
    // Where the header is damaged, SQLite may only read, and says so at the first change.
    database.exec(`BEGIN; PRAGMA user_version = ${schemaOf(database)}; ROLLBACK`);
    return database;
  } catch (error) {
    database.close();
    throw asRefused(error, path.join(dataDir, DATABASE_FILE));
  }
}

/** From now on requests are answered: no write may block the event loop for long behind another process's lock. */
export function blockBriefly(database: Database): void {
  database.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
}

/** Brings a database to the newest schema; one that has another is copied first. */
async function update(database: Database, dataDir: string, log?: Log): Promise<void> {
  const present = schemaOf(database);
  const migrations = readMigrations();
  const newest = migrations.at(-1)?.number ?? 0;
  if (present > newest) {
    // Of the copies, one that this Galley can open as it is, or bring up to date.
    const copy = copiesBeforeUpdates(dataDir).find(({ before }) => before <= newest + 1);
    throw new DatabaseRefused(newerThan(newest, present, copy?.file));
  }
  const next = migrations.find(({ number }) => number > present);
  if (next === undefined) return;
  if (present === 0) return migrate(database);
  log?.info(`Keeping a copy of the database before it is brought from schema ${present} to ${newest}.`);
  const copy = await keepCopy(database, dataDir, next.number);
  migrate(database);
  log?.info(`The database is now of schema ${newest}. As it was before, it is kept in ${copy}.`);
  dropOldCopies(dataDir);
}

function newerThan(known: number, present: number, copy?: string): string {
  const back =
    copy === undefined
      ? ""
      : ` Or go back to how it was before the update, with ${copy} (docs/operating.md, Upgrades).`;
  return `The data folder was written by a newer Galley (schema ${present}; this one knows ${known}). Install that version, or restore a backup from before the update into another folder.${back}`;
}

function schemaOf(database: Database): number {
  return database.pragma("user_version", { simple: true }) as number;
}

function openFile(file: string, options: Sqlite.Options): Database {
  try {
    return new Sqlite(file, options);
  } catch (error) {
    throw asRefused(error, file);
  }
}

/** What SQLite found wrong with a file of the folder, as a sentence; any other error as it is. */
function asRefused(error: unknown, file: string): unknown {
  if (error instanceof NoRoomForCopy) return new DatabaseRefused(error.message);
  const code = (error as { code?: unknown }).code;
  if (typeof code !== "string") return error;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return new DatabaseRefused(
      `${file} is damaged, or not Galley's (${(error as Error).message}). Put the newest backup in its place: galley restore, in a clone npm run restore.`,
    );
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)/.test(code))
    return new DatabaseRefused(
      `${file} cannot be opened and written (${(error as Error).message}). See that it is a file of the user that runs Galley, on a disk that is in order.`,
    );
  if (code.startsWith("SQLITE_BUSY"))
    return new DatabaseRefused(`Another program has locked ${file}. End that program, then start Galley again.`);
  return error;
}

/** The sentence for a database in which a check has found damage. */
export function damagedDatabase(file: string, detail: string): string {
  return `${file} is damaged: ${detail}. Copy the data folder first, then restore the newest backup: galley restore, in a clone npm run restore.`;
}

/**
 * A connection that only reads, whether or not a Galley runs on the folder. Where none does, SQLite makes the files of its
 * write-ahead log all the same; those that were not there before go with the connection.
 * @throws DatabaseRefused where the file cannot be read as a database
 */
export function openToRead(dataDir: string): { database: Database; close(): void } {
  const file = path.join(dataDir, DATABASE_FILE);
  const made = [`${file}-wal`, `${file}-shm`].filter((name) => !fs.existsSync(name));
  const database = openFile(file, { readonly: true, fileMustExist: true });
  const close = () => {
    database.close();
    // Under a Galley that has started meanwhile they are its own.
    if (made.length > 0 && fs.existsSync(path.join(dataDir, LOCK_FILE))) removeUnheld(dataDir, made);
  };
  try {
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return { database, close };
  } catch (error) {
    close();
    throw asRefused(error, file);
  }
}

function removeUnheld(dataDir: string, files: string[]): void {
  try {
    const lock = holdFolder(dataDir);
    for (const file of files) fs.rmSync(file, { force: true });
    lock.close();
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
  }
}

/** The version of SQLite that is built in. */
export function sqliteVersion(): string {
  const memory = new Sqlite(":memory:");
  const version = memory.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "";
  memory.close();
  return version;
}

/** Name of the file that says who holds a data folder. */
export const LOCK_FILE = "galley.lock";

/**
 * Holds a data folder for this process until it is closed: an exclusive transaction on a file of its own, which the
 * operating system ends with the process, however it dies.
 * @throws FolderInUse when another process holds it; DatabaseRefused where it cannot be held
 */
export function holdFolder(dataDir: string): { close(): void } {
  const file = path.join(dataDir, LOCK_FILE);
  const lock = openFile(file, { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    // It may have gone while this process was on its way here.
    requireNotMoved(dataDir);
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY"))
      throw new FolderInUse(
        `The data folder ${dataDir} is in use by another Galley. Quit that one, or give this one a folder of its own with --data-dir.`,
      );
    throw asRefused(error, file);
  }
  return { close: () => void lock.close() };
}

/** Whether a process holds a data folder. Makes and changes nothing there. @throws DatabaseRefused where it cannot be told */
export function isHeld(dataDir: string): boolean {
  const file = path.join(dataDir, LOCK_FILE);
  if (!fs.existsSync(file)) return false;
  const lock = openFile(file, { readonly: true, timeout: 0 });
  try {
    lock.prepare("SELECT 1 FROM sqlite_schema").get();
    return false;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY")) return true;
    throw asRefused(error, file);
  } finally {
    lock.close();
  }
}

function readMigrations(): { number: number; sql: string }[] {
  return fs
    .readdirSync(MIGRATIONS_DIR)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .map((name) => ({
      number: Number(name.slice(0, 4)),
      sql: fs.readFileSync(path.join(MIGRATIONS_DIR, name), "utf8"),
    }))
    .sort((a, b) => a.number - b.number);
}

/** The number of the newest schema that this Galley knows. */
export function newestSchema(): number {
  return readMigrations().at(-1)?.number ?? 0;
}

/**
 * Runs what the file lacks, each migration and its number in one transaction.
 * @param upTo the schema to stop at; the newest unless told otherwise
 * @throws DatabaseRefused when a newer Galley wrote the file
 */
export function migrate(database: Database, upTo = Number.POSITIVE_INFINITY): void {
  const migrations = readMigrations().filter(({ number }) => number <= upTo);
  const newest = migrations.at(-1)?.number ?? 0;
  const present = schemaOf(database);
  if (present > newest) throw new DatabaseRefused(newerThan(newest, present));
  for (const { number, sql } of migrations) {
    if (number <= present) continue;
    database.transaction(() => {
      database.exec(sql);
      database.pragma(`user_version = ${number}`);
    })();
  }
}
