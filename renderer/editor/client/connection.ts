/** Whether Galley is reachable, as of the last request, and when to retry. Failed saves, drafts and uploads wait here together. */
import { createStore, type Readable } from "../ui/lib/store.ts";

/** fenced: Galley answers, but another machine took over, and this one accepts no changes. */
export type ConnectionState = "up" | "down" | "login_ended" | "fenced";

export type Connection = ReturnType<typeof createConnection>;

/** Calls back after `ms`; returns its cancellation. */
export type Schedule = (ms: number, callback: () => void) => () => void;

export const browserSchedule: Schedule = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** A person renews a login, and the server counts failed logins. */
const LOGIN_PAUSE_MS = 60_000;

/** @param random from 0 to 1: spreads the retries of all tabs after a restart */
export function createConnection(schedule: Schedule, random: () => number) {
  const state = createStore<ConnectionState>("up");
  const fencedBy = createStore<string | null>(null);
  const become = (next: ConnectionState, sentence: string | null = null): void => {
    fencedBy.set(sentence);
    state.set(next);
  };
  let waiting: (() => void)[] = [];
  let pause = FIRST_PAUSE_MS;
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
    /** Which machine took over, in a sentence; null unless the state is `fenced`. */
    fencedBy: fencedBy as Readable<string | null>,
    /** A request was answered: all that waits retries. */
    up() {
      pause = FIRST_PAUSE_MS;
      become("up");
      release();
    },
    fenced: (sentence: string) => become("fenced", sentence),
    down: () => become("down"),
    loginEnded: () => become("login_ended"),
    /** Resolves after a growing pause, or as soon as another request was answered. */
    nextTry(): Promise<void> {
      if (cancelTimer === null) {
        cancelTimer = schedule(state.get() === "login_ended" ? LOGIN_PAUSE_MS : pause * (0.5 + random()), release);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** Ends the pause: the browser is online, the tab is visible, or the login is renewed. */
    tryNow() {
      pause = FIRST_PAUSE_MS;
      release();
    },
  };
}
