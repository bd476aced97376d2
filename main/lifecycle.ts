/** One process per data folder, and an orderly shutdown. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { app } from "electron";
import { z } from "zod";
import type { Appliance } from "../server/appliance.ts";
import type { Log } from "../server/core/runtime.ts";

/** Longer than the appliance waits for its own requests. */
const CLOSE_TIMEOUT_MS = 15_000;

export interface Ending {
  hasBegun(): boolean;
  /** Shuts down with exit code 1. @param afterClose runs before the process exits */
  fail(afterClose?: () => Promise<unknown>): void;
}

/** Closes the appliance before the process exits, which it does even if that fails. */
export function quitInOrder(appliance: Appliance, log: Log): Ending {
  let isEnding = false;
  let exitCode = 0;
  let afterClose = async (): Promise<unknown> => undefined;
  app.on("before-quit", (event) => {
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    void closeWithin(appliance, log).then(async (closed) => {
      await afterClose().catch((error: unknown) => log.error("The last step of the shutdown failed", error));
      app.exit(closed ? exitCode : 1);
    });
  });
  // Without a listener, Electron would quit with its last window.
  app.on("window-all-closed", () => {});
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => app.quit());
  return {
    hasBegun: () => isEnding,
    fail(last) {
      exitCode = 1;
      if (last !== undefined) afterClose = last;
      app.quit();
    },
  };
}

async function closeWithin(appliance: Appliance, log: Log): Promise<boolean> {
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), CLOSE_TIMEOUT_MS);
  try {
    if ((await Promise.race([appliance.close(), late.promise])) !== "late") return true;
    log.warn(`The shutdown took longer than ${CLOSE_TIMEOUT_MS / 1000} s, so Galley exits now.`);
  } catch (error) {
    log.error("Closing failed", error);
  } finally {
    clearTimeout(timer);
  }
  return false;
}

/** Starts a new process. Call it just before this one exits. */
export async function relaunch(args: string[]): Promise<void> {
  const image = app.isPackaged ? process.env.APPIMAGE : undefined;
  if (image === undefined) return app.relaunch({ args });
  // Electron's own helper for a relaunch is unmounted with the AppImage's process.
  app.releaseSingleInstanceLock();
  const next = spawn(image, args, { detached: true, stdio: "ignore" });
  await once(next, "spawn");
  next.unref();
}

export interface SingleInstance {
  /** Calls back for each later start with a window, even one before this call. */
  onSecondStart(callback: () => unknown): void;
}

const SecondStart = z.object({ hidden: z.boolean() });

/** One desktop app per data folder. @param hidden whether this start shows no window @returns null if another one runs */
export function holdSingleInstance(hidden: boolean): SingleInstance | null {
  if (!app.requestSingleInstanceLock({ hidden } satisfies z.infer<typeof SecondStart>)) return null;
  let callback: (() => unknown) | null = null;
  let early = false;
  app.on("second-instance", (_event, _argv, _workingDirectory, given) => {
    // An older Galley sends no data; its start shows a window.
    if (SecondStart.safeParse(given).data?.hidden === true) return;
    if (callback === null) early = true;
    else callback();
  });
  return {
    onSecondStart(listener) {
      callback = listener;
      if (early) listener();
    },
  };
}
