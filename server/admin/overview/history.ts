/** Attempts, opens and saves over a day, a month or a year, from the sums of hours. Reads at most 9,600 rows. */
import type { History, HistorySpan } from "../../contracts/overview-api.ts";
import { isoTime } from "../../core/runtime.ts";
import { HOUR_MS } from "../../deliveries/site-states.ts";
import type { Services } from "../../services.ts";

const DAY_MS = 24 * HOUR_MS;
/** Points of each span, the present one last. Days begin at midnight of this machine. */
const SPANS: Record<HistorySpan, { points: number; stepMs: number }> = {
  day: { points: 24, stepMs: HOUR_MS },
  month: { points: 30, stepMs: DAY_MS },
  year: { points: 53, stepMs: 7 * DAY_MS },
};

export function createHistory({ database, clock }: Pick<Services, "database" | "clock">) {
  const sums = database.prepare<[number, number], Omit<History["points"][number], "at">>(
    `SELECT coalesce(sum(delivered), 0) AS delivered, coalesce(sum(failed), 0) AS failed,
       coalesce(sum(opens), 0) AS opens, coalesce(sum(saves), 0) AS saves
     FROM delivery_hours WHERE hour >= +? AND hour < +?`,
  );
  return (span: HistorySpan): History => {
    const { points, stepMs } = SPANS[span];
    const starts = Array.from({ length: points + 1 }, (_, index) => startOf(clock.now(), stepMs, index - points + 1));
    return {
      step_ms: stepMs,
      points: starts.slice(0, -1).map((at, index) => ({
        at: isoTime(at),
        ...(sums.get(at, starts[index + 1] ?? at) as Omit<History["points"][number], "at">),
      })),
    };
  };
}

/** Start of the present step, or of one that is `steps` later. Local days may have 23 or 25 hours. */
function startOf(now: number, stepMs: number, steps: number): number {
  if (stepMs === HOUR_MS) return now - (now % HOUR_MS) + steps * HOUR_MS;
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  // The present week ends today.
  const inWeek = stepMs / DAY_MS - 1;
  day.setDate(day.getDate() - inWeek + (steps * stepMs) / DAY_MS);
  return day.getTime();
}
