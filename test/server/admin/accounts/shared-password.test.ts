/** Data folders of a version with one password for all admins. */
import { randomBytes, scryptSync } from "node:crypto";
import { expect, it } from "vitest";
import type { LoginWays, Me } from "../../../../server/contracts/access-api.ts";
import type { AccountRow } from "../../../../server/contracts/accounts-api.ts";
import type { Page } from "../../../../server/contracts/console-api.ts";
import { browserOf, call, logInAs, PASSWORD } from "../../../support/accounts.ts";
import { startAppliance } from "../../../support/appliance.ts";
import { rebuildInSchema } from "../../../support/data-folder.ts";

const LAST_WITH_PASSWORD = 31;

async function oldFolder(change: Parameters<typeof rebuildInSchema>[3]) {
  const { dataDir, close } = await startAppliance();
  await close();
  rebuildInSchema(dataDir, LAST_WITH_PASSWORD, ["projects", "settings"], change);
  const appliance = await startAppliance({ dataDir });
  const items = (await appliance.console<Page<AccountRow>>("GET", "/admins")).items;
  return { appliance, items };
}

it("keeps the shared password as the account admin", async () => {
  const salt = randomBytes(16);
  const hash = scryptSync(PASSWORD.normalize("NFKC"), salt, 32, { N: 16, r: 8, p: 1 });
  const { appliance, items } = await oldFolder((old) => {
    old.prepare("INSERT INTO console_password VALUES (1, @salt, @hash, 16, 8, 1, 0)").run({ salt, hash });
  });
  expect(items).toMatchObject([{ name: "Admin", email: "admin", role: "admin", state: "active" }]);
  const browser = await logInAs(appliance, "Admin");
  expect((await browser.ask<Me>("GET", "/me")).body).toMatchObject({ role: "admin", person: { name: "Admin" } });
  await appliance.close();
});

it("creates no account without a password, and ends logins with a removed password", async () => {
  const { appliance, items } = await oldFolder((old) => {
    old.exec(`INSERT INTO console_logins (id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at)
      VALUES ('old', 'password', x'00', x'00', '', '', 0, 0)`);
  });
  expect(items).toEqual([]);
  expect((await call<LoginWays>(appliance, "GET", "/login")).body.accounts).toBe(false);
  expect((await appliance.console<Page<unknown>>("GET", "/logins")).items).toEqual([]);
  expect((await browserOf(appliance, { cookie: "x=old.a", "x-galley-key": "a" }).ask("GET", "/me")).status).toBe(401);
  await appliance.close();
});
