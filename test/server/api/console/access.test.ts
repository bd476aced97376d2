/** A console that other machines can reach: accepted host names, cookies and links. */
import os from "node:os";
import { describe, expect, it } from "vitest";
import type { AccessView, LoginWays } from "../../../../server/contracts/access-api.ts";
import type { AccountInvitation } from "../../../../server/contracts/accounts-api.ts";
import { accountOf } from "../../../support/accounts.ts";
import { keptLog, type RunningAppliance, startAppliance, type TestOptions } from "../../../support/appliance.ts";
import { fetchWithHost } from "../../../support/network.ts";
import { atEnd } from "../../../support/newsroom.ts";

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
      const answer = await ask("POST", "/api/admins", { authorization, ...headers }, body);
      return ((await answer.json()) as AccountInvitation).link;
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
  const { appliance: local, log } = await start({ args: ["--console-host", "127.0.0.1"] });
  const statusOf = async (name: string) => {
    const headers = { host: `${name}:${new URL(local.consoleUrl).port}` };
    return (await fetchWithHost(`${local.consoleUrl}/api/login`, { headers })).status;
  };
  expect([await statusOf("localhost"), await statusOf(os.hostname())]).toEqual([200, 403]);
  expect(log.lines.join("\n")).not.toContain(REACHABLE);
  expect((await access(local)).open).toBe(false);
});
