/** Access to the console: logins, and a console that other machines can reach, with its host names, cookies and links. */
import { statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { AccessView, LoginWays } from "../../../../server/contracts/access-api.ts";
import type { AccountInvitation } from "../../../../server/contracts/accounts-api.ts";
import type { ProjectView, ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { accountOf } from "../../../support/accounts.ts";
import { keptLog, type RunningAppliance, startAppliance, type TestOptions } from "../../../support/appliance.ts";
import { expectPrivate, HAS_MODES } from "../../../support/data-folder.ts";
import { fetchWithHost } from "../../../support/network.ts";
import { atEnd, inDatabase } from "../../../support/newsroom.ts";

const HOST = "console.example.org";
const REACHABLE = "Other machines can reach";

/** Starts a console that listens on all addresses, unless the arguments say otherwise. */
async function start({ args = [], ...options }: TestOptions = {}) {
  const log = keptLog();
  const all = ["--console-host", "0.0.0.0", "--trusted-proxies", "loopback", ...args];
  const appliance = await startAppliance({ args: all, log, ...options });
  atEnd(appliance.close);
  return { appliance, log };
}
const { appliance } = await start();
const { appliance: local, log: localLog } = await start({ args: ["--console-host", "127.0.0.1"] });
const { port } = new URL(appliance.consoleUrl);

const ask = (method: string, where: string, headers: Record<string, string>, body?: object) =>
  fetchWithHost(appliance.consoleUrl + where, { method, headers, ...(body && { body: JSON.stringify(body) }) });
const access = (to: RunningAppliance) => to.console<AccessView>("GET", "/access");

describe("a console that listens on all addresses", () => {
  it("accepts only the machine's own IP addresses and names", async () => {
    const view = await access(appliance);
    expect(view).toMatchObject({ listens_on: "0.0.0.0", open: true });
    expect(view.addresses[0]).toBe(appliance.consoleUrl);
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

  it("names the setting for another host name, and accepts the name after the change", async () => {
    const refused = await ask("GET", "/api/login", { host: HOST });
    expect(refused.status).toBe(403);
    expect(((await refused.json()) as { detail: string }).detail).toMatch(
      /does not accept the host name "console\.example\.org"\. .*console_hosts/,
    );

    await appliance.console("PATCH", "/settings", { console_hosts: ["Console.example.org", "proxy.test:8443"] });
    const from = async (headers: Record<string, string>) =>
      (await ask("POST", "/api/login", headers, { token: "no" })).status;
    expect(await from({ host: HOST, origin: `https://${HOST}` })).toBe(401);
    expect(await from({ host: HOST, origin: `http://${HOST}` })).toBe(401);
    expect(await from({ host: "proxy.test:8443", origin: "https://proxy.test:8443" })).toBe(401);
    expect(await from({ host: "proxy.test:9000" })).toBe(403);
    expect(await from({ host: HOST, origin: "https://evil.test" })).toBe(403);
    expect(await from({ host: HOST, origin: `https://${HOST}:9999` })).toBe(403);
  });

  it("sets a Secure cookie if the browser reaches a proxy over TLS", async () => {
    await appliance.console("PATCH", "/settings", { console_hosts: [HOST] });
    const logIn = async (headers: Record<string, string>) =>
      (await ask("POST", "/api/login", headers, { token: appliance.consoleToken })).headers.getSetCookie()[0];
    expect(await logIn({})).toMatch(/; Path=\/api; HttpOnly; SameSite=Strict$/);
    for (const headers of [{ origin: `https://${HOST}` }, { "x-forwarded-proto": "https" }])
      expect(await logIn({ host: HOST, ...headers })).toContain("; Secure");
  });

  it("reports whether the browser runs on this machine", async () => {
    const isLocal = async (headers: Record<string, string>) =>
      ((await (await ask("GET", "/api/login", headers)).json()) as LoginWays).local;
    expect(await isLocal({})).toBe(true);
    expect(await isLocal({ "x-forwarded-for": "192.168.1.20" })).toBe(false);
    expect(await isLocal({ host: `${os.hostname()}:${port}` })).toBe(false);
  });

  it("builds invitation links with the caller's origin, else with the URL for other machines", async () => {
    await appliance.console("PATCH", "/settings", { console_hosts: [HOST] });
    const linkOf = async (email: string, headers: Record<string, string>) => {
      const authorization = `Bearer ${appliance.consoleToken}`;
      const body = { name: "Ida", email, role: "viewer" };
      const response = await ask("POST", "/api/admins", { authorization, ...headers }, body);
      return ((await response.json()) as AccountInvitation).link;
    };
    const link = await linkOf("a@example.org", { host: HOST, origin: `https://${HOST}` });
    expect(link).toMatch(`https://${HOST}/invitation#token=`);
    const { addresses } = await access(appliance);
    expect(await linkOf("b@example.org", {})).toMatch(`${addresses[1] ?? addresses[0]}/invitation#token=`);
  });

  it("logs one line at startup, which recommends accounts if none exist", async () => {
    const { appliance: first, log } = await start();
    expect(log.lines.filter((each) => each.includes(REACHABLE))).toEqual([
      expect.stringMatching(/no accounts exist: only the console token and one-time links log in\. Add accounts/),
    ]);

    await accountOf(first, "viewer");
    await first.close();
    const { log: later } = await start({ dataDir: first.dataDir });
    expect(later.lines.find((each) => each.includes(REACHABLE))).toContain("log in with an account");
  });
});

it("a local console accepts only loopback names, and logs nothing at startup", async () => {
  const statusOf = async (name: string) => {
    const headers = { host: `${name}:${new URL(local.consoleUrl).port}` };
    return (await fetchWithHost(`${local.consoleUrl}/api/login`, { headers })).status;
  };
  expect([await statusOf("localhost"), await statusOf(os.hostname())]).toEqual([200, 403]);
  expect(localLog.lines.join("\n")).not.toContain(REACHABLE);
  expect((await access(local)).open).toBe(false);
});

const api = (where: string, init: RequestInit = {}) => fetch(`${local.consoleUrl}/api${where}`, init);
const bearer = () => ({ authorization: `Bearer ${local.consoleToken}` });

it("returns 401 to everything without a login", async () => {
  for (const where of ["/me", "/projects", "/sessions", "/deliveries", "/settings", "/events", "/nothing"])
    expect([where, (await api(where)).status]).toEqual([where, 401]);
});

it.runIf(HAS_MODES)("stores the token in a private file", () => {
  for (const file of ["console-token", "secret.key"]) expectPrivate(path.join(local.dataDir, file));
  expect(statSync(local.dataDir).mode & 0o077).toBe(0);
});

it("logs a browser in with the link, once", async () => {
  const first = await fetch(local.consoleLink, { redirect: "manual" });
  const [cookie = ""] = first.headers.getSetCookie();
  const [, key = ""] = /^\/#key=([\w-]{32})$/.exec(first.headers.get("location") ?? "") ?? [];
  expect([first.status, key.length]).toEqual([303, 32]);
  expect(cookie).toMatch(/; Path=\/api; HttpOnly; SameSite=Strict$/);
  expect(cookie).not.toContain(local.consoleToken);
  const headers = { cookie: cookie.split(";")[0] ?? "", "x-galley-key": key };
  expect((await api("/me", { headers })).status).toBe(200);
  const second = await fetch(local.consoleLink, { redirect: "manual" });
  expect([second.headers.get("location"), second.headers.getSetCookie()]).toEqual(["/?link=used", []]);
});

it("does not use up the link for a HEAD request of a link scanner", async () => {
  const { link } = await local.console<{ link: string }>("POST", "/console-link");
  const scanned = await fetch(link, { method: "HEAD", redirect: "manual" });
  expect([scanned.status, scanned.headers.get("location"), scanned.headers.getSetCookie()]).toEqual([303, "/", []]);
  const opened = await fetch(link, { redirect: "manual" });
  expect(opened.headers.getSetCookie()).toHaveLength(2);
});

it.each<[string, Record<string, string>]>([
  ["a rebound DNS name", { host: "evil.test" }],
  ["another port's page", { origin: "http://127.0.0.1:1" }],
  ["a web page", { origin: "https://evil.test" }],
  ["localhost without the console's port", { host: "localhost" }],
])("refuses %s", async (_, headers) => {
  const response = await fetchWithHost(`${local.consoleUrl}/api/me`, { headers: { ...bearer(), ...headers } });
  expect(response.status).toBe(403);
});

it("a secret is revealed on request, and stored encrypted", async () => {
  const project = await local.createProject();
  const revealed = await local.console<ProjectWithSecret>("POST", `/projects/${project.id}/reveal-secret`);
  expect(revealed.api_secret).toBe(project.api_secret);
  const stored = inDatabase(local.dataDir, (database) =>
    database.prepare("SELECT secret FROM projects WHERE id = ?").pluck().get(project.id),
  );
  expect(String(stored)).not.toContain(project.api_secret.slice(4, 20));
});

describe("a wrong request", () => {
  it.each<[string, string, unknown]>([
    ["POST", "/projects", { name: "", environment: "dev", allowed_hosts: [] }],
    ["POST", "/projects", { name: "x", environment: "test", allowed_hosts: [] }],
    ["POST", "/projects", { name: "x", environment: "dev", allowed_hosts: ["http://x/"] }],
    ["POST", "/projects", []],
    ["PATCH", "/settings", { token_hours: 0 }],
    ["PATCH", "/settings", { media_limit_bytes: "many" }],
    ...["*.example.org", "a b", "https://a.test", "x/y", "a:port", ""].map(
      (name) => ["PATCH", "/settings", { console_hosts: [name] }] satisfies [string, string, unknown],
    ),
    ["POST", "/admins", { name: "Ida", email: "ida at example.org", role: "viewer" }],
    ["POST", "/admins", { name: "Ida", email: "ida@example.org", role: "owner" }],
    ["POST", "/invitation", { token: "x", password: "elevenchars" }],
    ["POST", "/invitation", { token: "x", password: "x".repeat(1_025) }],
    ["POST", "/login", { password: "without an e-mail address" }],
    ["GET", "/deliveries?state=lost", undefined],
    ["GET", "/deliveries?cursor=%%%", undefined],
    ["GET", "/sessions?cursor=e30", undefined],
    ["GET", "/overview?cursor=nonsense", undefined],
    ["POST", "/deliveries/retry", { project: "x", since: "yesterday" }],
  ])("%s %s %j is a 422 and changes nothing", async (method, where, body) => {
    const before = await local.console<{ items: ProjectView[] }>("GET", "/projects");
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await api(where, { method, headers: bearer(), ...sent });
    expect(response.status).toBe(422);
    expect(await response.json()).toHaveProperty("detail");
    expect(await local.console("GET", "/projects")).toEqual(before);
  });

  it.each(["/projects/none", "/sessions/none", "/versions/none", "/versions/none/archive", "/deliveries/none"])(
    "GET %s is a 404 with a sentence",
    async (where) => {
      const response = await api(where, { headers: bearer() });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ detail: expect.stringContaining("none") });
    },
  );
});
