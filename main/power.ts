/** Sleep, and the end of the user's session on the computer. */
import { BrowserWindow, powerMonitor, powerSaveBlocker } from "electron";
import type { ShellState } from "../server/admin/shell/shell-view.ts";
import type { Clock } from "../server/core/runtime.ts";

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

export function stayAwake(clock: Clock): (state: ShellState) => void {
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
