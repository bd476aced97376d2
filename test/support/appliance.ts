/** A real appliance for a test: real listeners on free ports, a real database and files in a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Shell, ShellFollower } from "../../server/admin/shell/shell-view.ts";
import { stderrLog } from "../../server/core/process-log.ts";
import { type Clock, type Log, systemClock, systemRandom } from "../../server/core/runtime.ts";
import type { Resolver } from "../../server/outbound/allowed-hosts.ts";
import { consoleOf, type RunningAppliance } from "./running-appliance.ts";
import { CLI, galley } from "./server.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

export type { RunningAppliance };

export interface TestOptions {
  dataDir?: string;
  clock?: Clock;
  log?: Log;
  resolve?: Resolver;
  follower?: ShellFollower;
  /** Of scrypt; null: the product's. A low one by default: many tests log in. */
  passwordCost?: number | null;
  args?: string[];
  /** Its environment; empty unless told otherwise. */
  env?: NodeJS.ProcessEnv;
}

const FREE_PORTS = ["--port", "0", "--console-port", "0", "--sandbox-port", "0"];

/** The system's, on which a second attempt comes soon: a wait of seconds takes half a second at most. */
export const impatientClock: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(ms < 60_000 ? Math.min(ms, 500) : ms, run),
};

/** A clock that stands still until it is moved; timers run when their time has come. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** As while the machine is off: each timer that is due by then runs once. */
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

/** Reports kept for a test that looks at them. */
export interface KeptLog extends Log {
  lines: string[];
}

export function keptLog(): KeptLog {
  const lines: string[] = [];
  const keep = (kind: string) => (message: string, error?: unknown) =>
    void lines.push(`${kind}: ${message}${error instanceof Error ? ` ${error.stack}` : ""}`);
  return { lines, info: keep("info"), warn: keep("warn"), error: keep("error") };
}

/** A fault of the appliance shows in the test's output. */
const LOUD_ERRORS: Log = { ...stderrLog, info: () => {}, warn: () => {} };

const temporaryFolders: string[] = [];

/** An empty folder that goes with the process. */
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

/** A database as the first start leaves it: running every migration would be half of each test's start. */
async function migratedDatabase(): Promise<Buffer> {
  const folder = temporaryFolder();
  const { close } = await galley.openDatabase(folder, async () => {});
  close();
  return fs.readFileSync(path.join(folder, "galley.db"));
}

/** Starts an appliance in this process: its clock can be set. */
export async function startAppliance(
  options: TestOptions = {},
): Promise<RunningAppliance & { shell: Shell; wake(): void }> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const config = galley.readConfig([...FREE_PORTS, "--data-dir", dataDir, ...(options.args ?? [])], options.env ?? {});
  const { passwordCost: cost = 16 } = options;
  const isNew = !fs.existsSync(dataDir) || fs.readdirSync(dataDir).length === 0;
  const masterKey = await galley.openKeyFile(dataDir);
  if (isNew) {
    migrated ??= migratedDatabase();
    fs.writeFileSync(path.join(dataDir, "galley.db"), await migrated, { mode: 0o600 });
  }
  const appliance = await galley.openAppliance(
    config,
    { clock: options.clock ?? systemClock, random: systemRandom, log: options.log ?? LOUD_ERRORS },
    {
      masterKey,
      webDir: path.join(ROOT, "dist", "web"),
      version: "0.0.0-test",
      ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
      ...(options.follower === undefined ? {} : { follower: options.follower }),
      passwordCost: cost === null ? undefined : { cost, block_size: 8, parallelization: 1 },
    },
  );
  const { url, consoleUrl, sandboxUrl } = await appliance.listen();
  const at = { url, consoleUrl, consoleLink: appliance.consoleLink(), sandboxUrl: sandboxUrl ?? "", dataDir };
  return { ...at, ...consoleOf(at), close: appliance.close, shell: appliance.shell, wake: appliance.wake };
}

/** An appliance as a process of its own: it can be killed. */
export interface ApplianceProcess extends RunningAppliance {
  child: ChildProcess;
  /** kill -9, and its end. */
  kill(): Promise<void>;
}

export async function spawnAppliance(
  options: {
    dataDir?: string;
    args?: string[];
    env?: NodeJS.ProcessEnv;
    command?: string;
    /** Its process group has only what it starts itself. */
    ownGroup?: boolean;
  } = {},
): Promise<ApplianceProcess> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const child = spawn(
    process.execPath,
    [
      CLI,
      ...(options.command === undefined ? [] : [options.command]),
      ...FREE_PORTS,
      "--data-dir",
      dataDir,
      "--json",
      ...(options.args ?? []),
    ],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...options.env },
      detached: options.ownGroup === true,
    },
  );
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
