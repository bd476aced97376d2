/** Starts appliances for tests: real listeners on free ports, a real database and files in a temporary folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import packageJson from "../../package.json" with { type: "json" };
import type { Shell, ShellFollower } from "../../server/admin/shell/shell-view.ts";
import { stderrLog } from "../../server/core/process.ts";
import { type Clock, type Log, systemClock, systemRandom } from "../../server/core/runtime.ts";
import type { Resolver } from "../../server/outbound/allowed-hosts.ts";
import { consoleOf, type RunningAppliance } from "./running-appliance.ts";
import { CLI, galley } from "./server.ts";

/** The version of the appliances in this process. */
export const VERSION = packageJson.version;

const ROOT = path.resolve(import.meta.dirname, "../..");

export type { RunningAppliance };

export interface TestOptions {
  dataDir?: string;
  clock?: Clock;
  log?: Log;
  resolve?: Resolver;
  follower?: ShellFollower;
  /** Cost of scrypt; null for the product's. Low by default, because many tests log in. */
  passwordCost?: number | null;
  args?: string[];
  /** Environment variables; empty by default. */
  env?: NodeJS.ProcessEnv;
}

const FREE_PORTS = ["--port", "0", "--console-port", "0", "--sandbox-port", "0"];

/** The system clock, but waits below a minute take at most 0.5 s, so that retries come soon. */
export const impatientClock: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms < 60_000 ? Math.min(ms, 500) : ms, run),
};

/** A clock that advances only when a test moves it; due timers run then. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** Like suspending the machine: each timer that is due afterwards runs once. */
  skip(ms: number): void;
}

export function testClock(start = Date.now()): TestClock {
  let now = start;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        let next: (typeof timers)[number] | undefined;
        for (const timer of timers)
          if (timer.at <= end && timer.at < (next?.at ?? Number.POSITIVE_INFINITY)) next = timer;
        if (next === undefined) break;
        timers.splice(timers.indexOf(next), 1);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
    },
    skip(ms) {
      now += ms;
      for (const timer of timers.filter(({ at }) => at <= now)) {
        // A timer that another one cancelled does not run.
        if (!timers.includes(timer)) continue;
        timers.splice(timers.indexOf(timer), 1);
        timer.run();
      }
    },
  };
}

/** A log that a test can read. */
export interface KeptLog extends Log {
  lines: string[];
}

export function keptLog(): KeptLog {
  const lines: string[] = [];
  const keep = (kind: string) => (message: string, error?: unknown) =>
    void lines.push(`${kind}: ${message}${error instanceof Error ? ` ${error.stack}` : ""}`);
  return { lines, info: keep("info"), warn: keep("warn"), error: keep("error") };
}

/** Prints the appliance's errors in the test's output. */
const LOUD_ERRORS: Log = { ...stderrLog, info: () => {}, warn: () => {} };

const temporaryFolders: string[] = [];

/** An empty folder that is removed at the end of the process. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "galley-test-"));
  if (temporaryFolders.length === 0)
    process.once("exit", () => {
      for (const each of temporaryFolders) fs.rmSync(each, { recursive: true, force: true });
    });
  temporaryFolders.push(folder);
  return folder;
}

let migrated: Promise<Buffer> | undefined;

/** A migrated empty database, because running all migrations would take half of each test's start. */
async function migratedDatabase(): Promise<Buffer> {
  const folder = temporaryFolder();
  const { close } = await galley.openDatabase(folder, async () => {});
  close();
  return fs.readFileSync(path.join(folder, "galley.db"));
}

/** Starts an appliance in this process, so that a test can set its clock. */
export async function startAppliance(
  options: TestOptions = {},
): Promise<RunningAppliance & { shell: Shell; wake(): void }> {
  const { dataDir = temporaryFolder(), clock = systemClock, log = LOUD_ERRORS, args = [], env = {} } = options;
  const { passwordCost: cost = 16, resolve, follower } = options;
  const config = galley.readConfig([...FREE_PORTS, "--data-dir", dataDir, ...args], env);
  const isNew = !fs.existsSync(dataDir) || fs.readdirSync(dataDir).length === 0;
  const masterKey = await galley.openKeyFile(dataDir);
  if (isNew) {
    migrated ??= migratedDatabase();
    fs.writeFileSync(path.join(dataDir, "galley.db"), await migrated, { mode: 0o600 });
  }
  const appliance = await galley.openAppliance(
    config,
    { clock, random: systemRandom, log },
    {
      masterKey,
      webDir: path.join(ROOT, "dist", "web"),
      version: VERSION,
      ...(resolve && { resolve }),
      ...(follower && { follower }),
      passwordCost: cost === null ? undefined : { cost, block_size: 8, parallelization: 1 },
    },
  );
  const { url, consoleUrl, sandboxUrl } = await appliance.listen();
  const at = { url, consoleUrl, consoleLink: appliance.consoleLink(), sandboxUrl: sandboxUrl ?? "", dataDir };
  return { ...at, ...consoleOf(at), close: appliance.close, shell: appliance.shell, wake: appliance.wake };
}

/** An appliance in a separate process, which can be killed. */
export interface ApplianceProcess extends RunningAppliance {
  child: ChildProcess;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
}

interface ProcessOptions extends Pick<TestOptions, "dataDir" | "args" | "env"> {
  /** Instead of starting the appliance. */
  command?: string;
  /** Runs it in a new process group with its child processes. */
  ownGroup?: boolean;
}

export async function spawnAppliance(options: ProcessOptions = {}): Promise<ApplianceProcess> {
  const { dataDir = temporaryFolder(), args = [], env, command, ownGroup = false } = options;
  const flags = [...FREE_PORTS, "--data-dir", dataDir, "--json", ...args];
  const child = spawn(process.execPath, [CLI, ...(command === undefined ? [] : [command]), ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
    detached: ownGroup,
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, "exit");
  const line = await Promise.race([
    once(createInterface(child.stdout), "line").then(([text]) => String(text)),
    ended.then(([code]) => Promise.reject(new Error(`The appliance ended with ${code}: ${stderr}`))),
  ]);
  const ready = JSON.parse(line) as Record<"url" | "console_url" | "console_link" | "sandbox_url", string>;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  const { url, console_url: consoleUrl, console_link: consoleLink, sandbox_url: sandboxUrl } = ready;
  return {
    ...{ url, consoleUrl, consoleLink, sandboxUrl, dataDir },
    ...consoleOf({ consoleUrl, dataDir }),
    close: () => end("SIGTERM"),
    child,
    kill: () => end("SIGKILL"),
  };
}
