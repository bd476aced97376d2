/**
 * The SQLite database: durable (WAL, fsync on every commit, foreign keys), migrated, and held by one process at a time.
 * In joins, ranges, ORDER BY and LIMIT, this build of SQLite (STAT4) may choose a plan by the value bound to a `?`, and
 * then recompiles the statement at every run (5 to 55 µs). `+?` hides the value from the planner. The plan stays the same,
 * because no statistics are kept.
 */
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { closing, type Log } from "../core/runtime.ts";
import { copiesBeforeUpdates, dropOldCopies, keepCopy, NoSpaceForCopy } from "./copy-before-update.ts";
import { requireNotMoved } from "./moved-folder.ts";

/** `message` is for the person who starts Galley. */
export class DatabaseRefused extends Error {}

export class FolderInUse extends DatabaseRefused {}

const MIGRATIONS_DIR = path.join(import.meta.dirname, "migrations");

/** Longest block of the event loop on another process's lock. `commit-group.ts` waits longer, without blocking. */
const LOCK_WAIT_MS = 50;

/** SQLite's default. */
const PAGE_BYTES = 4_096;
/** The write-ahead log's limit, except during a long read. */
export const MAX_LOG_BYTES = 64 * 1024 * 1024;

export const DATABASE_FILE = "galley.db";

/**
 * Opens `<dataDir>/galley.db`, creating it if needed. Keeps a copy before migrations change it.
 * @param whileHeld runs once the folder is held and before the database is opened
 * @returns `wasClosed`: whether the previous process closed it
 * @throws DatabaseRefused
 */
export async function openDatabase(
  dataDir: string,
  whileHeld: (dataDir: string) => Promise<unknown>,
  log?: Log,
): Promise<{ database: Database; wasClosed: boolean; close(): void }> {
  const lock = holdFolder(dataDir);
  try {
    await whileHeld(dataDir);
    // SQLite removes the log when the last connection closes.
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
  const lost = missingDatabaseError(dataDir);
  if (lost !== null) throw new DatabaseRefused(lost);
  const database = openFile(path.join(dataDir, DATABASE_FILE), {});
  try {
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    database.pragma("busy_timeout = 5000");
    // A commit makes a checkpoint only if the thread of `checkpoints.ts` cannot keep up.
    database.pragma(`wal_autocheckpoint = ${MAX_LOG_BYTES / PAGE_BYTES}`);
    // Truncates a log that grew during a backup. For a shorter one, overwriting is faster.
    database.pragma(`journal_size_limit = ${MAX_LOG_BYTES}`);
    await update(database, dataDir, log);
    // Detects a damaged header, with which SQLite fails at the first change.
    database.exec(`BEGIN; PRAGMA user_version = ${schemaOf(database)}; ROLLBACK`);
    return compileAtFirstRun(database);
  } catch (error) {
    database.close();
    throw asRefused(error, path.join(dataDir, DATABASE_FILE));
  }
}

/** Prevents long blocks of the event loop while Galley serves requests. */
export function blockBriefly(database: Database): void {
  database.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
}

async function update(database: Sqlite.Database, dataDir: string, log?: Log): Promise<void> {
  const present = schemaOf(database);
  const migrations = readMigrations();
  const newest = migrations.at(-1)?.number ?? 0;
  if (present > newest) {
    // The newest copy that this version can open.
    const copy = copiesBeforeUpdates(dataDir).find(({ before }) => before <= newest + 1);
    throw new DatabaseRefused(newerThan(newest, present, copy?.file));
  }
  const next = migrations.find(({ number }) => number > present);
  if (next === undefined) return;
  if (present === 0) return migrate(database);
  log?.info(`Copying the database before the update from schema ${present} to ${newest}.`);
  const copy = await keepCopy(database, dataDir, next.number);
  migrate(database);
  log?.info(`The database now has schema ${newest}. The previous database is in ${copy}.`);
  dropOldCopies(dataDir);
}

function newerThan(known: number, present: number, copy?: string): string {
  const back = copy === undefined ? "" : ` Or undo the update with ${copy} (docs/operating.md, Upgrades).`;
  return `The data folder was written by a newer Galley (schema ${present}; this version supports ${known}). Install the newer version, or restore a backup from before the update into another folder.${back}`;
}

export function schemaOf(database: Database): number {
  return database.pragma("user_version", { simple: true }) as number;
}

function openFile(file: string, options: Sqlite.Options): Sqlite.Database {
  try {
    return new Sqlite(file, options);
  } catch (error) {
    throw asRefused(error, file);
  }
}

function asRefused(error: unknown, file: string): unknown {
  if (error instanceof NoSpaceForCopy) return new DatabaseRefused(error.message);
  const code = (error as { code?: unknown }).code;
  if (typeof code !== "string") return error;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return new DatabaseRefused(
      `${file} is damaged or not a Galley database (${(error as Error).message}). Restore the newest backup: galley restore, or npm run restore in a clone.`,
    );
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)/.test(code))
    return new DatabaseRefused(
      `${file} cannot be opened for writing (${(error as Error).message}). Check that it belongs to the user that runs Galley, and that the disk works.`,
    );
  if (code.startsWith("SQLITE_BUSY"))
    return new DatabaseRefused(`Another program has locked ${file}. Stop that program, then start Galley again.`);
  return error;
}

export function damagedDatabase(file: string, detail: string): string {
  return `${file} is damaged: ${detail}. Copy the data folder first, then restore the newest backup: galley restore, or npm run restore in a clone.`;
}

/** Opens a read-only connection, even while Galley runs. Removes the log files that SQLite creates. @throws DatabaseRefused */
export function openReadOnly(dataDir: string): { database: Database; close(): void } {
  const file = path.join(dataDir, DATABASE_FILE);
  const made = [`${file}-wal`, `${file}-shm`].filter((name) => !fs.existsSync(name));
  const database = openFile(file, { readonly: true, fileMustExist: true });
  const close = () => {
    database.close();
    // If Galley has started since, it uses them.
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
    using _lock = closing(holdFolder(dataDir));
    for (const file of files) fs.rmSync(file, { force: true });
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
  }
}

export function sqliteVersion(): string {
  using memory = closing(new Sqlite(":memory:"));
  return memory.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "";
}

export const LOCK_FILE = "galley.lock";

/** Holds a data folder by an exclusive transaction on a lock file, which ends with the process. @throws FolderInUse; DatabaseRefused */
export function holdFolder(dataDir: string): { close(): void } {
  const file = path.join(dataDir, LOCK_FILE);
  const lock = openFile(file, { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    requireNotMoved(dataDir);
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY"))
      throw new FolderInUse(
        `The data folder ${dataDir} is in use by another Galley. Quit that one, or use another folder with --data-dir.`,
      );
    throw asRefused(error, file);
  }
  return { close: () => void lock.close() };
}

/** Whether a Galley holds the folder. @throws DatabaseRefused if that is unknown */
export function isInUse(dataDir: string): boolean {
  const file = path.join(dataDir, LOCK_FILE);
  if (!fs.existsSync(file)) return false;
  using lock = closing(openFile(file, { readonly: true, timeout: 0 }));
  try {
    lock.prepare("SELECT 1 FROM sqlite_schema").get();
    return false;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY")) return true;
    throw asRefused(error, file);
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

export function newestSchema(): number {
  return readMigrations().at(-1)?.number ?? 0;
}

/** Runs the missing migrations up to a schema, each in one transaction. @throws DatabaseRefused for a newer database */
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

/** The part of better-sqlite3's statement that Galley uses. */
interface Statement<Parameters extends unknown[], Row> {
  run(...parameters: Parameters): Sqlite.RunResult;
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
  /** Returns only the first column of each row. */
  pluck(): Statement<Parameters, Row>;
}

export interface Database extends Omit<Sqlite.Database, "prepare"> {
  prepare<Parameters extends unknown[] = unknown[], Row = unknown>(sql: string): Statement<Parameters, Row>;
}

/** Compiles a statement when it first runs, which also throws its errors. Compiling all took 40 % of the start. */
function compileAtFirstRun(connection: Sqlite.Database): Database {
  const compile: Database["prepare"] = connection.prepare.bind(connection);
  const prepare: Database["prepare"] = (sql) => lateStatement(() => compile(sql));
  return Object.assign(connection as Omit<Sqlite.Database, "prepare">, { prepare });
}

function lateStatement<Parameters extends unknown[], Row>(
  compile: () => Statement<Parameters, Row>,
): Statement<Parameters, Row> {
  let compiled: Statement<Parameters, Row> | undefined;
  const statement = () => (compiled ??= compile());
  return {
    run: (...parameters) => statement().run(...parameters),
    get: (...parameters) => statement().get(...parameters),
    all: (...parameters) => statement().all(...parameters),
    iterate: (...parameters) => statement().iterate(...parameters),
    pluck: () => lateStatement(() => compile().pluck()),
  };
}

/**
 * SQL as functions. Their parameters are in the order of the SQL, or one object with `@names`; each compiles when it first runs.
 * run: the number of changed rows. row, value: null without a row. value, values: the first column. is: whether the SELECT finds a row.
 */
export function statements(database: Pick<Database, "prepare">) {
  return {
    run<Values extends unknown[]>(sql: string) {
      const statement = database.prepare<Values>(sql);
      return (...values: Values): number => statement.run(...values).changes;
    },
    row<Values extends unknown[], Row>(sql: string) {
      const statement = database.prepare<Values, Row>(sql);
      return (...values: Values): Row | null => statement.get(...values) ?? null;
    },
    rows<Values extends unknown[], Row>(sql: string) {
      const statement = database.prepare<Values, Row>(sql);
      return (...values: Values): Row[] => statement.all(...values);
    },
    value<Values extends unknown[], Value>(sql: string) {
      const statement = database.prepare<Values, Value>(sql).pluck();
      return (...values: Values): Value | null => statement.get(...values) ?? null;
    },
    values<Values extends unknown[], Value>(sql: string) {
      const statement = database.prepare<Values, Value>(sql).pluck();
      return (...values: Values): Value[] => statement.all(...values);
    },
    is<Values extends unknown[]>(select: string) {
      const statement = database.prepare<Values, number>(`SELECT EXISTS (${select})`).pluck();
      return (...values: Values): boolean => statement.get(...values) === 1;
    },
  };
}

/** Files with the master key, as in secret-box.ts. */
const KEYS = ["secret.key", "secret.key.sealed"];
export const RESTORE_ADVICE = "restore a backup: galley restore, or npm run restore in a clone";

/** The error for a used folder without a database, where a start would delete all article files; else null. */
export function missingDatabaseError(dataDir: string): string | null {
  if (sizeOf(dataDir, DATABASE_FILE) > 0 || !hasRun(dataDir)) return null;
  return `${path.join(dataDir, DATABASE_FILE)} is missing or empty, but the folder contains other Galley data. Restore a copy of the database, or ${RESTORE_ADVICE}. To start without data, name an empty folder with --data-dir.`;
}

/** The error for a folder with a database but no key; null otherwise. */
export function missingKeyError(dataDir: string): string | null {
  if (sizeOf(dataDir, DATABASE_FILE) === 0 || KEYS.some((name) => fs.existsSync(path.join(dataDir, name)))) return null;
  return `The encryption key of ${dataDir} is missing: there is neither ${KEYS.join(" nor ")}. Restore a copy of it, or ${RESTORE_ADVICE}. Without either, see "A lost key" in docs/operating.md.`;
}

/** Whether Galley has used the folder. A first start that was killed leaves only a key. */
function hasRun(dataDir: string): boolean {
  const isThere = (name: string) => fs.existsSync(path.join(dataDir, name));
  return (
    holdsBlobs(path.join(dataDir, "blobs")) ||
    sizeOf(dataDir, `${DATABASE_FILE}-wal`) > 0 ||
    copiesBeforeUpdates(dataDir).length > 0 ||
    (KEYS.some(isThere) && isThere("console-token") && isThere("blobs"))
  );
}

function holdsBlobs(folder: string): boolean {
  try {
    return fs.readdirSync(folder).some((name) => /^[0-9a-f]{2}$/.test(name));
  } catch {
    return false;
  }
}

function sizeOf(dataDir: string, name: string): number {
  return fs.statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
}
