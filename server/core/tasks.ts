import { pause, type Runtime } from "./runtime.ts";

/** Runs tasks one at a time, fairly by key, such as a session or an IP address. */
export function createTurns() {
  /** Queues by key, in the order of their next turns. Keys without waiting tasks are absent. */
  const queues = new Map<string, (() => void)[]>();
  let isBusy = false;

  const startNext = (): void => {
    const [next] = queues;
    isBusy = next !== undefined;
    if (next === undefined) return;
    const [key, queue] = next;
    const [start, ...rest] = queue;
    queues.delete(key);
    if (rest.length > 0) queues.set(key, rest);
    start?.();
  };

  return {
    /** Waiting tasks of `key`, or of all keys. The running one is not counted. */
    waiting: (key?: string): number =>
      key === undefined
        ? queues.values().reduce((sum, queue) => sum + queue.length, 0)
        : (queues.get(key)?.length ?? 0),
    /** Runs `work` after every other waiting key has had a turn. */
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (isBusy) await new Promise<void>((start) => queues.set(key, [...(queues.get(key) ?? []), start]));
      else isBusy = true;
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}

/** Runs the tasks of each key one at a time. Different keys run in parallel. */
export function createTurnsByKey() {
  const turns = new Map<string, Promise<void>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work);
    const ended = turn.then(
      () => undefined,
      () => undefined,
    );
    turns.set(key, ended);
    void ended.then(() => turns.get(key) === ended && turns.delete(key));
    return turn;
  };
}

/** Retry interval after a failure, such as a full disk. */
const RETRY_MS = 60_000;

/** @param failed logged with the error of a step, which is retried later @param restMs pause between two steps, for requests */
export function createSteppedTask({ clock, log }: Runtime, failed: string, restMs: number) {
  const stop = new AbortController();
  let running: Promise<void> | null = null;
  const run = async (step: () => boolean) => {
    while (!stop.signal.aborted) {
      let rest = restMs;
      try {
        if (!step()) return;
      } catch (error) {
        log.error(failed, error);
        rest = RETRY_MS;
      }
      await pause(clock, rest, stop.signal);
    }
  };
  return {
    /** Runs `step` until it returns false. Does nothing if the task is already running. */
    start(step: () => boolean): void {
      running ??= run(step).finally(() => {
        running = null;
      });
    },
    async close(): Promise<void> {
      stop.abort();
      await running;
    },
  };
}
