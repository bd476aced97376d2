/**
 * Errors that nobody caught. Each leaves a file in `<dataDir>/logs`, so that whoever looks later finds what happened.
 *
 * A promise that was rejected and never looked at says nothing about the rest: every change of data is a transaction of
 * its own, so the service goes on. An exception may have left something half done: the process is to end in order.
 */
import fs from "node:fs";
import path from "node:path";
import type { Log } from "./runtime.ts";

/** An exception this soon after another is taken for a lasting fault: starting again would only lead to a third. */
const SOON_MS = 10 * 60_000;
/** Rejections that are written down in a minute: one that comes again and again fills no disk. */
const REJECTIONS_A_MINUTE = 5;
/** Files kept; the oldest go. */
const KEPT_FILES = 20;
const MAX_CHARACTERS = 64_000;
const FILE_NAME = /^crash-.+-(exception|rejection)\.txt$/;

/** A process whose reader of stdout or stderr has gone works on; what it writes there is lost. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/** Takes over the errors for which Node would end the process at once. */
export function watchUnforeseen({
  dataDir,
  log,
  now,
  onRejection,
  onException,
  endNow,
}: {
  dataDir: string;
  log: Log;
  now(): number;
  /** A rejection was written to `file`; the process goes on. */
  onRejection?(file: string): void;
  /** An exception was written to `file`: end in order. Called once. `again`: it is the second in a short time. */
  onException(file: string, again: boolean): void;
  /** Another exception while ending: end at once. */
  endNow(): void;
}): void {
  let ending = false;
  let minute = { ends: 0, left: 0 };

  process.on("uncaughtException", (error: unknown) => {
    if (ending) return endNow();
    ending = true;
    const again = now() - lastException(dataDir) < SOON_MS;
    const file = writeCrashFile(dataDir, "exception", error, now());
    log.error(`An error that Galley did not foresee ends it; ${file} keeps it`, error);
    onException(file, again);
  });
  process.on("unhandledRejection", (reason: unknown) => {
    if (now() >= minute.ends) minute = { ends: now() + 60_000, left: REJECTIONS_A_MINUTE };
    if (minute.left === 0) return;
    minute.left -= 1;
    const file = writeCrashFile(dataDir, "rejection", reason, now());
    log.error(`Something went wrong that Galley did not foresee; it goes on, and ${file} keeps what it was`, reason);
    onRejection?.(file);
  });
}

/** When the last exception ended a process of this data folder, ms; 0 where none did. */
export function lastException(dataDir: string): number {
  const newest = crashFiles(dataDir).findLast((name) => name.endsWith("-exception.txt"));
  return newest === undefined
    ? 0
    : (fs.statSync(path.join(dataDir, "logs", newest), { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

/** Returns the file's path, also where a full disk did not take it: the log has the same words. */
function writeCrashFile(dataDir: string, kind: "exception" | "rejection", error: unknown, now: number): string {
  const folder = path.join(dataDir, "logs");
  const time = new Date(now).toISOString();
  const file = path.join(folder, `crash-${time.replaceAll(":", "-")}-${kind}.txt`);
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, `${time} ${kind}\n${told.slice(0, MAX_CHARACTERS)}\n`, { mode: 0o600 });
    for (const old of crashFiles(dataDir).slice(0, -KEPT_FILES)) fs.rmSync(path.join(folder, old), { force: true });
  } catch {
    // A full disk above all; the log has the same words.
  }
  return file;
}

/** Oldest first: their names begin with the time. */
function crashFiles(dataDir: string): string[] {
  try {
    return fs
      .readdirSync(path.join(dataDir, "logs"))
      .filter((name) => FILE_NAME.test(name))
      .sort();
  } catch {
    return [];
  }
}
