/** The console opened to other machines: under which names, and who is let in. */
import { scryptSync } from "node:crypto";
import http from "node:http";
import os from "node:os";
import Sqlite from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import type { AccessView, LoginRow, LoginWays, PasswordView } from "../../../../server/contracts/access-api.ts";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type { AuditRow } from "../../../../server/contracts/logs-api.ts";
import {
  keptLog,
  type RunningAppliance,
  startAppliance,
  type TestOptions,
  testClock,
} from "../../../support/appliance.ts";

const PASSWORD = "eine Fähre nach Riga";
const OPEN = ["--console-host", "0.0.0.0"];

let appliance: RunningAppliance;
afterEach(() => appliance.close());

async function start(options: TestOptions = {}) {
  appliance = await startAppliance({ args: OPEN, log: keptLog(), ...options });
}

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  json<T>(): T;
}

/** fetch sets Host by itself, so this speaks HTTP. */
function ask(method: string, where: string, headers: Record<string, string> = {}, body?: unknown): Promise<Answer> {
  const { port } = new URL(appliance.consoleUrl);
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, method, path: where, headers, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on("data", (chunk: Buffer) => chunks.push(chunk));
      res.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text, json: () => JSON.parse(text) });
      });
    });
    request.on("error", reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Stores the password with a hash of another cost than the appliance takes, for tests with many guesses. */
function storePassword(cost: number) {
  const row = { salt: Buffer.alloc(16), cost, block_size: 8, parallelization: 1 };
  const hash = scryptSync(PASSWORD.normalize("NFKC"), row.salt, 32, { N: cost, r: 8, p: 1 });
  const database = new Sqlite(`${appliance.dataDir}/galley.db`);
  database
    .prepare(
      "INSERT OR REPLACE INTO console_password VALUES (1, @salt, @hash, @cost, @block_size, @parallelization, 0)",
    )
    .run({ ...row, hash });
  database.close();
}
const QUICK = 16;
/** Slow enough that guesses sent together wait for each other. */
const SLOW = 2 ** 14;

const portOf = () => new URL(appliance.consoleUrl).port;
const logIn = (password: string, headers: Record<string, string> = {}) =>
  ask("POST", "/api/login", headers, { password });
/** What a browser sends once it is let in. */
const browserOf = (answer: Answer) => ({
  cookie: (answer.headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "",
  "x-galley-key": answer.json<{ key: string }>().key,
});

describe("a console that listens on all addresses", () => {
  it("is asked for under the machine's own addresses and names, and under no other", async () => {
    await start();
    const view = await appliance.console<AccessView>("GET", "/access");
    expect(view).toMatchObject({ listens_on: "0.0.0.0", open: true });
    expect(view.addresses[0]).toBe(appliance.consoleUrl);
    const port = portOf();
    const statusOf = async (host: string) => (await ask("GET", "/api/login", { host })).status;
    const own = Object.values(os.networkInterfaces())
      .flatMap((some) => some ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4")
      .map(({ address }) => `${address}:${port}`);
    for (const host of [...own, `localhost:${port}`, `[::1]:${port}`, `${os.hostname()}:${port}`])
      expect([host, await statusOf(host)]).toEqual([host, 200]);
    for (const host of ["evil.test", `evil.test:${port}`, "localhost", `198.51.100.7:${port}`, "evil.test@localhost"])
      expect([host, await statusOf(host)]).toEqual([host, 403]);
  });

  it("says of another name what to set, and answers to it once it is set", async () => {
    await start();
    const host = "console.example.org";
    const refused = await ask("GET", "/api/login", { host });
    expect(refused.status).toBe(403);
    expect(refused.json<{ detail: string }>().detail).toMatch(/"console\.example\.org" is not a name .* console_hosts/);

    await appliance.console("PATCH", "/settings", { console_hosts: ["Console.example.org", "proxy.test:8443"] });
    const from = async (name: string, origin?: string) =>
      (await ask("POST", "/api/login", { host: name, ...(origin === undefined ? {} : { origin }) }, { token: "no" }))
        .status;
    expect(await from(host, `https://${host}`)).toBe(401);
    expect(await from(host, `http://${host}`)).toBe(401);
    expect(await from("proxy.test:8443", "https://proxy.test:8443")).toBe(401);
    expect(await from("proxy.test:9000")).toBe(403);
    expect(await from(host, "https://evil.test")).toBe(403);
    expect(await from(host, `https://${host}:9999`)).toBe(403);
  });

  it("says in one line at start what to do, as long as it has no password", async () => {
    const log = keptLog();
    await start({ log });
    const line = log.lines.filter((each) => each.includes("open to other machines"));
    expect(line).toHaveLength(1);
    expect(line[0]).toMatch(/without a password: only the console token and one-time links let in\. Set a password/);

    storePassword(QUICK);
    await appliance.close();
    const again = keptLog();
    await start({ log: again, dataDir: appliance.dataDir });
    expect(again.lines.find((each) => each.includes("open to other machines"))).toContain("asks for its password");
  });
});

it("a console on this machine alone is asked for under loopback names only, and says nothing at start", async () => {
  const log = keptLog();
  await start({ args: [], log });
  expect((await ask("GET", "/api/login", { host: `${os.hostname()}:${portOf()}` })).status).toBe(403);
  expect(log.lines.join("\n")).not.toContain("open to other machines");
  expect((await appliance.console<AccessView>("GET", "/access")).open).toBe(false);
});

describe("the password", () => {
  it("lets in, and is kept as a hash alone", async () => {
    await start();
    expect((await ask("GET", "/api/login")).json<LoginWays>()).toEqual({ password: false, local: true });
    expect((await logIn(PASSWORD)).status).toBe(401);
    const set = await appliance.console<PasswordView>("PUT", "/password", { password: PASSWORD });
    expect(set.set).toBe(true);
    expect((await ask("GET", "/api/login")).json<LoginWays>().password).toBe(true);

    const wrong = await logIn(`${PASSWORD}!`);
    expect([wrong.status, wrong.headers["set-cookie"]]).toEqual([401, undefined]);
    // The same letters as another keyboard composes them.
    const right = await logIn(PASSWORD.normalize("NFD"));
    expect(right.status).toBe(200);
    expect((await ask("GET", "/api/me", browserOf(right))).json()).toMatchObject({ login: { kind: "password" } });

    const database = new Sqlite(`${appliance.dataDir}/galley.db`, { readonly: true });
    const row = database.prepare("SELECT * FROM console_password").get() as { salt: Buffer; hash: Buffer };
    database.close();
    expect(row).toMatchObject({ cost: 32_768, block_size: 8, parallelization: 3 });
    expect([row.salt.length, row.hash.length]).toEqual([16, 32]);
  });

  it("ends with its change the logins of the one before, but for that of whoever changes it; all is audited", async () => {
    await start();
    await appliance.console("PUT", "/password", { password: PASSWORD });
    storePassword(QUICK);
    const mine = browserOf(await logIn(PASSWORD));
    const other = browserOf(await logIn(PASSWORD));
    expect((await ask("PUT", "/api/password", mine, { password: `${PASSWORD} 2` })).status).toBe(200);
    expect((await ask("GET", "/api/me", mine)).status).toBe(200);
    expect((await ask("GET", "/api/me", other)).status).toBe(401);
    expect((await logIn(PASSWORD)).status).toBe(401);

    await appliance.console("DELETE", "/password");
    expect((await ask("GET", "/api/me", mine)).status).toBe(401);
    expect((await logIn(`${PASSWORD} 2`)).json<{ detail: string }>().detail).toContain("has no password");
    const { items } = await appliance.console<Page<AuditRow>>("GET", "/audit");
    expect(items.map(({ action }) => action).filter((action) => action.startsWith("password"))).toEqual([
      "password removed",
      "password changed",
      "password set",
    ]);
    expect(JSON.stringify(items)).not.toContain("Riga");
  });

  it("is not guessed: after ten wrong ones of an address in a minute not even the right one lets in", async () => {
    const clock = testClock();
    await start({ clock, args: [...OPEN, "--trusted-proxies", "loopback"] });
    storePassword(SLOW);
    const attacker = { "x-forwarded-for": "203.0.113.9" };
    // One is checked and two wait at a time, so that guesses of one address leave room for others.
    const atOnce = await Promise.all(Array.from({ length: 9 }, (_, n) => logIn(`guess number ${n}`, attacker)));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([...Array(3).fill(401), ...Array(6).fill(503)]);
    storePassword(QUICK);
    const statuses: number[] = [];
    for (let n = 0; n < 9; n++) statuses.push((await logIn(`another guess ${n}`, attacker)).status);
    expect(statuses).toEqual([...Array(7).fill(401), 429, 429]);
    const late = await logIn(PASSWORD, attacker);
    expect(late.status).toBe(429);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
    // Neither another address, nor the token, nor whoever is logged in has to wait.
    const colleague = await logIn(PASSWORD, { "x-forwarded-for": "203.0.113.10" });
    expect(colleague.status).toBe(200);
    expect((await ask("POST", "/api/login", attacker, { token: appliance.consoleToken })).status).toBe(200);
    const { items } = await appliance.console<Page<LoginRow>>("GET", "/logins");
    expect(items.map(({ address }) => address).sort()).toEqual(["203.0.113.10", "203.0.113.9"]);
    clock.advance(61_000);
    expect((await logIn(PASSWORD, attacker)).status).toBe(200);
  });

  it("is taken from a browser that was logged in before, whatever strangers send", async () => {
    await start({ args: [...OPEN, "--trusted-proxies", "loopback"] });
    storePassword(SLOW);
    const home = { "x-forwarded-for": "203.0.113.7" };
    const cookies = (await logIn(PASSWORD, home)).headers["set-cookie"] ?? [];
    const known = { ...home, cookie: cookies.map((each) => each.split(";")[0]).join("; ") };
    // Strangers take all places of the queue.
    const strangers = Array.from({ length: 20 }, (_, n) =>
      logIn("a wrong password", { "x-forwarded-for": `198.51.100.${n}` }),
    );
    expect((await logIn(PASSWORD, known)).status).toBe(200);
    const answers = (await Promise.all(strangers)).map(({ status }) => status);
    expect(new Set(answers)).toEqual(new Set([401, 503]));
    storePassword(QUICK);
    // Ten wrong ones of the address that the admin shares keep out a forged mark, not the real one…
    for (let n = 0; n < 10; n++) await logIn("a wrong password", home);
    const forged = { ...home, cookie: `galley_console_${portOf()}_known=abc.def` };
    expect((await logIn(PASSWORD, forged)).status).toBe(429);
    expect((await logIn(PASSWORD, known)).status).toBe(200);
    // …which has ten guesses of its own.
    for (let n = 0; n < 10; n++) await logIn("a wrong password", known);
    expect((await logIn(PASSWORD, known)).status).toBe(429);
  });

  it("sets a cookie for TLS alone where the browser speaks it to a proxy", async () => {
    await start();
    await appliance.console("PATCH", "/settings", { console_hosts: ["console.example.org"] });
    storePassword(QUICK);
    const plain = await logIn(PASSWORD);
    expect(plain.headers["set-cookie"]?.[0]).toMatch(/; Path=\/api; HttpOnly; SameSite=Strict$/);
    const host = "console.example.org";
    for (const headers of [{ origin: `https://${host}` }, { "x-forwarded-proto": "https" }])
      expect((await logIn(PASSWORD, { host, ...headers })).headers["set-cookie"]?.[0]).toContain("; Secure");
  });

  it("is asked of a browser elsewhere first, and the token of one on this machine", async () => {
    await start({ args: [...OPEN, "--trusted-proxies", "loopback"] });
    const ways = async (headers: Record<string, string>) =>
      (await ask("GET", "/api/login", headers)).json<LoginWays>().local;
    expect(await ways({})).toBe(true);
    expect(await ways({ "x-forwarded-for": "192.168.1.20" })).toBe(false);
    expect(await ways({ host: `${os.hostname()}:${portOf()}` })).toBe(false);
  });
});
