/** Protection against guessed passwords: limits, the same response for unknown accounts, and hashes. */
import { expect, it } from "vitest";
import type { LoggedIn, LoginRow } from "../../../../server/contracts/access-api.ts";
import { type Answered, accountOf, call, PASSWORD } from "../../../support/accounts.ts";
import { keptLog, type RunningAppliance, type TestOptions, testClock } from "../../../support/appliance.ts";
import { inDatabase, startNewsroom } from "../../../support/newsroom.ts";

let appliance: RunningAppliance;
let email: string;

/** Starts a Galley behind a proxy, with one account. */
async function start(options: TestOptions = {}) {
  ({ appliance } = await startNewsroom({ args: ["--trusted-proxies", "loopback"], log: keptLog(), ...options }));
  email = (await accountOf(appliance, "viewer")).account.email;
}

/** Slow enough that guesses sent together wait for each other. */
const SLOW = 2 ** 14;

const logIn = (password: string, headers: Record<string, string> = {}, as = email): Promise<Answered<LoggedIn>> =>
  call(appliance, "POST", "/login", { email: as, password }, headers);
const from = (address: string) => ({ "x-forwarded-for": address });

it("stores only a hash of the password, and answers the same for an unknown account", async () => {
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
  const clock = testClock();
  await start({ clock, passwordCost: SLOW });
  const attacker = from("203.0.113.9");
  const guess = (n: number) => logIn(`guess number ${n}`, attacker, `person${n}@example.org`);
  // One guess of an IP address is checked and two wait, so that other IP addresses have a turn.
  const parallel = await Promise.all(Array.from({ length: 9 }, (_, n) => guess(n)));
  expect(parallel.map(({ status }) => status).sort()).toEqual([...Array(3).fill(401), ...Array(6).fill(503)]);
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

it("accepts the password from a known browser while strangers guess", async () => {
  await start({ passwordCost: SLOW });
  const home = from("203.0.113.7");
  const { cookies } = await logIn(PASSWORD, home);
  const known = { ...home, cookie: cookies.map((each) => each.split(";")[0]).join("; ") };
  // Strangers take all places of the queue.
  const strangers = Array.from({ length: 20 }, (_, n) => logIn("a wrong password", from(`198.51.100.${n}`)));
  expect((await logIn(PASSWORD, known)).status).toBe(200);
  const answers = (await Promise.all(strangers)).map(({ status }) => status);
  expect(answers.every((status) => [401, 429, 503].includes(status))).toBe(true);
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
