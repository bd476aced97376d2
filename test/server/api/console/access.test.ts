/** A console that other machines can reach: accepted host names, cookies and links. */
import http from "node:http";
import os from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import type { AccessView, LoginWays } from "../../../../server/contracts/access-api.ts";
import type { AccountInvitation } from "../../../../server/contracts/accounts-api.ts";
import { accountOf } from "../../../support/accounts.ts";
import { keptLog, type RunningAppliance, startAppliance, type TestOptions } from "../../../support/appliance.ts";

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

/** Uses http.request, because fetch does not allow setting Host. */
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

const portOf = () => new URL(appliance.consoleUrl).port;
describe("a console that listens on all addresses", () => {
  it("accepts only the machine's own IP addresses and names", async () => {
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

  it("names the setting for another host name, and accepts the name after the change", async () => {
    await start();
    const host = "console.example.org";
    const refused = await ask("GET", "/api/login", { host });
    expect(refused.status).toBe(403);
    expect(refused.json<{ detail: string }>().detail).toMatch(
      /does not accept the host name "console\.example\.org"\. .*console_hosts/,
    );

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

  it("logs one line at startup, which recommends accounts if none exist", async () => {
    const log = keptLog();
    await start({ log });
    const line = log.lines.filter((each) => each.includes("Other machines can reach"));
    expect(line).toHaveLength(1);
    expect(line[0]).toMatch(/no accounts exist: only the console token and one-time links log in\. Add accounts/);

    await accountOf(appliance, "viewer");
    await appliance.close();
    const again = keptLog();
    await start({ log: again, dataDir: appliance.dataDir });
    expect(again.lines.find((each) => each.includes("Other machines can reach"))).toContain("log in with an account");
  });
});

it("a local console accepts only loopback names, and logs nothing at startup", async () => {
  const log = keptLog();
  await start({ args: [], log });
  expect((await ask("GET", "/api/login", { host: `${os.hostname()}:${portOf()}` })).status).toBe(403);
  expect(log.lines.join("\n")).not.toContain("Other machines can reach");
  expect((await appliance.console<AccessView>("GET", "/access")).open).toBe(false);
});

it("sets a Secure cookie if the browser reaches a proxy over TLS", async () => {
  await start();
  await appliance.console("PATCH", "/settings", { console_hosts: ["console.example.org"] });
  const logIn = async (headers: Record<string, string>) =>
    (await ask("POST", "/api/login", headers, { token: appliance.consoleToken })).headers["set-cookie"]?.[0];
  expect(await logIn({})).toMatch(/; Path=\/api; HttpOnly; SameSite=Strict$/);
  const host = "console.example.org";
  for (const headers of [{ origin: `https://${host}` }, { "x-forwarded-proto": "https" }])
    expect(await logIn({ host, ...headers })).toContain("; Secure");
});

it("reports whether the browser runs on this machine", async () => {
  await start({ args: [...OPEN, "--trusted-proxies", "loopback"] });
  const ways = async (headers: Record<string, string>) =>
    (await ask("GET", "/api/login", headers)).json<LoginWays>().local;
  expect(await ways({})).toBe(true);
  expect(await ways({ "x-forwarded-for": "192.168.1.20" })).toBe(false);
  expect(await ways({ host: `${os.hostname()}:${portOf()}` })).toBe(false);
});

it("builds invitation links with the caller's origin, else with the URL for other machines", async () => {
  await start();
  const host = "console.example.org";
  await appliance.console("PATCH", "/settings", { console_hosts: [host] });
  const linkOf = async (email: string, headers: Record<string, string>) => {
    const authorization = `Bearer ${appliance.consoleToken}`;
    const body = { name: "Ida", email, role: "viewer" };
    return (await ask("POST", "/api/admins", { authorization, ...headers }, body)).json<AccountInvitation>().link;
  };
  expect(await linkOf("a@example.org", { host, origin: `https://${host}` })).toMatch(
    `https://${host}/invitation#token=`,
  );
  const { addresses } = await appliance.console<AccessView>("GET", "/access");
  expect(await linkOf("b@example.org", {})).toMatch(`${addresses[1] ?? addresses[0]}/invitation#token=`);
});
