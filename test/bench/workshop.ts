/** A scenario's temporary folder and processes: the appliance, the load generator, floors. All end with the scenario. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
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

export type Workshop = ReturnType<typeof openWorkshop>;

/** A process that has printed its ready line. */
export type Child = Awaited<ReturnType<Workshop["start"]>>;

const STOP_MS = 5_000;

/**
 * @param parent an existing folder on the measured disk
 * @param profileDir folder for the appliance's CPU profiles, which cost speed
 */
export function openWorkshop(parent: string, profileDir?: string) {
  const root = fs.mkdtempSync(path.join(parent, "galley-bench-"));
  const running = new Set<ChildProcess>();
  const keep = (child: ChildProcess) => {
    running.add(child);
    child.once("exit", () => running.delete(child));
    return child;
  };
  return {
    /** Node arguments for the appliance: `--cpu-prof` if profiles are requested. */
    profileArgs: profileDir === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`],
    folder(name: string) {
      const folder = path.join(root, name);
      fs.mkdirSync(folder);
      return folder;
    },
    /**
     * Starts a script on this Node and waits for its ready line, JSON on stdout.
     * @param script relative to this file @param nodeArgs Node's own arguments, such as `--import` of a preload
     */
    async start(script: string, args: string[] = [], nodeArgs: string[] = []) {
      const started = performance.now();
      const command = [...nodeArgs, path.resolve(import.meta.dirname, script), ...args];
      const child = keep(spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe", "ipc"] }));
      let complaints = "";
      child.stderr?.on("data", (chunk) => {
        complaints = (complaints + chunk).slice(-4_000);
      });
      const ended = once(child, "exit").then(([code]) => {
        throw new Error(`${path.basename(script)} ended with ${code}: ${complaints}`);
      });
      ended.catch(() => undefined);
      const [line] = await Promise.race([once(createInterface(child.stdout as Readable), "line"), ended]);
      return {
        pid: child.pid ?? 0,
        ready: JSON.parse(line) as Record<string, string>,
        /** From the start of the process to the ready line, ms. */
        readyMs: performance.now() - started,
        /** Sends a message over IPC and resolves with the reply, one at a time. @throws if the process replies with `{error}` */
        async ask<T>(message: object | string) {
          child.send(message);
          const [reply] = (await Promise.race([once(child, "message"), ended])) as [T | { error: string }];
          if (typeof reply === "object" && reply !== null && "error" in reply) throw new Error(reply.error);
          return reply as T;
        },
        /** Sends SIGTERM and waits for the end; sends SIGKILL after 5 s. */
        stop: () => stop(child),
      };
    },
    /** Starts any other program; the workshop ends it. */
    spawn: (command: string, args: string[]) => keep(spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] })),
    /** Ends every process, removes every file. */
    async close() {
      await Promise.all([...running].map(stop));
      fs.rmSync(root, { recursive: true, force: true });
    },
    /** Synchronous close, for a process that is about to end. */
    closeNow() {
      for (const child of running) child.kill("SIGKILL");
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(force);
}

export type BenchAppliance = Child & Place & ConsoleCalls;

/** Starts the built appliance, headless as with `npm start`, on free loopback ports. */
export async function startAppliance(
  workshop: Workshop,
  dataDir = workshop.folder("appliance"),
  nodeArgs: string[] = [],
): Promise<BenchAppliance> {
  const ports = ["--port", "0", "--console-port", "0", "--sandbox-port", "0"];
  const args = [...ports, "--data-dir", dataDir, "--json"];
  const child = await workshop.start("../../dist/main/cli.js", args, [...workshop.profileArgs, ...nodeArgs]);
  const { url = "", console_url: consoleUrl = "" } = child.ready;
  return { ...child, url, dataDir, consoleUrl, ...consoleOf({ consoleUrl, dataDir }) };
}

export type AskLoad = Awaited<ReturnType<typeof startLoad>>;

/** Starts a load process. @returns a function that runs a piece of work in it */
export async function startLoad(workshop: Workshop) {
  const { ask } = await workshop.start("load/load-process.ts");
  return <Kind extends keyof Load>(kind: Kind, order: Parameters<Load[Kind]>[0]) =>
    ask<Awaited<ReturnType<Load[Kind]>>>({ kind, order });
}
