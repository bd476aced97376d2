/**
 * The SQLite file of the appliance: opened with the durability that an acknowledgement promises (WAL, fsync on every
 * commit, foreign keys), brought to the newest schema by numbered migrations, and held by one process at a time.
 */
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";

export type Database = Sqlite.Database;
export type Statement<Parameters extends unknown[], Row = unknown> = Sqlite.Statement<Parameters, Row>;

/** A data folder that this process may not or cannot use; `message` is for the person who starts it. */
export class DatabaseRefused extends Error {}

const MIGRATIONS_DIR = path.join(import.meta.dirname, "migrations");

/**
 * Opens `<dataDir>/galley.db`, making it when missing.
 * @throws DatabaseRefused when another process holds the folder, or a newer Galley wrote it
 */
export function openDatabase(dataDir: string): { database: Database; close(): void } {
  const lock = holdFolder(dataDir);
  const database = new Sqlite(path.join(dataDir, "galley.db"));
  try {
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    database.pragma("busy_timeout = 5000");
    migrate(database);
  } catch (error) {
    database.close();
    lock.close();
    throw error;
  }
  return {
    database,
    close() {
      database.close();
      lock.close();
    },
  };
}

/** An exclusive transaction on a file of its own: the operating system ends it with the process, however it dies. */
function holdFolder(dataDir: string): Database {
  const lock = new Sqlite(path.join(dataDir, "galley.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY"))
      throw new DatabaseRefused(
        `The data folder ${dataDir} is in use by another Galley. Quit that one, or give this one a folder of its own with --data-dir.`,
      );
    throw error;
  }
  return lock;
}

/** Runs what the file lacks, each migration and its number in one transaction. */
function migrate(database: Database): void {
  const migrations = fs
    .readdirSync(MIGRATIONS_DIR)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .map((name) => ({
      number: Number(name.slice(0, 4)),
      sql: fs.readFileSync(path.join(MIGRATIONS_DIR, name), "utf8"),
    }))
    .sort((a, b) => a.number - b.number);
  const newest = migrations.at(-1)?.number ?? 0;
  const present = database.pragma("user_version", { simple: true }) as number;
  if (present > newest)
    throw new DatabaseRefused(
      `The data folder was written by a newer Galley (schema ${present}; this one knows ${newest}). Install that version, or restore a backup from before the update.`,
    );
  for (const { number, sql } of migrations) {
    if (number <= present) continue;
    database.transaction(() => {
      database.exec(sql);
      database.pragma(`user_version = ${number}`);
    })();
  }
}
