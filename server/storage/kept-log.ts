/**
 * The log: lines `<ISO time> <level> <message>` in `<dataDir>/logs/galley.log`, with one older file. Further lines of an
 * entry, such as a stack, are indented, so that text from a site cannot forge an entry.
 */
import fs from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Page } from "../contracts/console-api.ts";
import type { LogEntry, LogLevel } from "../contracts/logs-api.ts";
import { stackOf } from "../core/errors.ts";
import { maskText, maskTokens } from "../core/masking.ts";
import { stderrLog } from "../core/process.ts";
import type { Log } from "../core/runtime.ts";
import { ifMissing } from "./disk.ts";
import { PAGE_SIZE, pageOf, readCursor } from "./lists.ts";

/** Bytes at which the file becomes `galley.old.log`. */
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_CHARACTERS = 16_000;
/** Entries read before yielding to the event loop. */
const ENTRIES_PER_TURN = 2_000;
const INDENT = "  ";
const LEVELS: readonly LogLevel[] = ["info", "warning", "error"];
const ENTRY = /^(\S+) (info|warning|error) (.*)$/;
const NEWLINE = 0x0a;
const SPACE = 0x20;

export interface LogQuery {
  /** The lowest level. */
  level: LogLevel;
  /** All must be contained; case-insensitive. */
  words: string[];
}

/** A second output for each entry, such as stderr. `line` is the line in the file. */
export type LogSink = (level: LogLevel, message: string, error: unknown, line: string) => void;

export type KeptLog = ReturnType<typeof openKeptLog>;

/** Copies entries to another log. */
export const sinkTo =
  (log: Log): LogSink =>
  (level, message, error) => {
    if (level === "error") log.error(message, error);
    else if (level === "warning") log.warn(message);
    else log.info(message);
  };

/** Writes synchronously, so that the last line before a crash is stored. A full disk does not stop the appliance. */
export function openKeptLog(dataDir: string, say: LogSink, maxBytes = MAX_BYTES, now: () => number = Date.now) {
  const folder = path.join(dataDir, "logs");
  const file = path.join(folder, "galley.log");
  const older = path.join(folder, "galley.old.log");
  const listeners = new Set<(entry: LogEntry, error: unknown) => void>();
  let isFailing = false;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  let place = placeOf(file);

  const append = (line: string): { ino: number; offset: number } => {
    const bytes = Buffer.byteLength(line);
    if (place.size > 0 && place.size + bytes > maxBytes) {
      fs.renameSync(file, older);
      place = { ino: 0, size: 0 };
    }
    fs.appendFileSync(file, line, { mode: 0o600 });
    // A file is identified by its inode, which survives a rename.
    if (place.ino === 0) place.ino = placeOf(file).ino;
    const offset = place.size;
    place.size += bytes;
    return { ino: place.ino, offset };
  };
  const write = (level: LogLevel, message: string, error?: unknown) => {
    const at = new Date(now()).toISOString();
    const cause = error === undefined ? "" : `\n${stackOf(error)}`;
    const [first = "", ...rest] = clean(`${message}${cause}`).split("\n");
    const line = [`${at} ${level} ${first}`, ...rest.map((each) => `${INDENT}${each}`)].join("\n");
    say(level, message, error, `${line}\n`);
    try {
      const { ino, offset } = append(`${line}\n`);
      isFailing = false;
      const entry = { id: `${ino}-${offset}`, at, level, message: first, detail: rest.join("\n") };
      for (const listener of listeners) listener(entry, error);
    } catch (fault) {
      if (!isFailing) stderrLog.warn(`The log file could not be written: ${(fault as Error).message}`);
      isFailing = true;
    }
  };

  return {
    info: (message: string): void => write("info", message),
    warn: (message: string): void => write("warning", message),
    error: (message: string, error?: unknown): void => write("error", message, error),
    subscribe(listener: (entry: LogEntry, error: unknown) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async page({ level, words }: LogQuery, cursor: string | null): Promise<Page<LogEntry>> {
      const levels = LEVELS.slice(LEVELS.indexOf(level));
      const needles = words.map((word) => word.toLowerCase());
      const matches = (entry: LogEntry) => {
        if (!levels.includes(entry.level)) return false;
        const text = `${entry.message}\n${entry.detail}`.toLowerCase();
        return needles.every((needle) => text.includes(needle));
      };
      const from = readCursor(cursor, ["number", "number"]) as [ino: number, offset: number] | null;
      const found: LogEntry[] = [];
      let isReached = from === null;
      for (const name of [file, older]) {
        const part = await readPart(name);
        if (part === null) continue;
        const end = isReached ? part.bytes.length : part.ino === from?.[0] ? from[1] : null;
        if (end === null) continue;
        isReached = true;
        for await (const entry of entriesBackwards(part, end)) {
          if (matches(entry)) found.push(entry);
          if (found.length > PAGE_SIZE) return pageOf(found, placeOfEntry);
        }
      }
      return pageOf(found, placeOfEntry);
    },
    /** The end of both files, in whole lines. Synchronous, for a process that is about to end. Never throws. */
    tail(maxBytes: number): string {
      try {
        const bytes = Buffer.concat([older, file].filter(fs.existsSync).map((name) => fs.readFileSync(name)));
        const from = bytes.length - maxBytes;
        return bytes.toString("utf8", from <= 0 ? 0 : bytes.indexOf(NEWLINE, from) + 1);
      } catch {
        return "";
      }
    },
  };
}

/** Removes control characters, and masks credentials. */
function clean(text: string): string {
  const cut = text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}…`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
  const plain = cut.replace(/\r\n?/g, "\n").replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
  return maskTokens(maskText(plain, []));
}

function placeOf(file: string): { ino: number; size: number } {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  return { ino: found?.ino ?? 0, size: found?.size ?? 0 };
}

function placeOfEntry({ id }: LogEntry): [number, number] {
  const [ino, offset] = id.split("-");
  return [Number(ino), Number(offset)];
}

interface Part {
  ino: number;
  bytes: Buffer;
}

async function readPart(file: string): Promise<Part | null> {
  try {
    await using handle = await fs.promises.open(file);
    return { ino: (await handle.stat()).ino, bytes: await handle.readFile() };
  } catch (error) {
    return ifMissing(null)(error);
  }
}

/** Reads entries from `end` back to the first, and yields to the event loop. */
async function* entriesBackwards({ ino, bytes }: Part, end: number): AsyncGenerator<LogEntry> {
  let read = 0;
  // The lines of an entry are read from last to first.
  let entryEnd = end;
  for (let lineEnd = end; lineEnd > 0; ) {
    const start = bytes.lastIndexOf(NEWLINE, lineEnd - 2) + 1;
    if (bytes[start] !== SPACE || start === 0) {
      const entry = entryOf(bytes.toString("utf8", start, entryEnd), `${ino}-${start}`);
      if (entry !== null) yield entry;
      entryEnd = start;
      read += 1;
      if (read % ENTRIES_PER_TURN === 0) await nextTurn();
    }
    lineEnd = start;
  }
}

/** Null for other text, such as a truncated line. Older versions did not indent. */
function entryOf(text: string, id: string): LogEntry | null {
  const [first = "", ...rest] = text.trimEnd().split("\n");
  const [, at, level, message] = ENTRY.exec(first) ?? [];
  if (at === undefined || level === undefined || message === undefined || Number.isNaN(Date.parse(at))) return null;
  const detail = rest.map((line) => (line.startsWith(INDENT) ? line.slice(INDENT.length) : line)).join("\n");
  return { id, at, level: level as LogLevel, message, detail };
}
