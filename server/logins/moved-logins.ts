/**
 * Logins and the console's password belong to a data folder, not to the articles in it: no backup takes them along, and a
 * restore leaves them.
 */
import Sqlite from "better-sqlite3";
import type { Database } from "../storage/database.ts";

const COLUMNS = "id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at";

const PASSWORD_COLUMNS = "one, salt, hash, cost, block_size, parallelization, set_at";
/** Tables, with what is moved of each. */
const TABLES = { console_logins: COLUMNS, console_password: PASSWORD_COLUMNS };

/** Takes them out of the copy of a database. Returns how many rows there were. */
export function forgetLogins(copy: Database): number {
  let count = 0;
  for (const table of Object.keys(TABLES))
    if (hasTable(copy, table)) count += copy.prepare(`DELETE FROM ${table}`).run().changes;
  return count;
}

/**
 * Gives a database that is to take the place of another the logins and the password of that one, so that who restores
 * stays logged in, and no backup opens the console with a password of its own.
 * @param present file of the other; none are taken from one that is not there, older, or damaged
 */
export function keepLogins(restored: Database, present: string): void {
  const rows = new Map<string, unknown[]>();
  try {
    const database = new Sqlite(present, { fileMustExist: true });
    try {
      for (const [table, columns] of Object.entries(TABLES))
        if (hasTable(database, table)) rows.set(table, database.prepare(`SELECT ${columns} FROM ${table}`).all());
    } finally {
      database.close();
    }
  } catch {
    // Restoring is what a damaged database needs; its admin logs in again, and nobody by what the backup brings.
    rows.clear();
  }
  restored.transaction(() => {
    forgetLogins(restored);
    for (const [table, columns] of Object.entries(TABLES)) {
      const values = columns.split(", ").map((name) => `@${name}`);
      const insert = restored.prepare(`INSERT INTO ${table} (${columns}) VALUES (${values.join(", ")})`);
      for (const row of rows.get(table) ?? []) insert.run(row);
    }
  })();
}

function hasTable(database: Database, name: string): boolean {
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name);
  return found !== undefined;
}
