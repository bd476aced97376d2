/** Logins belong to a data folder, not to the articles in it: no backup takes them along, and a restore leaves them. */
import Sqlite from "better-sqlite3";
import type { Database } from "../storage/database.ts";

const COLUMNS = "id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at";

/** Takes them out of the copy of a database. Returns how many there were. */
export function forgetLogins(copy: Database): number {
  return hasLogins(copy) ? copy.prepare("DELETE FROM console_logins").run().changes : 0;
}

/**
 * Gives a database that is to take the place of another the logins of that one, so that who restores stays logged in.
 * @param present file of the other; none are taken from one that is not there, older, or damaged
 */
export function keepLogins(restored: Database, present: string): void {
  let rows: unknown[];
  try {
    const database = new Sqlite(present, { fileMustExist: true });
    try {
      rows = hasLogins(database) ? database.prepare(`SELECT ${COLUMNS} FROM console_logins`).all() : [];
    } finally {
      database.close();
    }
  } catch {
    // Restoring is what a damaged database needs; its admin logs in again.
    return;
  }
  const insert = restored.prepare(
    `INSERT INTO console_logins (${COLUMNS}) VALUES (${COLUMNS.split(", ")
      .map((name) => `@${name}`)
      .join(", ")})`,
  );
  restored.transaction(() => {
    forgetLogins(restored);
    for (const row of rows) insert.run(row);
  })();
}

function hasLogins(database: Database): boolean {
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'console_logins'").get();
  return found !== undefined;
}
