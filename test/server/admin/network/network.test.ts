/** Network settings in the console: shown with their source, stored in `config.json`, applied at a restart. Ports in use. */
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import {
  failureAt,
  findPortHolder,
  holderFromLsof,
  listenersIn,
  pidFromNetstat,
  portInUse,
  programFromTasklist,
} from "../../../../server/admin/network/ports.ts";
import { readConfig } from "../../../../server/config/config.ts";
import type { NetworkView, RestartingView, SettingsView } from "../../../../server/contracts/settings-api.ts";
import type { PortInUse } from "../../../../server/core/errors.ts";
import { systemClock, systemRandom } from "../../../../server/core/runtime.ts";
import { openRestartingAppliance, type RestartingAppliance } from "../../../../server/restarting-appliance.ts";
import { openKeptLog } from "../../../../server/storage/kept-log.ts";
import { openKeyFile } from "../../../../server/storage/secret-box.ts";
import { startAppliance, temporaryFolder } from "../../../support/appliance.ts";
import { spawnCommand } from "../../../support/backups.ts";
import { expectPrivate } from "../../../support/data-folder.ts";
import { eventually } from "../../../support/eventually.ts";
import { freePort, listening } from "../../../support/listening.ts";
import { changeIn } from "../../../support/newsroom.ts";
import { type ConsoleCalls, consoleOf } from "../../../support/running-appliance.ts";

/** The ports of `config.json`. */
const PORTS = { port: 0, console_port: 0, sandbox_port: 0 };

let dataDir: string;
let file: string;
/** Errors of restarts that left the appliance closed. */
let faults: unknown[];
let appliance: RestartingAppliance;
let consoleUrl: string;
let ask: ConsoleCalls;

const kept = () => JSON.parse(fs.readFileSync(file, "utf8"));
const keep = (settings: object) => fs.writeFileSync(file, JSON.stringify(settings));

/** Uses a port until the test ends. */
async function take(at = 0, address = "127.0.0.1"): Promise<number> {
  const { port, close } = await listening(net.createServer(), at, address);
  onTestFinished(close);
  return port;
}

async function start(args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const log = openKeptLog(dataDir, () => {});
  const parts = { masterKey: await openKeyFile(dataDir), webDir: dataDir, version: "0.0.0-test", logs: log };
  const runtime = { clock: systemClock, random: systemRandom, log };
  const config = readConfig(["--data-dir", dataDir, ...args], env);
  appliance = await openRestartingAppliance(config, runtime, parts, { onFault: (error) => faults.push(error) });
  onTestFinished(appliance.close);
  ({ consoleUrl } = await appliance.listen());
  ask = consoleOf({ consoleUrl, dataDir });
}

const view = () => ask.console<NetworkView>("GET", "/network");
const change = (settings: object) => ask.console<NetworkView>("PATCH", "/network", settings);

/** Restarts at the URL that Galley announces. @param times number of simultaneous requests */
async function restarted(times = 1): Promise<SettingsView> {
  const settings = () => ask.console<SettingsView>("GET", "/settings");
  const before = (await settings()).appliance.started_at;
  const requests = Array.from({ length: times }, () => ask.console<RestartingView>("POST", "/restart"));
  for (const { console_url } of await Promise.all(requests)) consoleUrl = console_url;
  ask = consoleOf({ consoleUrl, dataDir });
  return eventually(async () => {
    await appliance.settled();
    const seen = await settings();
    expect(seen.appliance.started_at).not.toBe(before);
    return seen;
  });
}

beforeEach(() => {
  dataDir = temporaryFolder();
  file = path.join(dataDir, "config.json");
  faults = [];
  keep(PORTS);
});
afterEach(() => expect(faults).toEqual([]));

it("shows the current values and their sources", async () => {
  await start(["--host", "localhost"], { GALLEY_TRUSTED_PROXIES: "127.0.0.1" });
  const { fields, restart, ...seen } = await view();
  expect(fields).toMatchObject({
    host: { value: "localhost", source: "flag", kept: null, standard: "127.0.0.1" },
    port: { source: "file", kept: 0, standard: 8420 },
    console_host: { value: "127.0.0.1", source: "default" },
    trusted_proxies: { value: ["127.0.0.1"], source: "environment", kept: null },
    public_url: { value: null, source: "default", kept: null },
  });
  expect(seen.file).toBe(file);
  expect(restart).toEqual({ waiting: [], offered: true, fault: null });
});

it("stores changes in a private file, and applies them at a restart with the same ports", async () => {
  await start();
  const { fields, restart } = await change({
    public_url: "https://galley.example.org/",
    trusted_proxies: ["127.0.0.1"],
  });
  expect(restart.waiting).toEqual(["network"]);
  expect(fields.public_url).toMatchObject({ value: null, kept: "https://galley.example.org" });
  expectPrivate(file);
  const same = consoleUrl;
  const settings = await restarted();
  expect(consoleUrl).toBe(same);
  expect(settings.appliance.public_url).toBe("https://galley.example.org");
  expect(settings.restart).toEqual({ waiting: [], offered: true, fault: null });
  const actions = (await ask.audit()).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["network changed", "restarted"]));

  await change({ public_url: null, trusted_proxies: [] });
  expect(kept()).toEqual(PORTS);
});

it("keeps simultaneous changes of several admins, and repairs an invalid file", async () => {
  await start();
  const changes = [{ public_url: "https://galley.example.org" }, { trusted_proxies: ["10.0.0.7"] }, { host: "::1" }];
  await Promise.all(changes.map(change));
  expect(kept()).toMatchObject(Object.assign({}, ...changes));

  keep({ ...PORTS, public_url: "example.org" });
  await change({ trusted_proxies: ["10.0.0.8"] });
  await change({ public_url: null });
  expect(kept()).not.toHaveProperty("public_url");
});

it("restarts while a thread checkpoints the database's log, and only once for simultaneous requests", async () => {
  await start();
  // Enough pages for a checkpoint. The thread stays.
  changeIn(dataDir, "CREATE TABLE pages AS SELECT zeroblob(6000000)");
  await eventually(() => expect(fs.statSync(path.join(dataDir, "galley.db")).size).toBeGreaterThan(6_000_000));
  await restarted(2);
  const log = fs.readFileSync(path.join(dataDir, "logs", "galley.log"), "utf8");
  expect(log.match(/Restarting\./g)).toHaveLength(1);
});

it("moves the console to a new port", async () => {
  await start();
  const port = await freePort();
  await change({ console_port: port });
  await restarted();
  expect(consoleUrl).toBe(`http://127.0.0.1:${port}`);
});

it("rejects invalid values with an error at the field, and stores nothing", async () => {
  await start();
  const port = await take();
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
    const response = await ask.request("PATCH", "/network", patch);
    const { detail } = (await response.json()) as { detail: object[] };
    expect(detail[0]).toMatchObject({ loc: ["body", field], msg: expect.stringContaining(words) });
    expect(response.status).toBe(422);
  }
  expect((await view()).restart.waiting).toEqual([]);
});

it("returns to the previous settings if the new ones fail, and reports why", async () => {
  await start();
  const port = await freePort();
  await change({ port });
  await take(port);
  expect((await restarted()).restart).toEqual({
    waiting: ["network"],
    offered: true,
    fault: expect.stringContaining(`Port ${port} on 127.0.0.1 is in use by`),
    fault_sentence: expect.objectContaining({ code: "joined" }),
  });
});

it("reports an invalid value in the file, and does not restart with it", async () => {
  await start();
  keep({ port: "many" });
  await expect(view()).rejects.toThrow(/409.*\\"port\\" in/);
  await expect(ask.console("POST", "/restart")).rejects.toThrow("409");
  await ask.console("GET", "/settings");
});

it.runIf(process.platform === "linux").each(["127.0.0.1", "::1"])(
  "names the process that listens on %s",
  async (address) => {
    expect(await findPortHolder(await take(0, address))).toEqual({
      pid: process.pid,
      program: path.basename(fs.readlinkSync("/proc/self/exe")),
      user: os.userInfo().username,
    });
  },
);

it("parses the output of lsof, netstat, tasklist and /proc", () => {
  expect(holderFromLsof("p812\ncnginx\nLwww\nf6\n")).toEqual({ pid: 812, program: "nginx", user: "www" });
  expect(holderFromLsof("")).toBeNull();
  const netstat = [
    "Aktive Verbindungen",
    "  Proto  Lokale Adresse         Remoteadresse          Status           PID",
    "  TCP    127.0.0.1:18420        0.0.0.0:0              ABHÖREN         1",
    "  TCP    127.0.0.1:8420         127.0.0.1:50000        HERGESTELLT     2",
    "  TCP    [::1]:8420             [::]:0                 ABHÖREN         4711",
  ].join("\r\n");
  expect(pidFromNetstat(netstat, 8420)).toBe(4711);
  expect(pidFromNetstat(netstat, 842)).toBeNull();
  expect(programFromTasklist('\r\n"nginx.exe","4711","Services","0","12.345 K"\r\n')).toBe("nginx.exe");
  expect(programFromTasklist("INFO: No tasks are running which match the specified criteria.\r\n")).toBeNull();
  const proc = [
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
    "   0: 0100007F:20E4 00000000:0000 0A 00000000:00000000 00:00000000 00000000    33        0 5150 1 0 100 0",
    "   1: 0100007F:20E4 0100007F:C350 01 00000000:00000000 00:00000000 00000000    33        0 5151 1 0 100 0",
  ].join("\n");
  expect(listenersIn(proc, 8420)).toEqual([{ uid: "33", inode: "5150" }]);
});

it("suggests a free port that no other listener uses", async () => {
  const port = await take();
  const args = ["--data-dir", "/somewhere", "--console-port", String(port + 10), "--sandbox-port", "0"];
  const config = readConfig([...args, "--port", String(port)], {});
  const { taken } = await portInUse("port", config);
  expect(taken).toMatchObject({ field: "port", host: "127.0.0.1", port });
  expect(taken.free).toBeGreaterThan(port + 10);
  expect(await failureAt("127.0.0.1", taken.free ?? 0)).toBeNull();
});

it.each(["port", "console_port", "sandbox_port"])("an in-process start reports a used %s", async (field) => {
  const port = await take();
  const flag = `--${field.replace("_", "-")}`;
  const refused = (await startAppliance({ args: [flag, String(port)] }).catch((error) => error)) as PortInUse;
  expect(refused.constructor.name).toBe("PortInUse");
  expect(refused.taken).toMatchObject({ field, port });
  // The flag overrides the file, so the message does not suggest the file.
  expect(refused.message).toMatch(new RegExp(`is free: start with ${flag} ${refused.taken.free}\\.$`));
});

it("the command reports which program uses the port of config.json, and what to do", async () => {
  const port = await take();
  keep({ ...PORTS, console_port: port });
  const { code, stdout, stderr } = await spawnCommand("serve", ["--data-dir", dataDir]);
  expect([code, stdout]).toEqual([1, ""]);
  const holder = process.platform === "linux" ? `\\S+ \\(process ${process.pid}\\)` : ".+";
  expect(stderr).toMatch(
    new RegExp(
      `(?:^|\\n)Galley did not start\\. Port ${port} on 127\\.0\\.0\\.1 is in use by ${holder}\\. Port (\\d+) is free: start with --console-port \\1, or set "console_port" in \\S+config\\.json\\.\\n$`,
    ),
  );
});
