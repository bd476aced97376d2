/** Whom a restored database lets in. */
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { keepLogins } from "../../../server/logins/moved-logins.ts";
import { migrate } from "../../../server/storage/database.ts";
import { temporaryFolder } from "../../support/appliance.ts";

it("a backup that brings a password and a login opens nothing, also where the present database is gone", () => {
  const restored = new Sqlite(":memory:");
  migrate(restored);
  restored.exec(`INSERT INTO console_password (one, salt, hash, cost, block_size, parallelization, set_at)
      VALUES (1, x'00', x'00', 2, 8, 1, 0);
    INSERT INTO console_logins (id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at)
      VALUES ('a', 'password', x'00', x'00', '', '', 0, 0);`);
  keepLogins(restored, path.join(temporaryFolder(), "galley.db"));
  const count = (table: string) => restored.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect([count("console_password"), count("console_logins")]).toEqual([0, 0]);
});
