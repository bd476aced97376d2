/** How the process lives: one a data folder, a start that may fail, sleep, a crash, and an end in order. */
import path from "node:path";
import { app, dialog, powerMonitor } from "electron";
import type { Appliance } from "../server/appliance.ts";
import { ConfigError } from "../server/core/errors.ts";
import type { Log } from "../server/core/runtime.ts";
import { lastException, watchUnforeseen } from "../server/core/unforeseen.ts";
import { DatabaseRefused } from "../server/storage/database.ts";
import { isDiskFull, NO_ROOM_TO_START } from "../server/storage/disk.ts";

// The end: whoever asks for it, the appliance is closed first, and the process ends whether or not that succeeds.

/**
 * ms, more than the appliance itself grants attempts and requests under way. Whoever takes longer is cut off; SQLite
 * loses nothing that was acknowledged.
 */
const CLOSE_LIMIT_MS = 15_000;

/** A start so soon after a crash is the one that the crash made. */
const JUST_NOW_MS = 60_000;

/** Takes over `app.quit()`, from wherever it is called, the signals that ask for it, and errors that nobody caught. */
export function quitInOrder(appliance: Appliance, log: Log, dataDir: string): void {
  let ending = false;
  let exitCode = 0;
  /** Why it ends, for the person at the screen: said once everything is closed, as the box waits for a click. */
  let lastWords: string | null = null;
  app.on("before-quit", (event) => {
    event.preventDefault();
    if (ending) return;
    ending = true;
    void closeWithin(appliance, log).then((closed) => {
      if (lastWords !== null) dialog.showErrorBox("Galley has ended", lastWords);
      app.exit(closed ? exitCode : 1);
    });
  });
  // The appliance goes on while its window is closed: without a listener, Electron would quit.
  app.on("window-all-closed", () => {});
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => app.quit());
  let told = false;
  watchUnforeseen({
    dataDir,
    log,
    now: Date.now,
    onRejection(file) {
      if (told) return;
      told = true;
      showWarning(
        "Something went wrong in Galley.",
        `It goes on working, and nothing that was saved is lost. If something does not react any more, quit Galley and start it again. What happened is written in ${file}.`,
      );
    },
    onException(file, again) {
      exitCode = 1;
      // A service that a newsroom relies on comes back by itself, but not again and again.
      if (!again) app.relaunch();
      else
        lastWords = `Something went wrong for the second time in ten minutes, so Galley did not start again by itself. Nothing that was saved is lost. What happened is written in ${file}.`;
      app.quit();
    },
    endNow: () => app.exit(1),
  });
}

/** Says after a start that a crash made what has happened. */
export function tellOfCrash(dataDir: string, log: Log): void {
  if (Date.now() - lastException(dataDir) >= JUST_NOW_MS) return;
  log.warn("Galley has started again after it ended because of a fault of its own.");
  showWarning(
    "Galley has started again.",
    `It ended because of a fault of its own a moment ago. Nothing that was saved is lost. What happened is written in the folder ${path.join(dataDir, "logs")}.`,
  );
}

async function closeWithin(appliance: Appliance, log: Log): Promise<boolean> {
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), CLOSE_LIMIT_MS);
  try {
    if ((await Promise.race([appliance.close(), late.promise])) !== "late") return true;
    log.warn(`Not everything ended within ${CLOSE_LIMIT_MS / 1000} s; quitting all the same.`);
  } catch (error) {
    log.error("Closing failed", error);
  } finally {
    clearTimeout(timer);
  }
  return false;
}

// One desktop app a data folder: a second start shows the first one's window and goes.

export interface SingleInstance {
  /** Calls back for every second start, also for one that came before this was called. */
  onSecondStart(callback: () => unknown): void;
}

/** Null where another process already is the one. */
export function holdSingleInstance(): SingleInstance | null {
  if (!app.requestSingleInstanceLock()) return null;
  let early = false;
  const remember = (): void => {
    early = true;
  };
  app.on("second-instance", remember);
  return {
    onSecondStart(callback) {
      app.off("second-instance", remember);
      app.on("second-instance", () => callback());
      if (early) callback();
    },
  };
}

// Sleep, and the end of the person's session on the computer.

export function watchPower(appliance: Appliance): void {
  // Timers stand still while the computer sleeps: deliveries that became due meanwhile are looked at at once.
  powerMonitor.on("resume", () => appliance.wake());
  // Electron's types leave out the event; preventing it asks the system to wait for the orderly end.
  powerMonitor.on("shutdown", (event?: Electron.Event) => {
    event?.preventDefault();
    app.quit();
  });
}

// A start that cannot go on: one sentence for the person and an exit code.

/** Ends the process with 1. */
export function refuseToStart(error: unknown): void {
  const sentence = sentenceFor(error);
  process.stderr.write(`Galley did not start. ${sentence}\n`);
  dialog.showErrorBox("Galley did not start", sentence);
  app.exit(1);
}

/** What happened and what to do, without a stack. */
function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseRefused) return error.message;
  if (isDiskFull(error)) return NO_ROOM_TO_START;
  const { code, address, port, message } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} on ${address} is in use by another program. Quit that program, or start Galley with another port (--port, --console-port, --sandbox-port).`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `Galley may not use its data folder or port: ${message}`;
  return `Something went wrong that Galley did not foresee: ${message ?? String(error)}`;
}

// A box beside the window; nobody waits for the answer.

export function showWarning(message: string, detail: string): void {
  void dialog.showMessageBox({ type: "warning", message, detail });
}
