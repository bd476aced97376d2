/** Sleep, and the end of the person's session on the computer. */
import { BrowserWindow, powerMonitor, powerSaveBlocker } from "electron";
import type { ShellState } from "../server/admin/shell/shell-view.ts";
import type { Clock } from "../server/core/runtime.ts";

interface PowerOptions {
  system: NodeJS.Platform;
  wake(): void;
  /** Ends in order, and then the process; may be called again meanwhile. */
  quit(): void;
}

/** A window without a reference may be closed. */
let sessionWindow: BrowserWindow | null = null;

export function watchPower({ system, wake, quit }: PowerOptions): void {
  // Timers stand still while the computer sleeps: deliveries that became due meanwhile are looked at at once.
  powerMonitor.on("resume", () => wake());
  // Calling the event off asks the system to wait for the orderly end: it goes on as soon as the process is gone.
  const endInOrder = (event?: { preventDefault(): void }): void => {
    event?.preventDefault();
    quit();
  };
  // Electron's types leave out the event.
  powerMonitor.on("shutdown", endInOrder);
  if (system !== "win32") return;
  // Windows asks the windows of a program instead: one that nobody sees is there also while the console is closed.
  sessionWindow = new BrowserWindow({
    show: false,
    skipTaskbar: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
  });
  sessionWindow.on("query-session-end", endInOrder);
  // The system waits no longer; SQLite loses nothing that was acknowledged.
  sessionWindow.on("session-end", quit);
}

/** Deliveries that are due later let it sleep, and go out when it wakes. The first six attempts are within this time. */
const AWAKE_FOR_MS = 3 * 3_600_000;

export function stayAwake(clock: Clock): (state: ShellState) => void {
  let blocker: number | null = null;
  let cancelLook = (): void => {};
  const hold = (wanted: boolean): void => {
    if (wanted && blocker === null) blocker = powerSaveBlocker.start("prevent-app-suspension");
    if (wanted || blocker === null) return;
    powerSaveBlocker.stop(blocker);
    blocker = null;
  };
  const look = (state: ShellState): void => {
    cancelLook();
    const { nextAttemptAt: dueAt } = state;
    const early = dueAt === null ? null : dueAt - clock.now() - AWAKE_FOR_MS;
    hold(state.deliveries.sending > 0 || (early !== null && early <= 0));
    if (early !== null && early > 0) cancelLook = clock.after(early, () => look(state));
  };
  return look;
}
