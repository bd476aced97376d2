/** Protection of logins: limits for guesses, the same response for unknown accounts, hashes, and the second factor. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { LoggedIn, LoginRow } from "../../../../server/contracts/access-api.ts";
import type { OwnAccount, RecoveryCodes, TotpSecret } from "../../../../server/contracts/accounts-api.ts";
import { createSecretBox } from "../../../../server/storage/secret-box.ts";
import { accountOf, call, codeAt, logInAs, PASSWORD, secondFactorOf } from "../../../support/accounts.ts";
import { keptLog, startAppliance, type TestOptions, testClock } from "../../../support/appliance.ts";
import { postTogether } from "../../../support/network.ts";
import { inDatabase, startNewsroom } from "../../../support/newsroom.ts";

const clock = testClock();
const { appliance: shared } = await startNewsroom({ clock });
let appliance = shared;
let email: string;

/** Starts a Galley behind a proxy, with one account, so that other tests do not use up its limits. */
async function start(options: TestOptions = {}) {
  ({ appliance } = await startNewsroom({ args: ["--trusted-proxies", "loopback"], log: keptLog(), ...options }));
  email = (await accountOf(appliance, "viewer")).account.email;
}

const logIn = (password: string, headers: Record<string, string> = {}, as = email) =>
  call<LoggedIn>(appliance, "POST", "/login", { email: as, password }, headers);
const from = (address: string) => ({ "x-forwarded-for": address });

it("stores only a hash of the password, and responds the same for an unknown account", async () => {
  await start({ passwordCost: null });
  const wrong = await logIn(`${PASSWORD}!`);
  const unknown = await logIn(PASSWORD, {}, "unknown@example.org");
  expect([wrong.status, wrong.cookies]).toEqual([401, []]);
  expect(unknown).toEqual(wrong);
  // The same letters in another Unicode form.
  expect((await logIn(PASSWORD.normalize("NFD"))).status).toBe(200);
  const row = inDatabase(appliance.dataDir, (database) => database.prepare("SELECT * FROM accounts").get()) as {
    salt: Buffer;
    hash: Buffer;
  };
  expect(row).toMatchObject({ cost: 32_768, block_size: 8, parallelization: 3 });
  expect([row.salt.length, row.hash.length]).toEqual([16, 32]);
});

it("rejects even the right password after ten wrong ones a minute from an IP address", async () => {
  await start({ clock });
  const attacker = from("203.0.113.9");
  const guesses = Array.from({ length: 9 }, (_, n) => {
    const body = { email: `person${n}@example.org`, password: `guess number ${n}` };
    return { path: "/api/login", headers: attacker, body };
  });
  // One guess of an IP address is checked and two wait, so that other IP addresses have a turn.
  const together = await postTogether(appliance.consoleUrl, guesses);
  expect(together).toEqual([...Array(3).fill(401), ...Array(6).fill(503)]);
  const statuses: number[] = [];
  for (let n = 0; n < 9; n++) statuses.push((await logIn(`another guess ${n}`, attacker)).status);
  expect(statuses).toEqual([...Array(7).fill(401), 429, 429]);
  expect((await logIn(PASSWORD, attacker)).status).toBe(429);
  // Other IP addresses, the token and logged-in browsers do not have to wait.
  expect((await logIn(PASSWORD, from("203.0.113.10"))).status).toBe(200);
  const byToken = await call(appliance, "POST", "/login", { token: appliance.consoleToken }, attacker);
  expect(byToken.status).toBe(200);
  const items = await appliance.list<LoginRow>("/logins");
  const rows = items.map(({ address, person }) => [address, person?.email ?? null]);
  expect(rows).toContainEqual(["203.0.113.10", email]);
  expect(rows).toContainEqual(["203.0.113.9", null]);
  clock.advance(61_000);
  expect((await logIn(PASSWORD, attacker)).status).toBe(200);
});

it("allows ten wrong passwords a minute for an account, from any number of IP addresses", async () => {
  await start();
  for (let n = 0; n < 10; n++) expect((await logIn("a guess", from(`198.51.100.${n}`))).status).toBe(401);
  expect((await logIn(PASSWORD, from("198.51.100.99"))).status).toBe(429);
  // The same applies to an account that does not exist.
  const unknown = "unknown@example.org";
  for (let n = 0; n < 10; n++) await logIn("a guess", from(`198.51.100.${100 + n}`), unknown);
  expect((await logIn("a guess", from("198.51.100.200"), unknown)).status).toBe(429);
});

it("accepts the password from a known browser while other clients guess", async () => {
  // Slow enough that guesses wait for each other.
  await start({ passwordCost: 2 ** 14 });
  const home = from("203.0.113.7");
  const { cookies } = await logIn(PASSWORD, home);
  const known = { ...home, cookie: cookies.map((each) => each.split(";")[0]).join("; ") };
  // Strangers take all places of the queue.
  const strangers = Array.from({ length: 20 }, (_, n) => logIn("a wrong password", from(`198.51.100.${n}`)));
  expect((await logIn(PASSWORD, known)).status).toBe(200);
  const responses = (await Promise.all(strangers)).map(({ status }) => status);
  expect(responses.every((status) => [401, 429, 503].includes(status))).toBe(true);
  // After ten wrong ones from the shared IP address, a forged mark is rejected and the real one accepted…
  for (let n = 0; n < 10; n++) await logIn("a wrong password", home);
  const forged = { ...home, cookie: `galley_console_${new URL(appliance.consoleUrl).port}_known=abc.def` };
  expect((await logIn(PASSWORD, forged)).status).toBe(429);
  expect((await logIn(PASSWORD, known)).status).toBe(200);
  // …but the known browser also has only ten guesses.
  for (let n = 0; n < 10; n++) await logIn("a wrong password", known);
  expect((await logIn(PASSWORD, known)).status).toBe(429);
});

it("keeps the twenty newest logins of an account", async () => {
  await start();
  for (let n = 0; n < 21; n++) expect((await logIn(PASSWORD)).status).toBe(200);
  expect(await appliance.list("/logins")).toHaveLength(20);
});

const STEP_MS = 30_000;

const logInWith = (email: string, code?: string, password = PASSWORD) =>
  call<LoggedIn & { code?: string }>(shared, "POST", "/login", {
    email,
    password,
    ...(code === undefined ? {} : { code }),
  });

it("requires a code after the right password, and accepts each code and recovery code once", async () => {
  const browser = await accountOf(shared, "viewer");
  const { email } = browser.account;
  const begun = await browser.ask<TotpSecret>("POST", "/account/totp", { password: PASSWORD });
  expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/Galley:[^?]+\?issuer=Galley&secret=[A-Z2-7]{32}&/);
  // Not active yet.
  expect((await logInWith(email)).body.needs_code).toBe(false);
  expect((await browser.ask("PUT", "/account/totp", { code: "000000" })).status).toBe(422);
  const first = codeAt(begun.body.secret, clock.now());
  const { body } = await browser.ask<RecoveryCodes>("PUT", "/account/totp", { code: first });
  expect(body.recovery_codes).toHaveLength(10);
  expect(new Set(body.recovery_codes).size).toBe(10);
  for (const code of body.recovery_codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);

  expect(await logInWith(email)).toEqual({ status: 200, body: { key: null, needs_code: true }, cookies: [] });
  // The response to a wrong password stays the same.
  expect((await logInWith(email, undefined, "wrong")).status).toBe(401);
  expect((await logInWith(email, first)).status).toBe(401);
  clock.advance(STEP_MS);
  const second = codeAt(begun.body.secret, clock.now());
  expect((await logInWith(email, `${second.slice(0, 3)} ${second.slice(3)}`)).body.key).toHaveLength(32);
  expect((await logInWith(email, second)).status).toBe(401);
  // An unused code of an earlier step is older than the used one.
  expect((await logInWith(email, first)).status).toBe(401);
  // A phone's clock may be one step ahead, but not two.
  expect((await logInWith(email, codeAt(begun.body.secret, clock.now() + 2 * STEP_MS))).status).toBe(401);
  expect((await logInWith(email, codeAt(begun.body.secret, clock.now() + STEP_MS))).status).toBe(200);

  const [recovery = ""] = body.recovery_codes;
  expect((await logInWith(email, ` ${recovery.toUpperCase()} `)).status).toBe(200);
  expect((await logInWith(email, recovery)).status).toBe(401);
  const [used] = await shared.audit("recovery code used");
  expect(used).toMatchObject({ person: { id: browser.account.id }, detail: { left: 9 } });
  const own = await browser.ask<OwnAccount>("GET", "/account");
  expect(own.body).toMatchObject({ has_totp: true, recovery_codes_left: 9 });
});

it("requires the password to turn the second factor off", async () => {
  const browser = await accountOf(shared, "viewer");
  await secondFactorOf(browser, clock.now());
  expect((await browser.ask("POST", "/account/totp/off", { password: "not it" })).status).toBe(422);
  const off = await browser.ask<OwnAccount>("POST", "/account/totp/off", { password: PASSWORD });
  expect(off.body).toMatchObject({ has_totp: false, recovery_codes_left: 0 });
  await logInAs(shared, browser.account.email);
  expect((await shared.audit("second factor off"))[0]).toMatchObject({ person: { id: browser.account.id } });
  expect((await browser.ask("PUT", "/account/totp", { code: "123456" })).status).toBe(409);
});

it("allows ten wrong codes an hour for an account", async () => {
  const browser = await accountOf(shared, "viewer");
  const { email } = browser.account;
  const { secret } = await secondFactorOf(browser, clock.now());
  for (let n = 0; n < 10; n++) expect((await logInWith(email, `00000${n}`)).status).toBe(401);
  clock.advance(2 * 60_000);
  const late = await logInWith(email, codeAt(secret, clock.now()));
  expect([late.status, late.body.code]).toEqual([429, "requests.too_many_codes"]);
  clock.advance(3_600_000);
  expect((await logInWith(email, codeAt(secret, clock.now()))).status).toBe(200);

  // The same limit applies to the first code of a new secret.
  const { body: begun } = await browser.ask<TotpSecret>("POST", "/account/totp", { password: PASSWORD });
  const confirm = (code: string) => browser.ask("PUT", "/account/totp", { code });
  for (let n = 0; n < 10; n++) expect((await confirm(`00000${n}`)).status).toBe(422);
  expect((await confirm(codeAt(begun.secret, clock.now()))).status).toBe(429);
  clock.advance(3_600_000);
  expect((await confirm(codeAt(begun.secret, clock.now()))).status).toBe(200);
});

it("encrypts the second factor, and turns it off with a log line if the data folder has another key", async () => {
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
