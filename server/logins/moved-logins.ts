/**
 * Logins and accounts belong to a data folder: backups omit them, and a restore keeps them. Backups omit site links
 * too, but a restore ends them, because their projects may have changed.
 */
import Sqlite from "better-sqlite3";
import { closing } from "../core/runtime.ts";
import { type Database, migrate, schemaOf } from "../storage/database.ts";

/** In the order of their references. */
const TABLES = {
  accounts:
    "id, name, email, email_key, role, created_at, last_login_at, salt, hash, cost, block_size, parallelization, link_hash, link_expires_at, totp_secret, totp_step, totp_pending",
  recovery_codes: "account_id, hash",
  console_logins: "id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at, account_id",
};
/** Tables of earlier versions: a common password for all admins. */
const FORMER_TABLES = ["console_password"];

export function forgetLogins(copy: Database): number {
  let count = 0;
  for (const table of [...Object.keys(TABLES), "site_links"].reverse())
    if (hasTable(copy, table)) count += copy.prepare(`DELETE FROM ${table}`).run().changes;
  return count;
}

/** Ends all logins when another machine takes over the database. The accounts stay. */
export function endLogins(database: Database): void {
  database.prepare("DELETE FROM console_logins").run();
}

/** Copies logins and accounts from the replaced database. @param present its file; ignored if missing, newer or damaged */
export function keepLogins(restored: Database, present: string): void {
  const rows = readLogins(present);
  restored.transaction(() => {
    forgetLogins(restored);
    for (const [table, columns] of Object.entries(TABLES)) write(restored, table, columns.split(", "), rows.get(table));
  })();
}

/** Rows by table, migrated to the current schema. */
function readLogins(file: string): Map<string, unknown[]> {
  const rows = new Map<string, unknown[]>();
  using copy = closing(new Sqlite(":memory:"));
  try {
    using database = closing(new Sqlite(file, { fileMustExist: true }));
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
    migrate(copy);
    for (const [table, columns] of Object.entries(TABLES))
      rows.set(table, copy.prepare(`SELECT ${columns} FROM ${table}`).all());
  } catch {
    // With a damaged database, the admin has to log in again.
    rows.clear();
  }
  return rows;
}

function write(to: Database, table: string, columns: readonly string[], rows: readonly unknown[] = []): void {
  const values = columns.map((name) => `@${name}`);
  const insert = to.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values.join(", ")})`);
  for (const row of rows) insert.run(row);
}

const isOfSiteLink = (row: unknown): boolean => (row as { kind?: unknown }).kind === "site_link";

export function hasTable(database: Database, name: string): boolean {
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name);
  return found !== undefined;
}
