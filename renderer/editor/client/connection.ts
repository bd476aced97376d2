/** Knows from the last request whether Galley is reachable. All failed saves, drafts and uploads wait here to retry. */

import { createStore, type Readable } from "../ui/lib/store.ts";

/** fenced: Galley responds, but accepts no changes because another machine took over. */
export type ConnectionState = "up" | "down" | "login_ended" | "fenced";

export type Connection = ReturnType<typeof createConnection>;

/** Calls back after `ms`. Returns a function that cancels it. */
export type Schedule = (ms: number, callback: () => void) => () => void;

export const browserSchedule: Schedule = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 15_000;
/** Long, because a person renews the login and the server counts failed logins. */
const LOGIN_RETRY_MS = 60_000;

/** @param random from 0 to 1, spreads the retries of all tabs after a restart */
export function createConnection(schedule: Schedule, random: () => number) {
  const state = createStore<ConnectionState>("up");
  const fencedBy = createStore<string | null>(null);
  const become = (next: ConnectionState, sentence: string | null = null): void => {
    fencedBy.set(sentence);
    state.set(next);
  };
  let waiting: (() => void)[] = [];
  let pause = MIN_RETRY_MS;
  let cancelTimer: (() => void) | null = null;

  function release(): void {
    cancelTimer?.();
    cancelTimer = null;
    const released = waiting;
    waiting = [];
    for (const resolve of released) resolve();
  }

  return {
    state: state as Readable<ConnectionState>,
    /** A sentence that names the machine that took over; null unless the state is `fenced`. */
    fencedBy: fencedBy as Readable<string | null>,
    /** Galley responded to a request, so all waiting requests retry. */
    up() {
      pause = MIN_RETRY_MS;
      become("up");
      release();
    },
    fenced: (sentence: string) => become("fenced", sentence),
    down: () => become("down"),
    loginEnded: () => become("login_ended"),
    /** Resolves after a growing pause, or as soon as Galley responds to another request. */
    nextTry(): Promise<void> {
      if (cancelTimer === null) {
        cancelTimer = schedule(state.get() === "login_ended" ? LOGIN_RETRY_MS : pause * (0.5 + random()), release);
        pause = Math.min(pause * 2, MAX_RETRY_MS);
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** Ends the pause, such as when the browser is online, the tab visible or the login renewed. */
    tryNow() {
      pause = MIN_RETRY_MS;
      release();
    },
  };
}
