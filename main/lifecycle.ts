/** One process per data folder, an orderly shutdown, sleep, and the end of the user's session. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { app, BrowserWindow, powerMonitor, powerSaveBlocker } from "electron";
import { z } from "zod";
import type { ShellState } from "../server/admin/shell/shell-view.ts";
import type { Appliance } from "../server/appliance.ts";
import type { Clock, Log } from "../server/core/runtime.ts";

/** Longer than the appliance waits for its own requests. */
const CLOSE_TIMEOUT_MS = 15_000;

export interface Shutdown {
  hasBegun(): boolean;
  /** Shuts down with exit code 1. @param afterClose runs before the process exits */
  fail(afterClose?: () => Promise<unknown>): void;
}

/** Closes the appliance before the process exits, which it does even if that fails. */
export function quitInOrder(appliance: Appliance, log: Log): Shutdown {
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

interface PowerOptions {
  system: NodeJS.Platform;
  wake(): void;
  /** Shuts down and exits. Repeated calls are allowed. */
  quit(): void;
}

/** Electron may close a window without a reference. */
let sessionWindow: BrowserWindow | null = null;

export function watchPower({ system, wake, quit }: PowerOptions): void {
  // Timers stop during sleep, so deliveries may be overdue.
  powerMonitor.on("resume", () => wake());
  // Cancelling the event makes the system wait until the process has exited.
  const shutDown = (event?: { preventDefault(): void }): void => {
    event?.preventDefault();
    quit();
  };
  // Electron's types leave out the event.
  powerMonitor.on("shutdown", shutDown);
  if (system !== "win32") return;
  // Windows asks a program's windows instead, so a hidden one exists even while the console is closed.
  sessionWindow = new BrowserWindow({
    show: false,
    skipTaskbar: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
  });
  sessionWindow.on("query-session-end", shutDown);
  // The system no longer waits. SQLite loses no acknowledged data.
  sessionWindow.on("session-end", quit);
}

/** Deliveries due later do not prevent sleep and are sent on wake. The first six attempts are within this time. */
const AWAKE_FOR_MS = 3 * 3_600_000;

export function preventSleep(clock: Clock): (state: ShellState) => void {
  let blocker: number | null = null;
  let cancelCheck = (): void => {};
  const setAwake = (awake: boolean): void => {
    if (awake && blocker === null) blocker = powerSaveBlocker.start("prevent-app-suspension");
    if (awake || blocker === null) return;
    powerSaveBlocker.stop(blocker);
    blocker = null;
  };
  const check = (state: ShellState): void => {
    cancelCheck();
    const { nextAttemptAt: dueAt } = state;
    const early = dueAt === null ? null : dueAt - clock.now() - AWAKE_FOR_MS;
    setAwake(state.deliveries.sending > 0 || (early !== null && early <= 0));
    if (early !== null && early > 0) cancelCheck = clock.after(early, () => check(state));
  };
  return check;
}
