import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { LoggedIn } from "../../../../server/contracts/access-api.ts";
import type { OwnAccount, RecoveryCodes, TotpSecret } from "../../../../server/contracts/accounts-api.ts";
import { createSecretBox } from "../../../../server/storage/secret-box.ts";
import { accountOf, call, codeAt, logInAs, PASSWORD, secondFactorOf } from "../../../support/accounts.ts";
import { keptLog, startAppliance, testClock } from "../../../support/appliance.ts";
import { inDatabase, startNewsroom } from "../../../support/newsroom.ts";

const clock = testClock();
const { appliance } = await startNewsroom({ clock });
const STEP_MS = 30_000;

const logIn = (email: string, code?: string, password = PASSWORD) =>
  call<LoggedIn & { code?: string }>(appliance, "POST", "/login", {
    email,
    password,
    ...(code === undefined ? {} : { code }),
  });

it("requires a code after the right password, and accepts each code and recovery code once", async () => {
  const browser = await accountOf(appliance, "viewer");
  const { email } = browser.account;
  const begun = await browser.ask<TotpSecret>("POST", "/account/totp", { password: PASSWORD });
  expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/Galley:[^?]+\?issuer=Galley&secret=[A-Z2-7]{32}&/);
  // Not active yet.
  expect((await logIn(email)).body.needs_code).toBe(false);
  expect((await browser.ask("PUT", "/account/totp", { code: "000000" })).status).toBe(422);
  const first = codeAt(begun.body.secret, clock.now());
  const { body } = await browser.ask<RecoveryCodes>("PUT", "/account/totp", { code: first });
  expect(body.recovery_codes).toHaveLength(10);
  expect(new Set(body.recovery_codes).size).toBe(10);
  for (const code of body.recovery_codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);

  expect(await logIn(email)).toEqual({ status: 200, body: { key: null, needs_code: true }, cookies: [] });
  // The response to a wrong password stays the same.
  expect((await logIn(email, undefined, "wrong")).status).toBe(401);
  expect((await logIn(email, first)).status).toBe(401);
  clock.advance(STEP_MS);
  const second = codeAt(begun.body.secret, clock.now());
  expect((await logIn(email, `${second.slice(0, 3)} ${second.slice(3)}`)).body.key).toHaveLength(32);
  expect((await logIn(email, second)).status).toBe(401);
  // An unused code of an earlier step is older than the used one.
  expect((await logIn(email, first)).status).toBe(401);
  // A phone's clock may be one step ahead, but not two.
  expect((await logIn(email, codeAt(begun.body.secret, clock.now() + 2 * STEP_MS))).status).toBe(401);
  expect((await logIn(email, codeAt(begun.body.secret, clock.now() + STEP_MS))).status).toBe(200);

  const [recovery = ""] = body.recovery_codes;
  expect((await logIn(email, ` ${recovery.toUpperCase()} `)).status).toBe(200);
  expect((await logIn(email, recovery)).status).toBe(401);
  const [used] = await appliance.audit("recovery code used");
  expect(used).toMatchObject({ person: { id: browser.account.id }, detail: { left: 9 } });
  const own = await browser.ask<OwnAccount>("GET", "/account");
  expect(own.body).toMatchObject({ has_totp: true, recovery_codes_left: 9 });
});

it("requires the password to turn it off", async () => {
  const browser = await accountOf(appliance, "viewer");
  await secondFactorOf(browser, clock.now());
  expect((await browser.ask("POST", "/account/totp/off", { password: "not it" })).status).toBe(422);
  const off = await browser.ask<OwnAccount>("POST", "/account/totp/off", { password: PASSWORD });
  expect(off.body).toMatchObject({ has_totp: false, recovery_codes_left: 0 });
  await logInAs(appliance, browser.account.email);
  expect((await appliance.audit("second factor off"))[0]).toMatchObject({ person: { id: browser.account.id } });
  expect((await browser.ask("PUT", "/account/totp", { code: "123456" })).status).toBe(409);
});

it("allows ten wrong codes an hour for an account", async () => {
  const browser = await accountOf(appliance, "viewer");
  const { email } = browser.account;
  const { secret } = await secondFactorOf(browser, clock.now());
  for (let n = 0; n < 10; n++) expect((await logIn(email, `00000${n}`)).status).toBe(401);
  clock.advance(2 * 60_000);
  const late = await logIn(email, codeAt(secret, clock.now()));
  expect([late.status, late.body.code]).toEqual([429, "requests.too_many_codes"]);
  clock.advance(3_600_000);
  expect((await logIn(email, codeAt(secret, clock.now()))).status).toBe(200);

  // The same limit applies to the first code of a new secret.
  const { body: begun } = await browser.ask<TotpSecret>("POST", "/account/totp", { password: PASSWORD });
  const confirm = (code: string) => browser.ask("PUT", "/account/totp", { code });
  for (let n = 0; n < 10; n++) expect((await confirm(`00000${n}`)).status).toBe(422);
  expect((await confirm(codeAt(begun.secret, clock.now()))).status).toBe(429);
  clock.advance(3_600_000);
  expect((await confirm(codeAt(begun.secret, clock.now()))).status).toBe(200);
});

it("is stored encrypted, and turned off with a log line if the key of the data folder changed", async () => {
  const log = keptLog();
  const first = await startAppliance({ log });
  const browser = await accountOf(first, "viewer");
  const { secret } = await secondFactorOf(browser, Date.now());
  await first.close();
  expect(fs.readFileSync(path.join(first.dataDir, "galley.db")).includes(secret)).toBe(false);

  // As after a restore with a new key: the projects are encrypted with it, the account is not.
  const key = randomBytes(32);
  fs.writeFileSync(path.join(first.dataDir, "secret.key"), key.toString("base64url"));
  inDatabase(first.dataDir, (database) => {
    const sealed = createSecretBox(key).seal("secret", "project secret");
    database.prepare("UPDATE projects SET secret = ?").run(sealed);
    database.prepare("DELETE FROM settings WHERE key = 'key_fingerprint'").run();
  });
  const again = await startAppliance({ dataDir: first.dataDir, log });
  await logInAs(again, browser.account.email);
  expect(log.lines.filter((line) => line.includes("second factor"))).toEqual([
    expect.stringContaining(`The second factor of ${browser.account.email} was turned off`),
  ]);
  await again.close();
});
