/** Uncaught errors: a rejection is reported, an exception ends Galley in order and restarts it once. */
import { app } from "electron";
import { handleUncaughtErrors, lastException } from "../server/core/uncaught-errors.ts";
import type { KeptLog } from "../server/storage/kept-log.ts";
import { showReportBox, windowToOwnBox } from "./boxes.ts";
import { type Ending, startAgain } from "./lifecycle.ts";

/** A start this soon after a crash was made by the crash. */
const JUST_NOW_MS = 60_000;

interface CrashOptions {
  dataDir: string;
  log: KeptLog;
  ending: Ending;
  relaunchArguments(): string[];
}

export function watchFaults({ dataDir, log, ending, relaunchArguments }: CrashOptions): void {
  let isReported = false;
  let comesBack = false;
  let comingBack: Promise<void> | null = null;
  // Each call would start one more process.
  const comeBack = (): Promise<void> => {
    comingBack ??= startAgain(relaunchArguments());
    return comingBack;
  };
  handleUncaughtErrors({
    dataDir,
    log,
    version: app.getVersion(),
    now: Date.now,
    onRejection(report) {
      if (isReported) return;
      isReported = true;
      void windowToOwnBox().then(() =>
        showReportBox(
          "Something went wrong in Galley.",
          "Galley continues, and saved data is safe. If something stops responding, quit Galley and start it again.",
          report,
          log,
        ),
      );
    },
    onException(report, again) {
      // The person quits: no restart.
      if (ending.hasBegun()) return ending.fail();
      // One restart in ten minutes; a second exception stays down.
      comesBack = !again;
      if (comesBack) return ending.fail(comeBack);
      ending.fail(() =>
        showReportBox(
          "Galley has ended.",
          "A second fault within ten minutes ended it, so it did not restart. Saved data is safe. Start Galley again.",
          report,
          log,
        ),
      );
    },
    // A fault that repeats may also repeat while everything closes.
    endNow() {
      void (comesBack ? comeBack() : Promise.resolve()).finally(() => app.exit(1));
    },
  });
}

export function reportCrash(dataDir: string, log: KeptLog): void {
  const last = lastException(dataDir);
  if (last === null || Date.now() - last.at >= JUST_NOW_MS) return;
  log.warn("Galley has started again after it ended because of a fault of its own.");
  void windowToOwnBox().then(() =>
    showReportBox("Galley has started again.", "A fault ended it a moment ago. Saved data is safe.", last.file, log),
  );
}
