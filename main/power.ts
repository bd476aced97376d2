/** Sleep, and the end of the person's session on the computer. */
import { app, powerMonitor } from "electron";
import type { Appliance } from "../server/appliance.ts";

export function watchPower(appliance: Appliance): void {
  // Timers stand still while the computer sleeps: deliveries that became due meanwhile are looked at at once.
  powerMonitor.on("resume", () => appliance.wake());
  // Electron's types leave out the event; preventing it asks the system to wait for the orderly end.
  powerMonitor.on("shutdown", (event?: Electron.Event) => {
    event?.preventDefault();
    app.quit();
  });
}
