/** The end: whoever asks for it, the appliance is closed first, and the process ends whether or not that succeeds. */
import path from "node:path";
import { app, dialog } from "electron";
import type { Appliance } from "../server/appliance.ts";
import type { Log } from "../server/core/runtime.ts";
import { lastException, watchUnforeseen } from "../server/core/unforeseen.ts";
import { showWarning } from "./warning.ts";

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
