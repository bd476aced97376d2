/**
 * The appliance's log, headless as on the desktop: lines in `<dataDir>/logs/galley.log`, of which one older part is kept,
 * and read from there again, newest first. A line is `<ISO time> <level> <message>`; what follows it, a stack above all, is
 * indented, so that nothing a site sends can pass for a line of its own.
 */
import fs from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { LogEntry, LogLevel } from "../contracts/logs-api.ts";
import { stackOf } from "../core/errors.ts";
import { maskText, maskTokens } from "../core/masking.ts";
import type { Log } from "../core/runtime.ts";
import { PAGE_SIZE, pageOf, readCursor, type StoredPage } from "./lists.ts";

/** Bytes at which the file becomes `galley.old.log`: both together stay below twice this. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Characters of an entry; a message may repeat what a site sent. */
const MAX_CHARACTERS = 16_000;
/** Entries that are read without letting other work in between. */
const ENTRIES_A_TURN = 2_000;
const INDENT = "  ";
const LEVELS: readonly LogLevel[] = ["info", "warning", "error"];
const ENTRY = /^(\S+) (info|warning|error) (.*)$/;
const NEWLINE = 0x0a;
const SPACE = 0x20;

export interface LogQuery {
  /** The least grave that is wanted. */
  level: LogLevel;
  /** Words that an entry must hold, each somewhere, in any case. */
  words: string[];
}

/** Whoever says the same elsewhere, such as on stderr. @param line as it goes into the file */
export type Say = (level: LogLevel, message: string, error: unknown, line: string) => void;

export type KeptLog = ReturnType<typeof openKeptLog>;

/** Says it to another log as well. */
export const sayTo =
  (log: Log): Say =>
  (level, message, error) => {
    if (level === "error") log.error(message, error);
    else if (level === "warning") log.warn(message);
    else log.info(message);
  };

/**
 * Lines are rare and are written at once, so that the last one before a crash is there. A disk that takes no more
 * lines does not stop the appliance: `say` still gets them.
 */
export function openKeptLog(dataDir: string, say: Say, maxBytes = MAX_BYTES, now: () => number = Date.now) {
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
    // A file is known by its number, which stays with it when it is renamed.
    if (place.ino === 0) place.ino = placeOf(file).ino;
    const offset = place.size;
    place.size += bytes;
    return { ino: place.ino, offset };
  };
  const write = (level: LogLevel, message: string, error?: unknown) => {
    const at = new Date(now()).toISOString();
    const told = error === undefined ? "" : `\n${stackOf(error)}`;
    const [first = "", ...rest] = clean(`${message}${told}`).split("\n");
    const line = [`${at} ${level} ${first}`, ...rest.map((each) => `${INDENT}${each}`)].join("\n");
    say(level, message, error, `${line}\n`);
    try {
      const { ino, offset } = append(`${line}\n`);
      isFailing = false;
      const entry = { id: `${ino}-${offset}`, at, level, message: first, detail: rest.join("\n") };
      for (const listener of listeners) listener(entry, error);
    } catch (fault) {
      // Once: what is said of a full disk fills no other.
      if (!isFailing) process.stderr.write(`warning: the log file could not be written: ${(fault as Error).message}\n`);
      isFailing = true;
    }
  };

  return {
    info: (message: string): void => write("info", message),
    warn: (message: string): void => write("warning", message),
    error: (message: string, error?: unknown): void => write("error", message, error),
    /** Returns the end of the subscription. */
    subscribe(listener: (entry: LogEntry, error: unknown) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Newest first. Reads the files anew; what is in neither any more is passed over. */
    async page({ level, words }: LogQuery, cursor: string | null): Promise<StoredPage<LogEntry>> {
      const wanted = LEVELS.slice(LEVELS.indexOf(level));
      const needles = words.map((word) => word.toLowerCase());
      const isWanted = (entry: LogEntry) => {
        if (!wanted.includes(entry.level)) return false;
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
          if (isWanted(entry)) found.push(entry);
          if (found.length > PAGE_SIZE) return pageOf(found, placeOfEntry);
        }
      }
      return pageOf(found, placeOfEntry);
    },
    /** The end of the newest part, whole lines of at most `maxBytes`, at once: for a process that is about to end. */
    tailNow(maxBytes: number): string {
      try {
        const from = Math.max(0, place.size - maxBytes);
        const bytes = Buffer.alloc(place.size - from);
        const descriptor = fs.openSync(file, "r");
        const read = fs.readSync(descriptor, bytes, 0, bytes.length, from);
        fs.closeSync(descriptor);
        return bytes.toString("utf8", from === 0 ? 0 : bytes.indexOf(NEWLINE) + 1, read);
      } catch {
        return "";
      }
    },
    /** The end of what is kept, whole lines of at most `maxCharacters`. */
    async tail(maxCharacters: number): Promise<string> {
      const parts = await Promise.all([older, file].map(readPart));
      const text = parts.map((part) => part?.bytes.toString("utf8") ?? "").join("");
      if (text.length <= maxCharacters) return text;
      return text.slice(text.indexOf("\n", text.length - maxCharacters) + 1);
    },
  };
}

/** One entry's text: without what drives terminals, without credentials in addresses and JSON. */
function clean(text: string): string {
  const cut = text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}…`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
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
    const handle = await fs.promises.open(file);
    try {
      return { ino: (await handle.stat()).ino, bytes: await handle.readFile() };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** From the entry that ends before `end` to the first; lets other work in between. */
async function* entriesBackwards({ ino, bytes }: Part, end: number): AsyncGenerator<LogEntry> {
  let read = 0;
  // Where the entry ends that is being put together: its lines are met from the last to the first.
  let entryEnd = end;
  for (let lineEnd = end; lineEnd > 0; ) {
    const start = bytes.lastIndexOf(NEWLINE, lineEnd - 2) + 1;
    if (bytes[start] !== SPACE || start === 0) {
      const entry = entryOf(bytes.toString("utf8", start, entryEnd), `${ino}-${start}`);
      if (entry !== null) yield entry;
      entryEnd = start;
      read += 1;
      if (read % ENTRIES_A_TURN === 0) await nextTurn();
    }
    lineEnd = start;
  }
}

/** Null for what is none, such as a line that a full disk cut off. Earlier versions did not indent what follows a line. */
function entryOf(text: string, id: string): LogEntry | null {
  const [first = "", ...rest] = text.trimEnd().split("\n");
  const [, at, level, message] = ENTRY.exec(first) ?? [];
  if (at === undefined || level === undefined || message === undefined || Number.isNaN(Date.parse(at))) return null;
  const detail = rest.map((line) => (line.startsWith(INDENT) ? line.slice(INDENT.length) : line)).join("\n");
  return { id, at, level: level as LogLevel, message, detail };
}
