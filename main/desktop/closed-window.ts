/** Notifies the user that Galley keeps running after the window was closed; without a tray icon, asks whether it should. */
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
    return notifier.show("Galley is still running", `${STILL_WORKS} The tray icon opens its window.`, showWindow);
  }
  if (when_closed === "quit") return quit();
  if (when_closed === "keep")
    return notifier.show("Galley is still running", `${STILL_WORKS} To open its window, start it again.`, showWindow);
  const { response, checkboxChecked } = await showBox({
    type: "question",
    message: "Galley is still running without its window.",
    detail: `${STILL_WORKS} This desktop has no tray. To open the window, start Galley again.`,
    buttons: ["Keep running", "Quit"],
    defaultId: 0,
    cancelId: 0,
    checkboxLabel: "Do not ask again",
  });
  const answer = response === 1 ? "quit" : "keep";
  if (checkboxChecked) preferences.set({ when_closed: answer, told_where: true });
  if (answer === "quit") quit();
}

const STILL_WORKS = "Journalists can write, and deliveries are sent.";
