/** A child process: keeps the last line of its output, and kills it if it does not stop within five seconds. */
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { writeFileDurably } from "../storage/disk.ts";

const KILL_AFTER_MS = 5_000;
const MAX_TAIL = 2_000;

export interface Child {
  /** Resolves with the last line of its output when it has ended. Never rejects. */
  ended: Promise<string>;
  /** SIGTERM, then SIGKILL. */
  stop(): Promise<void>;
  kill(): void;
}

export interface ChildOptions {
  program: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Lets the next start end a child left by a killed Galley. */
  pidFile: string;
  /** Called with each line of its output. */
  onLine?: (line: string) => void;
}

export async function startChild({ program, args, env, pidFile, onLine }: ChildOptions): Promise<Child> {
  killOrphan(pidFile, program);
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
  const ended = Promise.withResolvers<string>();
  let tail = "";
  let rest = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = (lines.pop() ?? "").slice(-MAX_TAIL);
      for (const line of lines) {
        if (line.trim() !== "") tail = line.slice(0, MAX_TAIL);
        onLine?.(line);
      }
    });
  child.once("error", (error) => ended.resolve(error.message));
  child.once("close", () => {
    fs.rmSync(pidFile, { force: true });
    ended.resolve(rest.trim() === "" ? tail : rest);
  });
  if (child.pid !== undefined) await writeFileDurably(pidFile, String(child.pid), 0o600);
  return {
    ended: ended.promise,
    async stop() {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
      await ended.promise;
      clearTimeout(timer);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/** Kills the process of a pid file if it runs that program. A leftover Litestream would hold the database's log. */
export function killOrphan(pidFile: string, program: string): void {
  if (!fs.existsSync(pidFile)) return;
  const pid = fs.readFileSync(pidFile, "utf8");
  fs.rmSync(pidFile, { force: true });
  if (!/^\d+$/.test(pid)) return;
  try {
    // Slim systems have no ps.
    const command =
      process.platform === "linux"
        ? fs.readFileSync(`/proc/${pid}/cmdline`, "utf8")
        : execFileSync("ps", ["-o", "args=", "-p", pid], { encoding: "utf8", timeout: KILL_AFTER_MS });
    if (command.includes(path.basename(program))) process.kill(Number(pid), "SIGKILL");
  } catch {
    // No such process.
  }
}
