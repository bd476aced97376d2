/** Errors that nobody caught: each is kept and told, and an exception ends Galley in order and starts it again, once. */
import { app } from "electron";
import { lastException, watchUnforeseen } from "../server/core/unforeseen.ts";
import type { KeptLog } from "../server/storage/kept-log.ts";
import { showReportBox, untilSeen } from "./boxes.ts";
import { type Ending, startAgain } from "./lifecycle.ts";

/** A start so soon after a crash is the one that the crash made. */
const JUST_NOW_MS = 60_000;

export interface CrashOptions {
  dataDir: string;
  log: KeptLog;
  ending: Ending;
  /** With which arguments it is started again. */
  relaunchArguments(): string[];
}

export function watchFaults({ dataDir, log, ending, relaunchArguments }: CrashOptions): void {
  let told = false;
  let comesBack = false;
  let comingBack: Promise<void> | null = null;
  // Once: each call would start one more.
  const comeBack = (): Promise<void> => {
    comingBack ??= startAgain(relaunchArguments());
    return comingBack;
  };
  watchUnforeseen({
    dataDir,
    log,
    version: app.getVersion(),
    now: Date.now,
    onRejection(report) {
      if (told) return;
      told = true;
      void untilSeen().then(() =>
        showReportBox(
          "Something went wrong in Galley.",
          "It goes on working, and nothing that was saved is lost. If something does not react any more, quit Galley and start it again.",
          report,
          log,
        ),
      );
    },
    onException(report, again) {
      // Whoever quits it does not want it back.
      if (ending.hasBegun()) return ending.fail();
      // A service that a newsroom relies on comes back by itself, but not again and again.
      comesBack = !again;
      if (comesBack) return ending.fail(comeBack);
      ending.fail(() =>
        showReportBox(
          "Galley has ended.",
          "Something went wrong for the second time in ten minutes, so it did not start again by itself. Nothing that was saved is lost; you can start it as usual.",
          report,
          log,
        ),
      );
    },
    // What throws again and again does so while everything is closed, too.
    endNow() {
      void (comesBack ? comeBack() : Promise.resolve()).finally(() => app.exit(1));
    },
  });
}

/** Says after a start that a crash made what has happened. */
export function tellOfCrash(dataDir: string, log: KeptLog): void {
  const last = lastException(dataDir);
  if (last === null || Date.now() - last.at >= JUST_NOW_MS) return;
  log.warn("Galley has started again after it ended because of a fault of its own.");
  void untilSeen().then(() =>
    showReportBox(
      "Galley has started again.",
      "It ended because of a fault of its own a moment ago. Nothing that was saved is lost.",
      last.file,
      log,
    ),
  );
}
