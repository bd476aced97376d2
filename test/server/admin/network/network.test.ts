/** Network settings in the console: shown with their source, stored in `config.json`, applied at a restart. */
import { once } from "node:events";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { readConfig } from "../../../../server/config/config.ts";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type { AuditRow } from "../../../../server/contracts/logs-api.ts";
import type { NetworkView, RestartingView, SettingsView } from "../../../../server/contracts/settings-api.ts";
import { systemClock, systemRandom } from "../../../../server/core/runtime.ts";
import { openRestartingAppliance } from "../../../../server/restarting-appliance.ts";
import { openKeptLog } from "../../../../server/storage/kept-log.ts";
import { openKeyFile } from "../../../../server/storage/secret-box.ts";
import { temporaryFolder } from "../../../support/appliance.ts";
import { expectPrivate } from "../../../support/data-folder.ts";
import { eventually } from "../../../support/eventually.ts";
import { freePort } from "../../../support/listening.ts";

let dataDir: string;
/** Errors of restarts that left the appliance closed. */
let faults: unknown[];
let consoleUrl: string;

async function take(port: number): Promise<number> {
  const server = net.createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function start(args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const log = openKeptLog(dataDir, () => {});
  const parts = { masterKey: await openKeyFile(dataDir), webDir: dataDir, version: "0.0.0-test", logs: log };
  const runtime = { clock: systemClock, random: systemRandom, log };
  const config = readConfig(["--data-dir", dataDir, ...args], env);
  const appliance = await openRestartingAppliance(config, runtime, parts, { onFault: (error) => faults.push(error) });
  onTestFinished(appliance.close);
  ({ consoleUrl } = await appliance.listen());
}

async function call<T>(method: string, where: string, body?: unknown, at = consoleUrl) {
  const token = fs.readFileSync(path.join(dataDir, "console-token"), "utf8").trim();
  const answer = await fetch(`${at}/api${where}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

async function back(startedBefore: string, at = consoleUrl): Promise<SettingsView> {
  return eventually(async () => {
    const { body } = await call<SettingsView>("GET", "/settings", undefined, at);
    expect(body.appliance.started_at).not.toBe(startedBefore);
    // The console responds slightly earlier than the sample site.
    expect(body.restart.waiting).not.toContain("sandbox");
    return body;
  });
}
const startedAt = async () => (await call<SettingsView>("GET", "/settings")).body.appliance.started_at;

beforeEach(() => {
  dataDir = temporaryFolder();
  faults = [];
  fs.writeFileSync(path.join(dataDir, "config.json"), JSON.stringify({ port: 0, console_port: 0, sandbox_port: 0 }));
});
afterEach(() => expect(faults).toEqual([]));

describe("the network", () => {
  it("shows the current values and their sources", async () => {
    await start(["--host", "localhost"], { GALLEY_TRUSTED_PROXIES: "127.0.0.1" });
    const { body } = await call<NetworkView>("GET", "/network");
    expect(body.fields).toMatchObject({
      host: { value: "localhost", source: "flag", kept: null, standard: "127.0.0.1" },
      port: { source: "file", kept: 0, standard: 8420 },
      console_host: { value: "127.0.0.1", source: "default" },
      trusted_proxies: { value: ["127.0.0.1"], source: "environment", kept: null },
      public_url: { value: null, source: "default", kept: null },
    });
    expect(body.file).toBe(path.join(dataDir, "config.json"));
    expect(body.restart).toEqual({ waiting: [], offered: true, fault: null });
  });

  it("stores changes in a private file, and applies them at a restart with the same ports", async () => {
    await start();
    const before = await startedAt();
    const change = { public_url: "https://galley.example.org/", trusted_proxies: ["127.0.0.1"] };
    const { status, body } = await call<NetworkView>("PATCH", "/network", change);
    expect([status, body.restart.waiting]).toEqual([200, ["network"]]);
    expect(body.fields.public_url).toMatchObject({ value: null, kept: "https://galley.example.org" });
    const file = path.join(dataDir, "config.json");
    expectPrivate(file);
    const restarting = await call<RestartingView>("POST", "/restart");
    expect(restarting).toEqual({ status: 202, body: { console_url: consoleUrl } });
    const settings = await back(before);
    expect(settings.appliance.public_url).toBe("https://galley.example.org");
    expect(settings.restart).toEqual({ waiting: [], offered: true, fault: null });
    const audit = await call<Page<AuditRow>>("GET", "/audit");
    const actions = audit.body.items.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["network changed", "restarted"]));

    await call("PATCH", "/network", { public_url: null, trusted_proxies: [] });
    expect(JSON.parse(fs.readFileSync(file, "utf8"))).toEqual({ port: 0, console_port: 0, sandbox_port: 0 });
  });

  it("keeps simultaneous changes of several admins, and repairs an invalid file", async () => {
    await start();
    const file = path.join(dataDir, "config.json");
    const changes = [{ public_url: "https://galley.example.org" }, { trusted_proxies: ["10.0.0.7"] }, { host: "::1" }];
    const answers = await Promise.all(changes.map((change) => call("PATCH", "/network", change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(JSON.parse(fs.readFileSync(file, "utf8"))).toMatchObject(Object.assign({}, ...changes));

    fs.writeFileSync(file, JSON.stringify({ port: 0, console_port: 0, sandbox_port: 0, public_url: "example.org" }));
    expect((await call("PATCH", "/network", { trusted_proxies: ["10.0.0.8"] })).status).toBe(200);
    expect((await call("PATCH", "/network", { public_url: null })).status).toBe(200);
    expect(JSON.parse(fs.readFileSync(file, "utf8"))).not.toHaveProperty("public_url");
  });

  it("restarts after many writes, and only once for simultaneous requests", async () => {
    await start();
    const before = await startedAt();
    // Enough to start the thread that checkpoints the database's log.
    const allowed_hosts = Array.from({ length: 200 }, (_, index) => `${index}-${"h".repeat(55)}.${"o".repeat(60)}.org`);
    const { body } = await call<{ id: string }>("POST", "/projects", { name: "Herald", environment: "dev" });
    const save = (name: string) => call("PATCH", `/projects/${body.id}`, { name, allowed_hosts });
    for (let count = 0; count < 250; count++) expect((await save(`Herald ${count}`)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await Promise.all([call("POST", "/restart"), call("POST", "/restart")]);
    await back(before);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const log = fs.readFileSync(path.join(dataDir, "logs", "galley.log"), "utf8");
    expect(log.match(/Restarting\./g)).toHaveLength(1);
  });

  it("moves the console to a new port", async () => {
    await start();
    const before = await startedAt();
    const port = await freePort();
    await call("PATCH", "/network", { console_port: port });
    const { body } = await call<RestartingView>("POST", "/restart");
    expect(body.console_url).toBe(`http://127.0.0.1:${port}`);
    await back(before, body.console_url);
  });

  it("rejects invalid values with an error at the field, and stores nothing", async () => {
    await start();
    const port = await take(0);
    const cases: [object, string, string][] = [
      [{ port }, "port", `Port ${port} on 127.0.0.1 is in use by`],
      [{ sandbox_port: port }, "sandbox_port", "is in use by"],
      [{ host: "192.0.2.1" }, "host", "not an IP address of"],
      [{ console_port: 65_536 }, "console_port", "0 to 65535"],
      [{ public_url: "galley" }, "public_url", "http(s)"],
      [{ trusted_proxies: ["proxy"] }, "trusted_proxies", '"proxy"'],
      [{ port: 9_000, console_port: 9_000 }, "port", "console_port"],
      [{ prot: 1 }, "prot", "Extra inputs are not permitted"],
    ];
    for (const [patch, field, words] of cases) {
      const { status, body } = await call<{ detail: { loc: string[]; msg: string }[] }>("PATCH", "/network", patch);
      expect(body.detail[0]).toMatchObject({ loc: ["body", field], msg: expect.stringContaining(words) });
      expect(status).toBe(422);
    }
    expect((await call<NetworkView>("GET", "/network")).body.restart.waiting).toEqual([]);
  });

  it("returns to the previous settings if the new ones fail, and reports why", async () => {
    await start();
    const before = await startedAt();
    const port = await freePort();
    await call("PATCH", "/network", { port });
    await take(port);
    await call("POST", "/restart");
    const settings = await back(before);
    expect(settings.restart).toEqual({
      waiting: ["network"],
      offered: true,
      fault: expect.stringContaining(`Port ${port} on 127.0.0.1 is in use by`),
      fault_sentence: expect.objectContaining({ code: "joined" }),
    });
  });

  it("reports an invalid value in the file, and does not restart with it", async () => {
    await start();
    fs.writeFileSync(path.join(dataDir, "config.json"), '{"port": "many"}');
    const { status, body } = await call<{ detail: string }>("GET", "/network");
    expect([status, body.detail]).toEqual([409, expect.stringContaining('"port" in')]);
    expect((await call("POST", "/restart")).status).toBe(409);
    expect((await call("GET", "/settings")).status).toBe(200);
  });
});
