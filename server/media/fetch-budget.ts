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
  /** Start times within the window. */
  const begun = new Map<string, number[]>();
  const underWay = new Map<string, number>();

  const begin = (sessionId: string): void => {
    const since = clock.now() - WINDOW_MS;
    for (const [id, times] of begun) if ((times.at(-1) ?? 0) <= since) begun.delete(id);
    const times = (begun.get(sessionId) ?? []).filter((time) => time > since);
    const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
    if (times.length >= MAX_IN_WINDOW) throw new AppError("too_many_requests", sentence("media.fetched_many"));
    if (all >= MAX_IN_TOTAL || (underWay.get(sessionId) ?? 0) >= MAX_OF_SESSION)
      throw new AppError("too_many_requests", sentence("media.fetching_many"));
    begun.set(sessionId, [...times, clock.now()]);
    underWay.set(sessionId, (underWay.get(sessionId) ?? 0) + 1);
  };
  const end = (sessionId: string): void => {
    const left = (underWay.get(sessionId) ?? 1) - 1;
    if (left === 0) underWay.delete(sessionId);
    else underWay.set(sessionId, left);
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
