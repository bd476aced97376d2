import { randomBytes, scryptSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { LoggedIn, LoginWays, Me } from "../../../../server/contracts/access-api.ts";
import type { AccountInvitation, AccountRow, InvitationView } from "../../../../server/contracts/accounts-api.ts";
import {
  accountOf,
  type Browser,
  browserOf,
  call,
  headersAfter,
  logInAs,
  PASSWORD,
  tokenOf,
} from "../../../support/accounts.ts";
import { startAppliance, testClock } from "../../../support/appliance.ts";
import { rebuildInSchema } from "../../../support/data-folder.ts";
import { readEvents } from "../../../support/event-reader.ts";
import { inDatabase, startNewsroom } from "../../../support/newsroom.ts";
import { openSession } from "../../../support/site.ts";

const clock = testClock();
const { appliance, project: first } = await startNewsroom({ clock });
const admins = () => appliance.list<AccountRow>("/admins");
const eventsOf = ({ headers }: Pick<Browser, "headers">) => readEvents(`${appliance.consoleUrl}/api/events`, headers);
const invite = (email: string, name = "Anna Kask") =>
  appliance.console<AccountInvitation>("POST", "/admins", { name, email, role: "operator" });

describe("an invitation", () => {
  it("allows the person to set a password once, and logs in", async () => {
    expect((await call<LoginWays>(appliance, "GET", "/login")).body).toEqual({ accounts: false, local: true });
    const invited = await invite("Anna@Example.org");
    expect(invited.admin).toMatchObject({ state: "invited", role: "operator", has_totp: false, last_login_at: null });
    expect(invited.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/invitation#token=[\w-]{32}$/);
    const token = tokenOf(invited);
    const read = await call<InvitationView>(appliance, "POST", "/invitation/read", { token });
    expect([read.status, read.body]).toEqual([200, { name: "Anna Kask", email: "Anna@Example.org" }]);
    expect((await call(appliance, "POST", "/invitation", { token, password: "too short" })).status).toBe(422);

    const accepted = await call<LoggedIn>(appliance, "POST", "/invitation", { token, password: PASSWORD });
    expect(accepted.body.needs_code).toBe(false);
    const me = await browserOf(appliance, headersAfter(accepted)).ask<Me>("GET", "/me");
    const person = { id: invited.admin.id, name: "Anna Kask", email: "Anna@Example.org" };
    expect(me.body).toMatchObject({ person, role: "operator", project: null, login: { kind: "password" } });
    expect((await call(appliance, "POST", "/invitation/read", { token })).status).toBe(401);
    expect((await call(appliance, "POST", "/invitation", { token, password: PASSWORD })).status).toBe(401);
    // Full-width letters are the same e-mail address.
    await logInAs(appliance, " ANNA@ｅxample.org ");
    expect((await call<LoginWays>(appliance, "GET", "/login")).body.accounts).toBe(true);
    const row = (await admins()).find(({ id }) => id === invited.admin.id);
    expect(row).toMatchObject({ state: "active", link_expires_at: null, last_login_at: expect.any(String) });
  });

  it("expires after seven days", async () => {
    const token = tokenOf(await invite("late@example.org"));
    clock.advance(7 * 24 * 3_600_000 + 1);
    expect((await call(appliance, "POST", "/invitation/read", { token })).status).toBe(401);
  });

  it("is rejected for a used e-mail address, control characters, and above 200 accounts", async () => {
    await invite("twice@example.org");
    await expect(invite("TWICE@example.org")).rejects.toThrow("409");
    await expect(invite("new@example.org", "Anna\u001b[2J")).rejects.toThrow("A name has no line breaks");
    const fill = 200 - (await admins()).length;
    inDatabase(appliance.dataDir, (database) => {
      const insert = database.prepare(
        "INSERT INTO accounts (id, name, email, email_key, role, created_at) VALUES (@n, 'Filler', @n, @n, 'viewer', 0)",
      );
      for (let n = 0; n < fill; n++) insert.run({ n: `filler ${n}` });
    });
    await expect(invite("one-too-many@example.org")).rejects.toThrow("There are 200 accounts");
    inDatabase(appliance.dataDir, (database) => database.exec("DELETE FROM accounts WHERE name = 'Filler'"));
  });
});

describe("an account", () => {
  it("loses its logins and event streams when it is removed; the audit log keeps its name", async () => {
    const browser = await accountOf(appliance, "admin", "Leena Mets");
    const { account, ask } = browser;
    const second = await logInAs(appliance, account.email);
    const stream = await eventsOf(browser);
    await ask("PATCH", "/settings", { token_hours: 12 });
    const { body: own } = await ask<{ link: string }>("POST", "/console-link");
    await appliance.console("DELETE", `/admins/${account.id}`);
    await stream.ended;
    expect([(await ask("GET", "/me")).status, (await second.ask("GET", "/me")).status]).toEqual([401, 401]);
    expect((await call(appliance, "POST", "/login", { email: account.email, password: PASSWORD })).status).toBe(401);
    // Its login link is invalid too.
    const used = await fetch(own.link, { redirect: "manual" });
    expect(used.headers.get("location")).toBe("/?link=used");
    expect((await admins()).some(({ id }) => id === account.id)).toBe(false);
    const entries = await appliance.audit();
    expect(entries[0]).toMatchObject({ action: "account removed", subject_name: "Leena Mets" });
    const changed = entries.find(({ action }) => action === "settings changed");
    expect(changed).toMatchObject({ person: { id: account.id, name: "Leena Mets" }, address: "127.0.0.1" });
    await expect(appliance.console("DELETE", `/admins/${account.id}`)).rejects.toThrow("404");
  });

  it("has a new role from the next request on, and its event stream reconnects", async () => {
    const browser = await accountOf(appliance, "admin");
    const { account, ask } = browser;
    const stream = await eventsOf(browser);
    const changed = await ask<AccountRow>("PATCH", `/admins/${account.id}`, { role: "viewer", name: "Ida Saar" });
    expect(changed.body).toMatchObject({ role: "viewer", name: "Ida Saar" });
    await stream.ended;
    expect((await ask("GET", "/me")).body).toMatchObject({ role: "viewer", person: { name: "Ida Saar" } });
    expect((await ask("GET", "/admins")).status).toBe(403);
  });

  it("receives a new link when it is reset, and loses password, second factor and logins", async () => {
    const { account, ask } = await accountOf(appliance, "viewer");
    const reset = await appliance.console<AccountInvitation>("POST", `/admins/${account.id}/reset`);
    expect(reset.admin).toMatchObject({ state: "invited", link_expires_at: reset.expires_at });
    expect((await ask("GET", "/me")).status).toBe(401);
    expect((await call(appliance, "POST", "/login", { email: account.email, password: PASSWORD })).status).toBe(401);
    const password = `${PASSWORD} again`;
    await call(appliance, "POST", "/invitation", { token: tokenOf(reset), password });
    await logInAs(appliance, account.email, { password });
  });

  it("changes its own password with the current one, which ends its other logins", async () => {
    const { account, ask } = await accountOf(appliance, "viewer");
    const other = await logInAs(appliance, account.email);
    const password = `${PASSWORD} 2`;
    const wrong = await ask("PUT", "/account/password", { current: "not it", password });
    expect(wrong).toMatchObject({ status: 422, body: { code: "logins.not_your_password" } });
    expect((await ask("PUT", "/account/password", { current: PASSWORD, password })).status).toBe(200);
    expect([(await ask("GET", "/me")).status, (await other.ask("GET", "/me")).status]).toEqual([200, 401]);
    await logInAs(appliance, account.email, { password });
  });

  it("accepts only one of two simultaneous password changes", async () => {
    const { account, ask } = await accountOf(appliance, "viewer");
    const other = await logInAs(appliance, account.email);
    const choices = [ask, other.ask].map(async (change, index) => {
      const password = `${PASSWORD} ${index}`;
      const { status } = await change("PUT", "/account/password", { current: PASSWORD, password });
      return status === 200 ? [{ password }] : [];
    });
    const taken = (await Promise.all(choices)).flat();
    expect(taken).toHaveLength(1);
    await logInAs(appliance, account.email, taken[0]);
  });

  it("shares only its own permissions with a login link; the owner has no account", async () => {
    const { account, ask } = await accountOf(appliance, "admin");
    const { body } = await ask<{ link: string }>("POST", "/console-link");
    const opened = await fetch(body.link, { redirect: "manual" });
    const key = (opened.headers.get("location") ?? "").replace("/#key=", "");
    const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const me = await call<Me>(appliance, "GET", "/me", undefined, { cookie, "x-galley-key": key });
    expect(me.body).toMatchObject({ person: { id: account.id }, login: { kind: "link" } });
    expect((await appliance.audit())[0]).toMatchObject({ action: "logged in", person: { id: account.id } });
    await expect(appliance.console("GET", "/account")).rejects.toThrow("409");
  });
});

it("sends log entries only to the event streams of admins", async () => {
  const viewer = await accountOf(appliance, "viewer");
  const admin = await accountOf(appliance, "admin");
  const [seen, all] = [await eventsOf(viewer), await eventsOf(admin)];
  // A wrong signature is reported in the log.
  const wrong = { ...first, api_secret: "wrong" };
  const refused = openSession(appliance.url, wrong, { material_id: "m", callback_url: "http://localhost/cb" });
  await expect(refused).rejects.toThrow();
  await all.until(({ events }) => events.some(({ event }) => event === "log"));
  const project = await appliance.createProject();
  const isProject = (reader: typeof seen) =>
    reader.events.some(({ event, data }) => event === "project" && (data as { id: string }).id === project.id);
  await Promise.all([seen.until(isProject), all.until(isProject)]);
  expect([seen, all].map(({ events }) => events.some(({ event }) => event === "log"))).toEqual([false, true]);
});

const LAST_WITH_PASSWORD = 31;

async function oldFolder(change: Parameters<typeof rebuildInSchema>[3]) {
  const { dataDir, close } = await startAppliance();
  await close();
  rebuildInSchema(dataDir, LAST_WITH_PASSWORD, ["projects", "settings"], change);
  const appliance = await startAppliance({ dataDir });
  const items = await appliance.list<AccountRow>("/admins");
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
  expect(await appliance.list<unknown>("/logins")).toEqual([]);
  expect((await browserOf(appliance, { cookie: "x=old.a", "x-galley-key": "a" }).ask("GET", "/me")).status).toBe(401);
  await appliance.close();
});
