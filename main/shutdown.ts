/** The end: whoever asks for it, the appliance is closed first, and the process ends whether or not that succeeds. */
import { app } from "electron";
import type { Appliance } from "../server/appliance.ts";
import type { Log } from "../server/runtime.ts";

/**
 * ms, more than the appliance itself grants attempts and requests under way. Whoever takes longer is cut off; SQLite
 * loses nothing that was acknowledged.
 */
const CLOSE_LIMIT_MS = 15_000;

/** Takes over `app.quit()`, from wherever it is called, the signals that ask for it, and errors that nobody caught. */
export function quitInOrder(appliance: Appliance, log: Log): void {
  let ending = false;
  let exitCode = 0;
  app.on("before-quit", (event) => {
    event.preventDefault();
    if (ending) return;
    ending = true;
    void closeWithin(appliance, log).then((closed) => app.exit(closed ? exitCode : 1));
  });
  // The appliance goes on while its window is closed: without a listener, Electron would quit.
  app.on("window-all-closed", () => {});
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => app.quit());
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      log.error("An error that Galley did not foresee ends it", error);
      exitCode = 1;
      app.quit();
    });
  }
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
