/** A background task in short steps. */
import { pause, type Runtime } from "./runtime.ts";

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
