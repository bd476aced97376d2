import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { expect, it } from "vitest";
import { type Crash, crashReport } from "../../../server/core/crash-report.ts";
import { spawnAppliance } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { cpuOf } from "../../support/proc.ts";

const crash = (given: Partial<Crash>): string =>
  crashReport({
    ...{ kind: "exception", error: new Error("a fault"), at: Date.UTC(2026, 10, 21, 10), version: "0.1.0" },
    ...{ uptime: 61, log: "", environment: {}, home: "/home/anna" },
    ...given,
  });

/** An error with this stack, in V8's format. */
const thrown = (stack: string, cause?: unknown): Error => Object.assign(new Error("x", { cause }), { stack });

it("contains versions, stack, causes and the end of the log, and shortens the home folder", () => {
  const cause = thrown("TypeError: x is not a function\n    at read (file:///opt/Galley/authorize.ts:45:3)");
  const report = crash({
    error: thrown("Error: it broke\n    at run (/home/anna/galley/main.js:10:5)", cause),
    log: "2026-11-21T09:59:59.000Z info Galley 0.1.0 listens at http://127.0.0.1:8420, its console at http://127.0.0.1:8421.\n",
  });
  const head = `2026-11-21T10:00:00.000Z exception\nGalley 0.1.0 · Node ${process.versions.node}\n`;
  expect(report.startsWith(head)).toBe(true);
  expect(report).toContain("ran for 61 s");
  const ours = "Error: it broke\n    at run (~/galley/main.js:10:5)";
  const theirs = "TypeError: x is not a function\n    at read (file:///opt/Galley/authorize.ts:45:3)";
  expect(report).toContain(`${ours}\ncaused by ${theirs}`);
  expect(report).toContain("Galley 0.1.0 listens at http://127.0.0.1:8420");
});

it("contains no planted secret and no planted article text", () => {
  const planted = {
    basic: "Basic d2ViaG9vazpodW50ZXIy",
    bearer: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
    password: "hunter2!",
    apiSecret: "Zk3v9QmT7yB1xN5cR8wL2pD6",
    masterKey: "1b7f0e9d8c6a5b4f3e2d1c0b9a8f7e6d5c4b3a29180706f5e4d3c2b1a0998877",
    ofEnvironment: "correct horse",
    mail: "anna.svensson@daily.example.org",
    article: "The mayor resigned on Tuesday after weeks of silence",
    secondLine: "The town hall declined to comment",
    name: "anna",
  };
  const report = crash({
    error: thrown(
      `Error: Unexpected token in JSON, "${planted.article}" is not valid; Authorization: ${planted.basic}; {"webhook_password":"${planted.password}"} ${planted.bearer}\n${planted.secondLine}\n    at parse (/home/anna/app/${planted.apiSecret}.js:1:1)`,
      new Error(`key ${planted.masterKey} of ${planted.mail} and ${planted.ofEnvironment}`),
    ),
    log: [
      `2026-11-21T09:59:57.000Z warning The browser could not be opened at https://name:${planted.password}@site.example.org/?token=${planted.apiSecret}`,
      `2026-11-21T09:59:58.000Z error The site said “${planted.article}” with cookie=${planted.password}`,
      `  ${planted.secondLine}`,
      "  at send (/home/anna/app/sender.ts:4:2)",
    ].join("\n"),
    environment: { SMTP_PASSWORD: planted.ofEnvironment, LANG: "en" },
  });
  for (const [what, text] of Object.entries(planted)) expect(report, what).not.toContain(text);
  expect(report).toContain("at send (~/app/sender.ts:4:2)");
  expect(report).toContain("could not be opened at https:");
});

it.each([
  ["Error: password: hunter2", "Error: password: •••"],
  ["TypeError: apiKey=k3y", "TypeError: apiKey=•••"],
  ["Error: Cookie: galley=abc; other=hunter2", "Error: Cookie: •••"],
  ['Error: {"secret": "two words", "port": "x1"}', 'Error: {"secret": •••, "port": "x1"}'],
])("masks the value after a secret name anywhere in a line: %s", (first, said) => {
  expect(crash({ error: thrown(first) })).toContain(`\n${said}\n`);
});

it("stays short for any thrown value", () => {
  const endless = thrown(`Error: ${"a b ".repeat(1e6)}\n${"    at f (x.js:1:1)\n".repeat(1e5)}`);
  endless.cause = endless;
  expect(crash({ error: endless, log: "x".repeat(1e6) }).length).toBeLessThan(20_000);
  expect(crash({ error: "words" })).toContain("\nwords\n");
  expect(crash({ error: null })).toContain("\nnull\n");
  for (const error of [Object.create(null), Object.assign(new Error("x"), { stack: Object.create(null), message: 1n })])
    expect(crash({ error })).toMatch(/cannot be converted to text|Error: 1/);
});

/** Signals cause faults in the service. */
const startService = () =>
  spawnAppliance({ env: { NODE_OPTIONS: `-r ${path.resolve("test/support/stray-faults.cjs")}` } });

const crashFiles = (dataDir: string, kind: string) => {
  const folder = path.join(dataDir, "logs");
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(`-${kind}.txt`)) : [];
};

it.runIf(process.platform === "linux")("continues after the reader of its output is gone", async () => {
  const { child, dataDir, url } = await startService();
  const outputs = [child.stdout, child.stderr] as Readable[];
  await Promise.all(outputs.map((output) => once(output.destroy(), "close")));
  // Rejects with a value that cannot be converted to text.
  child.kill("SIGWINCH");
  await eventually(() => expect(crashFiles(dataDir, "rejection")).toHaveLength(1));
  const before = cpuOf(child.pid ?? 0) ?? 0;
  for (let files = 2; files <= 4; files++) {
    child.kill("SIGUSR2");
    await eventually(() => expect(crashFiles(dataDir, "rejection")).toHaveLength(files));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  }
  expect((cpuOf(child.pid ?? 0) ?? Number.NaN) - before).toBeLessThan(2_000);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

// Windows does not have the signal that causes the fault.
it.skipIf(process.platform === "win32")(
  "shuts down properly after an exception, with exit code 1 and a crash report",
  async () => {
    const { child, dataDir } = await startService();
    child.kill("SIGHUP");
    expect(await once(child, "exit")).toEqual([1, null]);
    const [file = ""] = crashFiles(dataDir, "exception");
    expect(fs.readFileSync(path.join(dataDir, "logs", file), "utf8")).toContain("Error: a stray exception");
    expect(fs.existsSync(path.join(dataDir, "galley.db-wal"))).toBe(false);
  },
);
