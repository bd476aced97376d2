/**
 * Uncaught errors. Each is reported in a file in `<dataDir>/logs`.
 * After an unhandled rejection the service continues: every change of data is a transaction. An uncaught exception may
 * leave something half done, so the process shuts down.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { crashReport } from "./crash-report.ts";
import type { Log } from "./runtime.ts";

/** A second exception this soon means a lasting fault: a restart would only lead to a third. */
const SOON_MS = 10 * 60_000;
/** Rejections recorded per minute: a repeated one must not fill the disk. */
const REJECTIONS_A_MINUTE = 5;
const KEPT_FILES = 20;
const LOG_BYTES = 16_000;
const FILE_NAME = /^crash-.+-(exception|rejection)\.txt$/;

/** Keeps the process running when the reader of stdout or stderr is gone. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/** Handles the errors for which Node would end the process. */
export function watchUnforeseen({
  dataDir,
  log,
  version,
  now,
  onRejection,
  onException,
  endNow,
}: {
  dataDir: string;
  log: Log & { tailNow(maxBytes: number): string };
  version: string;
  now(): number;
  /** A rejection is in `file`; the process continues. */
  onRejection?(file: string): void;
  /** An exception is in `file`: shut down. Called once. `again`: it is the second in a short time. */
  onException(file: string, again: boolean): void;
  /** Another exception during the shutdown: exit. */
  endNow(): void;
}): void {
  let ending = false;
  let minute = { ends: 0, left: 0 };

  const keep = (kind: "exception" | "rejection", error: unknown): string =>
    writeCrashFile(dataDir, kind, now(), () =>
      crashReport({
        kind,
        error,
        at: now(),
        version,
        uptime: process.uptime(),
        log: log.tailNow(LOG_BYTES),
        environment: process.env,
        home: os.homedir(),
      }),
    );

  process.on("uncaughtException", (error: unknown) => {
    if (ending) return endNow();
    ending = true;
    const again = now() - (lastException(dataDir)?.at ?? 0) < SOON_MS;
    const file = keep("exception", error);
    log.error(`An error that Galley did not foresee ends it; ${file} keeps it`, error);
    onException(file, again);
  });
  process.on("unhandledRejection", (reason: unknown) => {
    if (now() >= minute.ends) minute = { ends: now() + 60_000, left: REJECTIONS_A_MINUTE };
    if (minute.left === 0) return;
    minute.left -= 1;
    const file = keep("rejection", reason);
    log.error(`Something went wrong that Galley did not foresee; it goes on, and ${file} keeps what it was`, reason);
    onRejection?.(file);
  });
}

/** The last exception that ended a process of this data folder; null: none. */
export function lastException(dataDir: string): { at: number; file: string } | null {
  const newest = crashFiles(dataDir).findLast((name) => name.endsWith("-exception.txt"));
  if (newest === undefined) return null;
  const file = path.join(dataDir, "logs", newest);
  return { at: fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0, file };
}

/** Returns the path, even where a full disk refused the file: the log has the stack. */
function writeCrashFile(dataDir: string, kind: string, now: number, report: () => string): string {
  const folder = path.join(dataDir, "logs");
  const file = path.join(folder, `crash-${new Date(now).toISOString().replaceAll(":", "-")}-${kind}.txt`);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, report(), { mode: 0o600 });
    for (const old of crashFiles(dataDir).slice(0, -KEPT_FILES)) fs.rmSync(path.join(folder, old), { force: true });
  } catch {
    // A full disk above all.
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
