/** Uncaught errors: a rejection is reported; an exception shuts Galley down and restarts it once. */
import { app } from "electron";
import { handleUncaughtErrors, lastException } from "../server/core/uncaught-errors.ts";
import type { KeptLog } from "../server/storage/kept-log.ts";
import { showReportBox, windowToOwnBox } from "./boxes.ts";
import { relaunch, type Shutdown } from "./lifecycle.ts";

/** A start within this time after a crash is the automatic restart. */
const RESTART_WITHIN_MS = 60_000;

interface CrashOptions {
  dataDir: string;
  log: KeptLog;
  ending: Shutdown;
  relaunchArguments(): string[];
}

export function watchFaults({ dataDir, log, ending, relaunchArguments }: CrashOptions): void {
  let isReported = false;
  let restarts = false;
  let restarting: Promise<void> | null = null;
  const restartOnce = (): Promise<void> => {
    restarting ??= relaunch(relaunchArguments());
    return restarting;
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
          "Galley is still running, and saved data is safe. If something stops responding, quit Galley and start it again.",
          report,
          log,
        ),
      );
    },
    onException(report, again) {
      // No restart after the user has quit.
      if (ending.hasBegun()) return ending.fail();
      // At most one restart in ten minutes.
      restarts = !again;
      if (restarts) return ending.fail(restartOnce);
      ending.fail(() =>
        showReportBox(
          "Galley has stopped.",
          "Galley did not restart because this was the second error within ten minutes. Saved data is safe. Start Galley again.",
          report,
          log,
        ),
      );
    },
    // A recurring error may also occur during the shutdown.
    endNow() {
      void (restarts ? restartOnce() : Promise.resolve()).finally(() => app.exit(1));
    },
  });
}

export function reportCrash(dataDir: string, log: KeptLog): void {
  const last = lastException(dataDir);
  if (last === null || Date.now() - last.at >= RESTART_WITHIN_MS) return;
  log.warn("Galley has restarted after an unexpected error.");
  void windowToOwnBox().then(() =>
    showReportBox("Galley has restarted.", "An unexpected error stopped it. Saved data is safe.", last.file, log),
  );
}
