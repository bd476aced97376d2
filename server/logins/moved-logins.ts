/** Logins and the console's password belong to a data folder: no backup contains them, and a restore keeps them. */
import Sqlite from "better-sqlite3";
import type { Database } from "../storage/database.ts";

const COLUMNS = "id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at";

const PASSWORD_COLUMNS = "one, salt, hash, cost, block_size, parallelization, set_at";
const TABLES = { console_logins: COLUMNS, console_password: PASSWORD_COLUMNS };

export function forgetLogins(copy: Database): number {
  let count = 0;
  for (const table of Object.keys(TABLES))
    if (hasTable(copy, table)) count += copy.prepare(`DELETE FROM ${table}`).run().changes;
  return count;
}

/** Of a database that another machine continues with; the password stays. */
export function endLogins(database: Database): void {
  database.prepare("DELETE FROM console_logins").run();
}

/**
 * Copies logins and password from the database that is being replaced, so that the admin stays logged in and no backup
 * brings a password.
 * @param present its file; nothing is copied where it is missing, older or damaged
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
    // The admin of a damaged database logs in again.
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
