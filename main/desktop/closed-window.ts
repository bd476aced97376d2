/** Explains, after the window was closed, that Galley keeps running; asks if no tray icon shows it. */
import { app } from "electron";
import { showBox } from "../boxes.ts";
import type { Notifier } from "./notifications.ts";
import type { PreferenceStore } from "./preferences.ts";

interface ClosedWindowOptions {
  preferences: PreferenceStore;
  notifier: Notifier;
  hasTray(): Promise<boolean>;
  showWindow(): void;
  quit(): void;
}

export function explainClosedWindow(options: ClosedWindowOptions): void {
  let isEnding = false;
  app.on("before-quit", () => {
    isEnding = true;
  });
  app.on("browser-window-created", (_event, window) => {
    window.once("closed", () => {
      if (!isEnding) void closed(options);
    });
  });
}

async function closed({ preferences, notifier, hasTray, showWindow, quit }: ClosedWindowOptions): Promise<void> {
  const { when_closed, told_where } = preferences.get();
  if (await hasTray()) {
    if (told_where) return;
    preferences.set({ told_where: true });
    return notifier.say("Galley goes on working", `${GOES_ON} Its icon beside the clock opens it again.`, showWindow);
  }
  if (when_closed === "quit") return quit();
  if (when_closed === "keep")
    return notifier.say("Galley goes on working", `${GOES_ON} Start it again to see its window.`, showWindow);
  const { response, checkboxChecked } = await showBox({
    type: "question",
    message: "Galley goes on working without its window.",
    detail: `${GOES_ON} This desktop shows no icon for it: to see its window again, start Galley once more.`,
    buttons: ["Keep running", "Quit"],
    defaultId: 0,
    cancelId: 0,
    checkboxLabel: "Do not ask again",
  });
  const answer = response === 1 ? "quit" : "keep";
  if (checkboxChecked) preferences.set({ when_closed: answer, told_where: true });
  if (answer === "quit") quit();
}

const GOES_ON = "Journalists can write, and deliveries go out.";
