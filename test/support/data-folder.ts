/** Looks at the files of a data folder and changes them. */
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect } from "vitest";
import { type Database, migrate } from "../../server/storage/database.ts";

/** False on Windows, where the permissions of the user's profile protect the files (docs/security.md). */
export const HAS_MODES = process.platform !== "win32";

/** Fails if others than the owner can access a file. */
export function expectPrivate(...files: string[]): void {
  if (!HAS_MODES) return;
  for (const file of files) expect((fs.statSync(file).mode & 0o777).toString(8), file).toBe("600");
}

/**
 * Rebuilds a data folder in an earlier schema with the rows of `tables`. The folder must not be open.
 * @param change makes further changes to the old database
 */
export function rebuildInSchema(dataDir: string, schema: number, tables: string[], change: (old: Database) => void) {
  const file = path.join(dataDir, "galley.db");
  const newerFile = `${file}.newer`;
  const newer = new Sqlite(file);
  newer.pragma("journal_mode = DELETE");
  newer.close();
  fs.renameSync(file, newerFile);
  const old = new Sqlite(file);
  migrate(old, schema);
  old.prepare("ATTACH ? AS newer").run(newerFile);
  for (const table of tables) {
    const shared = `SELECT name FROM pragma_table_info(?, 'main') INTERSECT SELECT name FROM pragma_table_info(?, 'newer')`;
    const both = old.prepare(shared).pluck().all(table, table);
    old.exec(`INSERT OR REPLACE INTO main.${table} (${both}) SELECT ${both} FROM newer.${table}`);
  }
  change(old);
  old.close();
  fs.rmSync(newerFile);
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * The number of commits in a write-ahead log, which are frames with a database size
 * (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
 */
export function commitsIn(file: string): number {
  const bytes = fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0);
  if (bytes.length < HEADER_BYTES) return 0;
  const frame = FRAME_HEADER_BYTES + bytes.readUInt32BE(8);
  const salt = bytes.subarray(16, 24);
  let commits = 0;
  for (let at = HEADER_BYTES; at + frame <= bytes.length; at += frame) {
    // Frames with another salt remain from before the log was reset.
    if (!bytes.subarray(at + 8, at + 16).equals(salt)) break;
    if (bytes.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}
