/** A scenario's temporary folder and processes: the appliance, the load generator, floors. All end with the scenario. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { type ConsoleCalls, consoleOf, type Place } from "../support/running-appliance.ts";
import type { Figure } from "./figures.ts";
import type { Load } from "./load/load-process.ts";

export interface Scenario {
  /** For `--only`. */
  name: string;
  title: string;
  /** The scenario fails after this time. */
  limitMs: number;
  /** Only with `--full`: large files or a long time. */
  full?: boolean;
  run(workshop: Workshop): Promise<Figure[]>;
}

/** A process that has printed its ready line. */
export interface Child {
  pid: number;
  ready: Record<string, string>;
  /** From the start of the process to the ready line, ms. */
  readyMs: number;
  /** Sends a message over IPC and resolves with the reply. One at a time. */
  ask<T>(message: unknown): Promise<T>;
  /** Sends SIGTERM and waits for the end; sends SIGKILL after 5 s. */
  stop(): Promise<void>;
}

export interface Program {
  /** Absolute path of a script. */
  script: string;
  args?: string[];
  nodeArgs?: string[];
  env?: NodeJS.ProcessEnv;
}

export interface Workshop {
  /** Node arguments for the appliance: `--cpu-prof` if profiles are requested. */
  profileArgs: string[];
  folder(name: string): string;
  /** Starts a script on this Node and waits for its ready line, JSON on stdout. */
  start(program: Program): Promise<Child>;
  /** Starts any other program; the workshop ends it. */
  spawn(command: string, args: string[]): ChildProcess;
  /** Ends every process, removes every file. */
  close(): Promise<void>;
  /** Synchronous close, for a process that is about to end. */
  closeNow(): void;
}

const STOP_MS = 5_000;
const READY_MS = 30_000;

/**
 * @param parent an existing folder on the measured disk
 * @param profileDir folder for the appliance's CPU profiles, which cost speed
 */
export function openWorkshop(parent: string, profileDir?: string): Workshop {
  const root = fs.mkdtempSync(path.join(parent, "galley-bench-"));
  const running = new Set<ChildProcess>();
  const keep = (child: ChildProcess) => {
    running.add(child);
    child.once("exit", () => running.delete(child));
    return child;
  };
  const stop = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const force = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(force);
  };
  return {
    profileArgs: profileDir === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`],
    folder(name) {
      const folder = path.join(root, name);
      fs.mkdirSync(folder);
      return folder;
    },
    async start({ script, args = [], nodeArgs = [], env = {} }) {
      const started = performance.now();
      const child = keep(
        spawn(process.execPath, [...nodeArgs, script, ...args], {
          stdio: ["ignore", "pipe", "pipe", "ipc"],
          env: { ...process.env, ...env },
        }),
      );
      const line = await firstLine(child, path.basename(script));
      const readyMs = performance.now() - started;
      return {
        pid: child.pid ?? 0,
        ready: JSON.parse(line) as Record<string, string>,
        readyMs,
        ask: (message) => ask(child, message),
        stop: () => stop(child),
      };
    },
    spawn: (command, args) => keep(spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] })),
    async close() {
      await Promise.all([...running].map(stop));
      fs.rmSync(root, { recursive: true, force: true });
    },
    closeNow() {
      for (const child of running) child.kill("SIGKILL");
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

async function firstLine(child: ChildProcess, name: string): Promise<string> {
  let complaints = "";
  child.stderr?.on("data", (chunk) => {
    complaints = (complaints + chunk).slice(-4_000);
  });
  if (child.stdout === null) throw new Error(`${name} has no stdout.`);
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`${name} was not ready after ${READY_MS} ms.`)), READY_MS);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${name} ended with ${code}: ${complaints}`);
  });
  ended.catch(() => undefined);
  try {
    const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended, timeout.promise]);
    return String(line);
  } finally {
    clearTimeout(timer);
  }
}

const CLI = path.resolve(import.meta.dirname, "../../dist/main/cli.js");

/** The built appliance, headless as with `npm start`, on free loopback ports. */
export const applianceProgram = (dataDir: string): Program => ({
  script: CLI,
  args: ["--port", "0", "--console-port", "0", "--sandbox-port", "0", "--data-dir", dataDir, "--json"],
});

export interface BenchAppliance extends Child, Place, ConsoleCalls {
  authorization: string;
}

/** @param options `dataDir` is new by default; `nodeArgs` are Node's own arguments, such as `--import` of a preload */
export async function startAppliance(
  workshop: Workshop,
  { dataDir = workshop.folder("appliance"), nodeArgs = [] }: { dataDir?: string; nodeArgs?: string[] } = {},
): Promise<BenchAppliance> {
  const child = await workshop.start({
    ...applianceProgram(dataDir),
    nodeArgs: [...workshop.profileArgs, ...nodeArgs],
  });
  const { url = "", console_url: consoleUrl = "" } = child.ready;
  const calls = consoleOf({ consoleUrl, dataDir });
  return { ...child, url, dataDir, consoleUrl, ...calls, authorization: `Bearer ${calls.consoleToken}` };
}

/** Runs a piece of work in the load process. */
export type AskLoad = <Kind extends keyof Load>(
  kind: Kind,
  order: Parameters<Load[Kind]>[0],
) => Promise<Awaited<ReturnType<Load[Kind]>>>;

export async function startLoad(workshop: Workshop): Promise<AskLoad> {
  const { ask } = await workshop.start({ script: path.resolve(import.meta.dirname, "load/load-process.ts") });
  return (kind, order) => ask({ kind, order });
}

/** Rejects if the process replies with `{error}`. */
async function ask<T>(child: ChildProcess, message: unknown): Promise<T> {
  const ended = new AbortController();
  const onExit = () => ended.abort(new Error("The process ended before it replied."));
  child.once("exit", onExit);
  try {
    const answer = once(child, "message", { signal: ended.signal });
    child.send(message as object);
    const [value] = (await answer) as [T | { error: string }];
    if (typeof value === "object" && value !== null && "error" in value) throw new Error(value.error);
    return value as T;
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    child.off("exit", onExit);
  }
}
