/** Limits how many files an article's authors fetch from other sites, concurrently and per time window. */
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Runtime } from "../core/runtime.ts";

/** Concurrent fetches, per session and in total. */
const MAX_OF_SESSION = 4;
const MAX_IN_TOTAL = 16;
/** Fetches per session and window. */
const MAX_IN_WINDOW = 200;
const WINDOW_MS = 10 * 60_000;

export type FetchBudget = ReturnType<typeof createFetchBudget>;

export function createFetchBudget({ clock }: Pick<Runtime, "clock">) {
  /** By session, within the window. */
  const startTimes = new Map<string, number[]>();
  const active = new Map<string, number>();

  const begin = (sessionId: string): void => {
    const since = clock.now() - WINDOW_MS;
    for (const [id, times] of startTimes) if ((times.at(-1) ?? 0) <= since) startTimes.delete(id);
    const times = (startTimes.get(sessionId) ?? []).filter((time) => time > since);
    const all = [...active.values()].reduce((sum, count) => sum + count, 0);
    if (times.length >= MAX_IN_WINDOW) throw new AppError("too_many_requests", sentence("media.fetched_many"));
    if (all >= MAX_IN_TOTAL || (active.get(sessionId) ?? 0) >= MAX_OF_SESSION)
      throw new AppError("too_many_requests", sentence("media.fetching_many"));
    startTimes.set(sessionId, [...times, clock.now()]);
    active.set(sessionId, (active.get(sessionId) ?? 0) + 1);
  };
  const end = (sessionId: string): void => {
    const left = (active.get(sessionId) ?? 1) - 1;
    if (left === 0) active.delete(sessionId);
    else active.set(sessionId, left);
  };

  return {
    /** @throws AppError too_many_requests, and errors of `work` */
    async within<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
      begin(sessionId);
      try {
        return await work();
      } finally {
        end(sessionId);
      }
    },
  };
}
