import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { openAppliance } from "../../../server/appliance.ts";
import { readConfig } from "../../../server/config/config.ts";
import type { LoggedIn, LoginRow, Me } from "../../../server/contracts/access-api.ts";
import type { Page } from "../../../server/contracts/console-api.ts";
import { stderrLog } from "../../../server/core/process.ts";
import { systemRandom } from "../../../server/core/runtime.ts";
import { keepLogins } from "../../../server/logins/moved-logins.ts";
import { migrate } from "../../../server/storage/database.ts";
import { openKeyFile } from "../../../server/storage/secret-box.ts";
import { call } from "../../support/accounts.ts";
import { keptLog, startAppliance, temporaryFolder, testClock } from "../../support/appliance.ts";
import { backUp, command } from "../../support/backups.ts";
import { changeIn, inDatabase, startNewsroom, valuesIn } from "../../support/newsroom.ts";

const DAY = 24 * 3_600_000;

const clock = testClock();
let { appliance } = await startNewsroom({ clock });
afterAll(() => appliance.close());
/** Starts the closed appliance again on the same port. */
async function reopen() {
  const args = ["--console-port", new URL(appliance.consoleUrl).port];
  appliance = await startAppliance({ clock, dataDir: appliance.dataDir, args });
}

interface Browser {
  cookie: string;
  key: string;
}

const logInWith = (token: unknown, at = appliance, userAgent = "Mozilla/5.0 (X11; Linux) Firefox/140.0") =>
  call<LoggedIn>(at, "POST", "/login", { token }, { "user-agent": userAgent });

async function logIn(userAgent?: string): Promise<Browser> {
  const { cookies, body } = await logInWith(appliance.consoleToken, appliance, userAgent);
  return { cookie: cookies[0]?.split(";")[0] ?? "", key: body.key ?? "" };
}

const ask = (where: string, browser: Partial<Browser>, init: RequestInit = {}, at = appliance) =>
  fetch(`${at.consoleUrl}/api${where}`, {
    ...init,
    headers: { cookie: browser.cookie ?? "", ...(browser.key === undefined ? {} : { "x-galley-key": browser.key }) },
  });
const status = async (browser: Partial<Browser>, at = appliance) => (await ask("/me", browser, {}, at)).status;
const list = async (browser: Browser) => ((await (await ask("/logins", browser)).json()) as Page<LoginRow>).items;
const idOf = async (browser: Browser) => ((await (await ask("/me", browser)).json()) as Me).login?.id ?? "";

describe("a login", () => {
  it("requires both the cookie and the page's key", async () => {
    const [one, two] = [await logIn(), await logIn()];
    expect(one.cookie).not.toBe(two.cookie);
    expect(await status(one)).toBe(200);
    expect(await status(two)).toBe(200);
    for (const half of [
      { cookie: one.cookie },
      { key: one.key },
      { ...one, key: two.key },
      { ...one, key: "" },
      { ...one, cookie: one.cookie.replace(/.$/, "*") },
      { ...one, cookie: `${one.cookie.split("=")[0]}=` },
    ])
      expect([half, await status(half)]).toEqual([half, 401]);
  });

  it("accepts the key as a query parameter", async () => {
    const { cookie, key } = await logIn();
    expect((await ask(`/me?key=${key}`, { cookie })).status).toBe(200);
    expect((await ask(`/me?key=${key}x`, { cookie })).status).toBe(401);
  });

  it("sets HttpOnly cookies for the API, named after the port: the login and the known browser", async () => {
    const response = await fetch(appliance.consoleLink, { redirect: "manual" });
    const { port } = new URL(appliance.consoleUrl);
    const cookie = (name: string) =>
      expect.stringMatching(new RegExp(`^${name}=[\\w.-]+; Max-Age=\\d+; Path=/api; HttpOnly; SameSite=Strict$`));
    expect(response.headers.getSetCookie()).toEqual(
      ["", "_known"].map((end) => cookie(`galley_console_${port}${end}`)),
    );
  });

  it("stores only hashes of its secrets", async () => {
    const { cookie, key } = await logIn();
    const rows = inDatabase(appliance.dataDir, (database) =>
      JSON.stringify(database.prepare("SELECT * FROM console_logins").all()),
    );
    expect(rows).toContain("Firefox");
    expect(rows).not.toContain(key);
    expect(rows).not.toContain(cookie.split(".")[1]);
  });

  it("is listed with its browser and kind, without secrets", async () => {
    const other = await logIn("Other/1.0");
    const own = await logIn();
    const rows = await list(own);
    const shown = rows.map(({ user_agent, current, kind }) => [user_agent, current, kind]);
    expect(shown).toContainEqual(["Other/1.0", false, "token"]);
    expect(shown).toContainEqual([expect.stringContaining("Firefox"), true, "token"]);
    for (const secret of [own.key, other.key, own.cookie.split(".")[1], other.cookie.split(".")[1]])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it("ends with its event stream when another login deletes it", async () => {
    const [own, other] = [await logIn(), await logIn()];
    const stream = await ask("/events", other);
    const received = stream.text();
    expect((await ask(`/logins/${await idOf(other)}`, own, { method: "DELETE" })).status).toBe(204);
    await expect(received).rejects.toThrow();
    expect(await status(other)).toBe(401);
    expect(await status(own)).toBe(200);
    expect((await ask("/logins/none", own, { method: "DELETE" })).status).toBe(404);
  });

  it("ends by logout, which clears the cookie and is recorded", async () => {
    const own = await logIn();
    const id = await idOf(own);
    const response = await ask("/logout", own, { method: "POST" });
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie()[0]).toMatch(/=; Max-Age=0; Path=\/api/);
    expect(await status(own)).toBe(401);
    const actions = (await appliance.audit()).filter(({ subject }) => subject === id).map(({ action }) => action);
    expect(actions).toEqual(["login ended", "logged in"]);
  });

  it("expires after two weeks without use", async () => {
    const [used, unused] = [await logIn(), await logIn()];
    for (let day = 0; day < 45; day += 9) {
      clock.advance(9 * DAY);
      expect(await status(used)).toBe(200);
      if (day >= 9) expect(await status(unused)).toBe(401);
    }
    expect((await list(used)).length).toBe(1);
    clock.advance(14 * DAY);
    expect(await status(used)).toBe(401);
  });

  it("does not expire while its event stream is open", async () => {
    const own = await logIn();
    const stop = new AbortController();
    const stream = await ask("/events", own, { signal: stop.signal });
    clock.advance(16 * DAY);
    expect(await status(own)).toBe(200);
    stop.abort();
    await stream.text().catch(() => undefined);
  });

  it("replaces the least recently used one above a hundred logins", async () => {
    changeIn(appliance.dataDir, "DELETE FROM console_logins");
    const first = await logIn();
    clock.advance(1);
    const second = await logIn();
    clock.advance(1);
    changeIn(
      appliance.dataDir,
      `INSERT INTO console_logins (id, kind, secret_hash, token_hash, user_agent, address, created_at, last_used_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 98)
       SELECT 'copy ' || i, kind, secret_hash, token_hash, user_agent, address, created_at, ?
       FROM n, (SELECT * FROM console_logins ORDER BY last_used_at DESC LIMIT 1)`,
      clock.now(),
    );
    await logIn();
    expect([await status(first), await status(second)]).toEqual([401, 200]);
  });
});

it.each([
  ["\n", 422],
  ["a".repeat(31), 401],
])("replaces the short token %j at startup, and rejects it with %i", async (token, refused) => {
  const dataDir = temporaryFolder();
  const files = ["console-token", "metrics-token"].map((name) => path.join(dataDir, name));
  for (const file of files) fs.writeFileSync(file, token);
  const log = keptLog();
  const { appliance: started } = await startNewsroom({ dataDir, log });
  for (const file of files) {
    expect(fs.readFileSync(file, "utf8")).toMatch(/^[\w-]{32}$/);
    expect(log.lines.join("\n")).toContain(`The file ${path.basename(file)} had fewer than 32 characters`);
  }
  expect((await logInWith(token.trim(), started)).status).toBe(refused);
  expect((await logInWith(started.consoleToken, started)).status).toBe(200);
});

it("accepts a pasted login link as a token, once", async () => {
  const { appliance: at } = await startNewsroom();
  const token = new URL(at.consoleLink).searchParams.get("token");
  expect([(await logInWith(token, at)).status, (await logInWith(token, at)).status]).toEqual([200, 401]);
});

it("keeps the desktop app's window logged in while it is open, and only one window", async () => {
  const dataDir = temporaryFolder();
  const masterKey = await openKeyFile(dataDir);
  const itsClock = testClock();
  const start = (consolePort: string, isReopened: boolean) =>
    openAppliance(
      readConfig(["--port", "0", "--console-port", consolePort, "--sandbox-port", "0", "--data-dir", dataDir], {}),
      { clock: itsClock, random: systemRandom, log: stderrLog },
      { masterKey, webDir: path.resolve("dist/web"), version: "0", isReopened },
    );
  let desktop = await start("0", false);
  const { consoleUrl } = await desktop.listen();
  const open = async () => {
    const response = await fetch(desktop.consoleLink("window"), { redirect: "manual" });
    const [cookie = ""] = response.headers.getSetCookie();
    return { cookie: cookie.split(";")[0] ?? "", key: response.headers.get("location")?.split("key=")[1] ?? "" };
  };
  const at = { ...appliance, consoleUrl };
  const window = await open();
  itsClock.skip(400 * DAY);
  expect(await status(window, at)).toBe(200);
  const again = await open();
  expect([await status(window, at), await status(again, at)]).toEqual([401, 200]);

  // A restart by the same process keeps the window's login; a new process ends it.
  for (const [isReopened, expected] of [
    [true, 200],
    [false, 401],
  ] as const) {
    await desktop.close();
    desktop = await start(new URL(consoleUrl).port, isReopened);
    await desktop.listen();
    expect(await status(again, at)).toBe(expected);
  }
  await desktop.close();
});

describe("after a restart", () => {
  it("logins stay valid until console-token is deleted", async () => {
    const own = await logIn();
    await appliance.close();
    await reopen();
    expect(await status(own)).toBe(200);
    await appliance.close();
    fs.rmSync(path.join(appliance.dataDir, "console-token"));
    await reopen();
    expect(await status(own)).toBe(401);
    expect(await appliance.list("/logins")).toEqual([]);
  });

  it("a backup contains no logins, and a restore keeps the existing ones", async () => {
    const gone = await logIn();
    const backup = await backUp(appliance);
    const own = await logIn();
    await appliance.console("DELETE", `/logins/${await idOf(gone)}`);
    const otherFolder = path.join(temporaryFolder(), "data");
    await command("restore", [backup, "--data-dir", otherFolder]);
    expect(valuesIn(otherFolder, "SELECT id FROM console_logins")).toEqual([]);
    await appliance.close();
    const restored = await command("restore", [backup, "--data-dir", appliance.dataDir]);
    expect(restored.stderr + restored.stdout).toContain("Restored");
    await reopen();
    expect([await status(own), await status(gone)]).toEqual([200, 401]);
  });
});

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
