/**
 * Logins and accounts belong to a data folder: no backup contains them, and a restore keeps them. Site links too, but a
 * restore ends them: their projects may be others.
 */
import Sqlite from "better-sqlite3";
import { type Database, migrate, schemaOf } from "../storage/database.ts";

/** A row refers only to tables before its own. */
const TABLES = {
  accounts:
    "id, name, email, email_key, role, created_at, last_login_at, salt, hash, cost, block_size, parallelization, link_hash, link_expires_at, totp_secret, totp_step, totp_pending",
  recovery_codes: "account_id, hash",
  console_logins: "id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at, account_id",
};
/** Of earlier versions: a password for all admins. */
const FORMER_TABLES = ["console_password"];

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
 * @param present its file; nothing is copied where it is missing, newer or damaged
 */
export function keepLogins(restored: Database, present: string): void {
  const rows = readLogins(present);
  restored.transaction(() => {
    forgetLogins(restored);
    for (const [table, columns] of Object.entries(TABLES)) write(restored, table, columns.split(", "), rows.get(table));
  })();
}

/** Rows by table, of an older database as its migration makes them. */
function readLogins(file: string): Map<string, unknown[]> {
  const rows = new Map<string, unknown[]>();
  const copy = new Sqlite(":memory:");
  try {
    const database = new Sqlite(file, { fileMustExist: true });
    try {
      migrate(copy, schemaOf(database));
      for (const table of [...FORMER_TABLES, ...Object.keys(TABLES)])
        if (hasTable(copy, table)) {
          const read = database.prepare(`SELECT * FROM ${table}`);
          write(
            copy,
            table,
            read.columns().map(({ name }) => name),
            read.all().filter((row) => !isOfSiteLink(row)),
          );
        }
    } finally {
      database.close();
    }
    migrate(copy);
    for (const [table, columns] of Object.entries(TABLES))
      rows.set(table, copy.prepare(`SELECT ${columns} FROM ${table}`).all());
  } catch {
    // The admin of a damaged database logs in again.
    rows.clear();
  } finally {
    copy.close();
  }
  return rows;
}

function write(to: Database, table: string, columns: readonly string[], rows: readonly unknown[] = []): void {
  const values = columns.map((name) => `@${name}`);
  const insert = to.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values.join(", ")})`);
  for (const row of rows) insert.run(row);
}

const isOfSiteLink = (row: unknown): boolean => (row as { kind?: unknown }).kind === "site_link";

function hasTable(database: Database, name: string): boolean {
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name);
  return found !== undefined;
}
