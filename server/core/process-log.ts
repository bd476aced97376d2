/**
 * The log on stderr; stdout is for `--json`. Plain text by default, with priorities for journald, or one JSON object per
 * line.
 */
import fs from "node:fs";
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
