/**
 * Handles uncaught errors: each is reported in a file in `<dataDir>/logs`.
 * After an unhandled rejection the service continues, because every change of data is a transaction. An uncaught
 * exception may leave an inconsistent state, so the process shuts down.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { crashReport } from "./crash-report.ts";
import type { Log } from "./runtime.ts";

/** A second exception within this time means a permanent fault: another restart would not help. */
const SOON_MS = 10 * 60_000;
/** Rejections reported per minute, so that a repeated one does not fill the disk. */
const REJECTIONS_A_MINUTE = 5;
const KEPT_FILES = 20;
const LOG_BYTES = 16_000;
const FILE_NAME = /^crash-.+-(exception|rejection)\.txt$/;

/** Keeps the process running after the reader of stdout or stderr closes it. */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

interface UncaughtErrors {
  dataDir: string;
  log: Log & { tail(maxBytes: number): string };
  version: string;
  now(): number;
  /** A rejection is reported in `file`; the process continues. */
  onRejection?(file: string): void;
  /** An exception is reported in `file`: shut down. Called once. `again`: it is the second within ten minutes. */
  onException(file: string, again: boolean): void;
  /** Another exception during the shutdown: exit. */
  endNow(): void;
}

export function handleUncaughtErrors(options: UncaughtErrors): void {
  const { dataDir, log, version, now, onRejection, onException, endNow } = options;
  let ending = false;
  let minute = { ends: 0, left: 0 };

  const report = (kind: "exception" | "rejection", error: unknown): string =>
    writeCrashFile(dataDir, kind, now(), () =>
      crashReport({
        kind,
        error,
        at: now(),
        version,
        uptime: process.uptime(),
        log: log.tail(LOG_BYTES),
        environment: process.env,
        home: os.homedir(),
      }),
    );

  process.on("uncaughtException", (error: unknown) => {
    if (ending) return endNow();
    ending = true;
    const again = now() - (lastException(dataDir)?.at ?? 0) < SOON_MS;
    const file = report("exception", error);
    log.error(`Galley shuts down because of an unexpected error. Details are in ${file}.`, error);
    onException(file, again);
  });
  process.on("unhandledRejection", (reason: unknown) => {
    if (now() >= minute.ends) minute = { ends: now() + 60_000, left: REJECTIONS_A_MINUTE };
    if (minute.left === 0) return;
    minute.left -= 1;
    const file = report("rejection", reason);
    log.error(`An unexpected error occurred, and Galley continues. Details are in ${file}.`, reason);
    onRejection?.(file);
  });
}

/** The last exception that ended a process of this data folder; null without one. */
export function lastException(dataDir: string): { at: number; file: string } | null {
  const newest = crashFiles(dataDir).findLast((name) => name.endsWith("-exception.txt"));
  if (newest === undefined) return null;
  const file = path.join(dataDir, "logs", newest);
  return { at: fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0, file };
}

/** Returns the path even if the file cannot be written, for example on a full disk: the log has the stack. */
function writeCrashFile(dataDir: string, kind: string, now: number, report: () => string): string {
  const folder = path.join(dataDir, "logs");
  const file = path.join(folder, `crash-${new Date(now).toISOString().replaceAll(":", "-")}-${kind}.txt`);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, report(), { mode: 0o600 });
    for (const old of crashFiles(dataDir).slice(0, -KEPT_FILES)) fs.rmSync(path.join(folder, old), { force: true });
  } catch {
    // Usually a full disk.
  }
  return file;
}

/** Report files in `<dataDir>/logs`, oldest first. */
export function crashFiles(dataDir: string): string[] {
  try {
    return fs
      .readdirSync(path.join(dataDir, "logs"))
      .filter((name) => FILE_NAME.test(name))
      .sort();
  } catch {
    return [];
  }
}
