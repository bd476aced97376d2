/** Sleep, and the end of the person's session on the computer. */
import { BrowserWindow, powerMonitor } from "electron";

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
