import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { type Database, migrate } from "../../server/storage/database.ts";

/**
 * Rebuilds a data folder in an earlier schema with the rows of `tables`. The folder must not be open.
 * @param change makes further changes to the old database
 */
export function rebuildInSchema(
  dataDir: string,
  schema: number,
  tables: string[],
  change: (old: Database) => void,
): void {
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
    const columns = (of: string) =>
      old.prepare<[string, string], string>("SELECT name FROM pragma_table_info(?, ?)").pluck().all(table, of);
    const known = new Set(columns("newer"));
    const both = columns("main").filter((name) => known.has(name));
    old.exec(`INSERT OR REPLACE INTO main.${table} (${both}) SELECT ${both} FROM newer.${table}`);
  }
  change(old);
  old.close();
  fs.rmSync(newerFile);
}
