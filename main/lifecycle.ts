/** One process per data folder, and an orderly end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { app } from "electron";
import { z } from "zod";
import type { Appliance } from "../server/appliance.ts";
import type { Log } from "../server/core/runtime.ts";

// The end: the appliance closes first, and the process ends whether or not that succeeds.

/** Longer than the appliance waits for its own requests. */
const CLOSE_LIMIT_MS = 15_000;

export interface Ending {
  hasBegun(): boolean;
  /** Ends in order with the exit code 1. @param lastWords shown after everything is closed */
  fail(lastWords?: () => Promise<unknown>): void;
}

export function quitInOrder(appliance: Appliance, log: Log): Ending {
  let isEnding = false;
  let exitCode = 0;
  let lastWords = async (): Promise<unknown> => undefined;
  app.on("before-quit", (event) => {
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    void closeWithin(appliance, log).then(async (closed) => {
      await lastWords().catch((error: unknown) => log.error("The last words could not be said", error));
      app.exit(closed ? exitCode : 1);
    });
  });
  // The appliance goes on while its window is closed: without a listener, Electron would quit.
  app.on("window-all-closed", () => {});
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => app.quit());
  return {
    hasBegun: () => isEnding,
    fail(words) {
      exitCode = 1;
      if (words !== undefined) lastWords = words;
      app.quit();
    },
  };
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

/** Starts the next process, just before this one exits. */
export async function startAgain(args: string[]): Promise<void> {
  const image = app.isPackaged ? process.env.APPIMAGE : undefined;
  if (image === undefined) return app.relaunch({ args });
  // An AppImage is unmounted with its process, and with it the helper by which Electron would start it again.
  app.releaseSingleInstanceLock();
  const next = spawn(image, args, { detached: true, stdio: "ignore" });
  await once(next, "spawn");
  next.unref();
}

// One desktop app a data folder: a second start shows the first one's window and goes.

export interface SingleInstance {
  /** Calls back for every second start that wants to be seen, also for one that came before this was called. */
  onSecondStart(callback: () => unknown): void;
}

const SecondStart = z.object({ hidden: z.boolean() });

/** Null if another process holds it. @param hidden whether this start wants no window */
export function holdSingleInstance(hidden: boolean): SingleInstance | null {
  if (!app.requestSingleInstanceLock({ hidden } satisfies z.infer<typeof SecondStart>)) return null;
  let callback: (() => unknown) | null = null;
  let early = false;
  app.on("second-instance", (_event, _argv, _workingDirectory, given) => {
    // An older Galley leaves nothing; whoever starts it wants to see it.
    if (SecondStart.safeParse(given).data?.hidden === true) return;
    if (callback === null) early = true;
    else callback();
  });
  return {
    onSecondStart(wanted) {
      callback = wanted;
      if (early) wanted();
    },
  };
}
