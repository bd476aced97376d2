/** The questions before a manual quit and after the window was closed. Signals and the end of the session never ask. */
import { app } from "electron";
import type { ShellState } from "../../server/admin/shell/shell-view.ts";
import type { Clock, Log } from "../../server/core/runtime.ts";
import { chooseButton, showBox } from "../boxes.ts";
import { deliveriesOf, openDeliveries } from "../texts.ts";
import type { Notifier } from "./notifications.ts";
import type { PreferenceStore } from "./preferences.ts";

/** Maximum wait for pending deliveries before quitting; the box names it. */
const WAIT_MS = 10 * 60_000;

/** @param options.downloads number of running downloads @param options.onWaiting called when the wait begins and ends */
export function createQuitting(options: {
  clock: Clock;
  log: Log;
  state(): ShellState;
  downloads(): number;
  onWaiting(): void;
}) {
  const { clock, log, state, downloads, onWaiting } = options;
  let isAsking = false;
  let cancelWait: (() => void) | null = null;
  const stopWaiting = (): void => {
    cancelWait?.();
    cancelWait = null;
    onWaiting();
  };
  const wait = (): void => {
    cancelWait?.();
    cancelWait = clock.after(WAIT_MS, () => {
      log.info("Galley quits, but not every delivery was sent within ten minutes.");
      app.quit();
    });
    onWaiting();
    stateChanged(state());
  };
  const stateChanged = ({ deliveries }: ShellState): void => {
    if (cancelWait === null || openDeliveries(deliveries) > 0) return;
    stopWaiting();
    app.quit();
  };
  const ask = async (): Promise<void> => {
    const now = state();
    const open = openDeliveries(now.deliveries);
    const loading = downloads();
    if (open === 0 && loading === 0) return app.quit();
    const canWait = open > 0 && soonDone(now, clock.now());
    const chosen = await chooseButton({
      type: "question",
      message:
        open > 0 ? `${deliveriesOf(open)} ${open === 1 ? "is" : "are"} still pending.` : "A download is in progress.",
      detail: [
        ...(open > 0 ? ["Galley sends pending deliveries at the next start. Every article is saved."] : []),
        ...(loading > 0 ? ["Quitting cancels running downloads."] : []),
        ...(canWait ? ["Galley can wait up to ten minutes until every delivery is sent."] : []),
      ].join(" "),
      buttons: ["Quit", "Keep running", ...(canWait ? ["Wait and quit"] : [])],
      defaultId: 1,
      cancelId: 1,
    });
    if (chosen === 0) app.quit();
    else if (chosen === 2) wait();
    else if (cancelWait !== null) stopWaiting();
  };
  return {
    ask(): void {
      if (isAsking) return;
      isAsking = true;
      ask()
        .catch((error: unknown) => {
          log.error("Could not ask whether to quit", error);
          app.quit();
        })
        .finally(() => {
          isAsking = false;
        });
    },
    stateChanged,
    /** Whether Galley quits as soon as every delivery is sent. */
    isWaiting: (): boolean => cancelWait !== null,
  };
}

function soonDone({ deliveries, nextAttemptAt }: ShellState, now: number): boolean {
  return deliveries.sending > 0 || (nextAttemptAt !== null && nextAttemptAt - now <= WAIT_MS);
}

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
  const choice = response === 1 ? "quit" : "keep";
  if (checkboxChecked) preferences.set({ when_closed: choice, told_where: true });
  if (choice === "quit") quit();
}

const STILL_WORKS = "Journalists can write, and deliveries are sent.";
