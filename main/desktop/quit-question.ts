/** Asks before a manual quit while deliveries or downloads are pending. Signals and the end of the session never ask. */
import { app } from "electron";
import type { ShellState } from "../../server/admin/shell/shell-view.ts";
import type { Clock, Log } from "../../server/core/runtime.ts";
import { showBox } from "../boxes.ts";
import { deliveriesOf, openDeliveries } from "./labels.ts";

/** Maximum wait for pending deliveries before quitting; the box names it. */
const WAIT_MS = 10 * 60_000;

export interface Quitting {
  ask(): void;
  stateChanged(state: ShellState): void;
  /** Whether Galley quits as soon as every delivery is sent. */
  isWaiting(): boolean;
}

/** @param options.downloads number of running downloads @param options.onWaiting called when the wait begins and ends */
export function createQuitting(options: {
  clock: Clock;
  log: Log;
  state(): ShellState;
  downloads(): number;
  onWaiting(): void;
}): Quitting {
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
    const { response } = await showBox({
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
    if (response === 0) app.quit();
    else if (response === 2) wait();
    else if (cancelWait !== null) stopWaiting();
  };
  return {
    ask() {
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
    isWaiting: () => cancelWait !== null,
  };
}

function soonDone({ deliveries, nextAttemptAt }: ShellState, now: number): boolean {
  return deliveries.sending > 0 || (nextAttemptAt !== null && nextAttemptAt - now <= WAIT_MS);
}
