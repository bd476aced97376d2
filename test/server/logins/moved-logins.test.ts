import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { keepLogins } from "../../../server/logins/moved-logins.ts";
import { migrate } from "../../../server/storage/database.ts";
import { temporaryFolder } from "../../support/appliance.ts";

it("removes accounts and logins of a backup, even if the replaced database is missing", () => {
  const restored = new Sqlite(":memory:");
  migrate(restored);
  fill(restored);
  keepLogins(restored, path.join(temporaryFolder(), "galley.db"));
  const count = (table: string) => restored.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(["accounts", "recovery_codes", "site_links", "console_logins"].map(count)).toEqual([0, 0, 0, 0]);
});

it("keeps accounts, recovery codes and logins of the replaced database, and removes site links", () => {
  const file = path.join(temporaryFolder(), "galley.db");
  const present = new Sqlite(file);
  migrate(present);
  fill(present);
  present.close();
  const restored = new Sqlite(":memory:");
  migrate(restored);
  restored.exec(
    "INSERT INTO accounts (id, name, email, email_key, role, created_at) VALUES ('b', '', '', '', 'admin', 0)",
  );
  keepLogins(restored, file);
  const ids = (column: string, table: string) => restored.prepare(`SELECT ${column} FROM ${table}`).pluck().all();
  for (const [column, table] of Object.entries({ id: "accounts", account_id: "recovery_codes" }))
    expect([table, ids(column, table)]).toEqual([table, ["a"]]);
  expect(ids("account_id", "console_logins")).toEqual(["a"]);
});

it("migrates the shared password of an old replaced database to an account", () => {
  const file = path.join(temporaryFolder(), "galley.db");
  const present = new Sqlite(file);
  migrate(present, 31);
  present.exec(`INSERT INTO console_password VALUES (1, x'01', x'02', 2, 8, 1, 0);
    INSERT INTO console_logins (id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at)
      VALUES ('p', 'password', x'00', x'00', '', '', 0, 0), ('t', 'token', x'00', x'00', '', '', 0, 0);`);
  present.close();
  const restored = new Sqlite(":memory:");
  migrate(restored);
  keepLogins(restored, file);
  const account = restored.prepare<[], { id: string }>("SELECT id, email, role, hash FROM accounts").get();
  expect(account).toMatchObject({ email: "admin", role: "admin", hash: Buffer.from([2]) });
  expect(restored.prepare("SELECT id, account_id FROM console_logins ORDER BY id").raw().all()).toEqual([
    ["p", account?.id],
    ["t", null],
  ]);
});

function fill(database: Sqlite.Database): void {
  database.exec(`INSERT INTO accounts (id, name, email, email_key, role, created_at, salt, hash, cost, block_size, parallelization)
      VALUES ('a', 'Ida', 'Ida@example.org', 'ida@example.org', 'admin', 0, x'00', x'00', 2, 8, 1);
    INSERT INTO recovery_codes (account_id, hash) VALUES ('a', x'00');
    INSERT INTO console_logins (id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at, account_id)
      VALUES ('l', 'password', x'00', x'00', '', '', 0, 0, 'a');
    INSERT INTO projects (id, name, environment, api_key, secret, allowed_hosts, settings, enabled, created_at)
      VALUES ('p', 'The Daily', 'dev', 'key', x'00', '[]', '{}', 1, 1);
    INSERT INTO site_links (id, project_id, name, secret_hash, created_at, expires_at) VALUES ('s', 'p', 'Anna', x'00', 0, 9e15);
    INSERT INTO console_logins (id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at, site_link_id)
      VALUES ('m', 'site_link', x'00', x'00', '', '', 0, 0, 's');`);
}
