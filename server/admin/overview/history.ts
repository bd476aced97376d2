/** Attempts, opens and saves over a day, a month or a year, from at most 9,600 rows of hourly sums. */
import type { History, HistorySpan } from "../../contracts/overview-api.ts";
import { isoTime } from "../../core/runtime.ts";
import { HOUR_MS } from "../../deliveries/site-states.ts";
import type { Services } from "../../services.ts";

const DAY_MS = 24 * HOUR_MS;
/** Points of each span, the current one last. Days begin at midnight, local time of the machine. */
const SPANS: Record<HistorySpan, { points: number; stepMs: number }> = {
  day: { points: 24, stepMs: HOUR_MS },
  month: { points: 30, stepMs: DAY_MS },
  year: { points: 53, stepMs: 7 * DAY_MS },
};

type Sums = Omit<History["points"][number], "at">;

/** @param waiting opens and saves that are not stored yet, by the start of their hour (ms) */
export function createHistory({
  database,
  clock,
  waiting,
}: Pick<Services, "database" | "clock"> & { waiting: () => ReadonlyMap<number, Pick<Sums, "opens" | "saves">> }) {
  const stored = database.prepare<[number, number], Sums>(
    `SELECT coalesce(sum(delivered), 0) AS delivered, coalesce(sum(failed), 0) AS failed,
       coalesce(sum(opens), 0) AS opens, coalesce(sum(saves), 0) AS saves
     FROM delivery_hours WHERE hour >= +? AND hour < +?`,
  );
  const sumsOf = (from: number, to: number): Sums => {
    const sums = { ...(stored.get(from, to) as Sums) };
    for (const [hour, { opens, saves }] of waiting())
      if (hour >= from && hour < to) {
        sums.opens += opens;
        sums.saves += saves;
      }
    return sums;
  };
  return (span: HistorySpan): History => {
    const { points, stepMs } = SPANS[span];
    const starts = Array.from({ length: points + 1 }, (_, index) => startOf(clock.now(), stepMs, index - points + 1));
    return {
      step_ms: stepMs,
      points: starts.slice(0, -1).map((at, index) => ({
        at: isoTime(at),
        ...sumsOf(at, starts[index + 1] ?? at),
      })),
    };
  };
}

/** Start of the step `steps` after the current one. Local days may have 23 or 25 hours. */
function startOf(now: number, stepMs: number, steps: number): number {
  if (stepMs === HOUR_MS) return now - (now % HOUR_MS) + steps * HOUR_MS;
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  // The current week ends today.
  const inWeek = stepMs / DAY_MS - 1;
  day.setDate(day.getDate() - inWeek + (steps * stepMs) / DAY_MS);
  return day.getTime();
}
