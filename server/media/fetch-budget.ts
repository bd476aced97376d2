/** How many files of other sites an article may fetch, at a time and within a while. Shared by all that fetch for authors. */
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Runtime } from "../core/runtime.ts";

/** Fetches under way, of one session and of all. */
const MAX_OF_SESSION = 4;
const MAX_AT_ONCE = 16;
/** Fetches that a session may begin within the window. */
const MAX_IN_WINDOW = 200;
const WINDOW_MS = 10 * 60_000;

export type FetchBudget = ReturnType<typeof createFetchBudget>;

export function createFetchBudget({ clock }: Pick<Runtime, "clock">) {
  /** Times of the fetches that a session began within the window; sessions without one are forgotten. */
  const begun = new Map<string, number[]>();
  const underWay = new Map<string, number>();

  const begin = (sessionId: string): void => {
    const since = clock.now() - WINDOW_MS;
    for (const [id, times] of begun) if ((times.at(-1) ?? 0) <= since) begun.delete(id);
    const times = (begun.get(sessionId) ?? []).filter((time) => time > since);
    const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
    if (times.length >= MAX_IN_WINDOW) throw new AppError("too_many_requests", sentence("media.fetched_many"));
    if (all >= MAX_AT_ONCE || (underWay.get(sessionId) ?? 0) >= MAX_OF_SESSION)
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
    /** Runs one fetch of a session. @throws AppError too_many_requests; what `work` throws */
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
