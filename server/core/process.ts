/** This process: its log on stderr, because stdout is for `--json`, and its heap. */
import fs from "node:fs";
import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { stackOf } from "./errors.ts";
import type { Log } from "./runtime.ts";

export const LOG_FORMATS = ["text", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

type Level = "info" | "warning" | "error";
type Format = (level: Level, message: string, error?: unknown) => string;

/** Syslog priorities, see sd-daemon(3). */
const PRIORITIES = { info: 6, warning: 4, error: 3 } as const;

const plain: Format = (level, message, error) =>
  `${level === "info" ? "" : `${level}: `}${message}\n${error instanceof Error ? `${error.stack}\n` : ""}`;

/** Prefixes each line with a priority for journald. */
const journal: Format = (level, message, error) => prioritized(level, plain(level, message, error));

const json: Format = (level, message, error) =>
  `${JSON.stringify({ time: new Date().toISOString(), level, message, ...(error === undefined ? {} : { stack: stackOf(error) }) })}\n`;

let format: Format = isReadByJournal() ? journal : plain;

/** @param name text: plain, or with priorities if journald reads stderr */
export function setLogFormat(name: LogFormat): void {
  if (name === "json") format = json;
}

const write = (text: string) => void process.stderr.write(text);

export const stderrLog: Log = {
  info: (message) => write(format("info", message)),
  warn: (message) => write(format("warning", message)),
  error: (message, error) => write(format("error", message, error)),
};

/** Formats the error message of a failed command: without a level on a terminal. */
export function failureLine(message: string): string {
  if (format === json) return json("error", message);
  return format === journal ? prioritized("error", `${message}\n`) : `${message}\n`;
}

function prioritized(level: Level, text: string): string {
  return text.replace(/^(?=.)/gm, `<${PRIORITIES[level]}>`);
}

/** systemd names the stream that it gave the service. Stderr may have been redirected since. */
function isReadByJournal(): boolean {
  const [, device, inode] = /^(\d+):(\d+)$/.exec(process.env.JOURNAL_STREAM ?? "") ?? [];
  if (inode === undefined) return false;
  try {
    const { dev, ino } = fs.fstatSync(2, { bigint: true });
    return String(dev) === device && String(ino) === inode;
  } catch {
    return false;
  }
}

/** Bytes of both halves: enough for the parsed bodies of a few dozen requests that wait for one commit. */
export const YOUNG_BYTES = 8 * 1024 * 1024;

/**
 * Keeps V8's young generation small. Under load, V8 lets it grow to 100 MB and more, and then rarely collects the old
 * generation: under a newsroom's load, the process took 390 MB with that growth and 240 MB without. V8 accepts an upper
 * bound only on its command line, but the growth factor at any time, so this turns growth off at the bound.
 */
export function limitYoungHeap(): void {
  let mayGrow = true;
  const adjust = () => {
    const isSmall = youngBytes() < YOUNG_BYTES;
    if (isSmall === mayGrow) return;
    mayGrow = isSmall;
    setFlagsFromString(`--semi-space-growth-factor=${isSmall ? 2 : 1}`);
  };
  new PerformanceObserver(adjust).observe({ entryTypes: ["gc"] });
}

export function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
}
