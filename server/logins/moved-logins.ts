/**
 * Logins and accounts belong to a data folder: no backup contains them, and a restore keeps them. Site links too, but a
 * restore ends them: their projects may be others.
 */
import Sqlite from "better-sqlite3";
import type { Database } from "../storage/database.ts";

/** A row refers only to tables before its own. */
const TABLES = {
  accounts:
    "id, name, email, email_key, role, created_at, last_login_at, salt, hash, cost, block_size, parallelization, link_hash, link_expires_at, totp_secret, totp_step, totp_pending",
  recovery_codes: "account_id, hash",
  console_logins: "id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at, account_id",
};

export function forgetLogins(copy: Database): number {
  let count = 0;
  for (const table of [...Object.keys(TABLES), "site_links"].reverse())
    if (hasTable(copy, table)) count += copy.prepare(`DELETE FROM ${table}`).run().changes;
  return count;
}

/** Of a database that another machine continues with; the accounts stay. */
export function endLogins(database: Database): void {
  database.prepare("DELETE FROM console_logins").run();
}

/**
 * Copies logins and accounts from the database that is being replaced, so that the admin stays logged in and no backup
 * brings an account.
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
      for (const row of rows.get(table) ?? []) if (!isOfSiteLink(row)) insert.run(row);
    }
  })();
}

const isOfSiteLink = (row: unknown): boolean => (row as { kind?: unknown }).kind === "site_link";

function hasTable(database: Database, name: string): boolean {
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name);
  return found !== undefined;
}
