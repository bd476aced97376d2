/**
 * Success counts and response times of each site, in steps of five minutes and of an hour. Durations are counted in
 * classes, each 1.3 times as long as the one below, so percentiles are accurate within 15 %.
 */
import type { Database } from "../storage/database.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const STEPS_MS = { minutes: 5 * MINUTE_MS, hours: HOUR_MS } as const;
const KEPT_MS = { minutes: 25 * HOUR_MS, hours: 400 * 24 * HOUR_MS };
/** Must equal the ratio in migration 0032. */
const CLASS_RATIO = 1.3;

/** Class of the duration → number of responses. */
type Latency = Record<string, number>;

interface Sum {
  delivered: number;
  failed: number;
  latency: Latency;
}

interface Results {
  delivered: number;
  failed: number;
  p50_ms: number | null;
  p95_ms: number | null;
}

export function createSiteTimes(database: Database) {
  const add = database.prepare<[Record<string, number | string | null>]>(
    `INSERT INTO site_times (site_id, step_ms, at, delivered, failed, latency)
     VALUES (@siteId, @step, @at, @delivered, 1 - @delivered, iif(@class IS NULL, '{}', json_object(@class, 1)))
     ON CONFLICT (site_id, step_ms, at) DO UPDATE SET delivered = delivered + excluded.delivered,
       failed = failed + excluded.failed, latency = iif(@class IS NULL, latency,
         json_set(latency, '$."' || @class || '"', 1 + coalesce(latency ->> ('$."' || @class || '"'), 0)))`,
  );
  const correct = database.prepare<[number, number, number]>(
    `UPDATE site_times SET delivered = delivered + 1, failed = failed - 1
     WHERE site_id = ? AND step_ms = ? AND at = ? AND failed > 0`,
  );
  const since = database.prepare<[number, number, number], Omit<Sum, "latency"> & { at: number; latency: string }>(
    "SELECT at, delivered, failed, latency FROM site_times WHERE site_id = +? AND step_ms = +? AND at >= +? ORDER BY at",
  );
  const forget = database.prepare<[number, number, number]>(
    "DELETE FROM site_times WHERE site_id = ? AND step_ms = ? AND at < ?",
  );
  const startOf = (at: number, step: number) => at - (at % step);

  return {
    /** Records a result in the transaction of the outcome. @param durationMs null: the site did not respond */
    note(siteId: number, isDelivered: boolean, durationMs: number | null, at: number): void {
      const result = {
        siteId,
        delivered: isDelivered ? 1 : 0,
        class: durationMs === null ? null : classOf(durationMs),
      };
      for (const step of Object.values(STEPS_MS)) add.run({ ...result, step, at: startOf(at, step) });
    },
    /** Corrects the result of the attempt that ended at `at`, whose archive was downloaded later. */
    countAsDelivered(siteId: number, at: number): void {
      for (const step of Object.values(STEPS_MS)) correct.run(siteId, step, startOf(at, step));
    },
    /** Returns the results of each step and their sum. @param starts of the steps, ms, ascending; each step ends at the next */
    results(
      siteId: number,
      step: keyof typeof STEPS_MS,
      starts: readonly number[],
    ): { steps: Results[]; all: Results } {
      const sums = starts.map((): Sum => ({ delivered: 0, failed: 0, latency: {} }));
      let index = 0;
      for (const row of since.all(siteId, STEPS_MS[step], starts[0] ?? 0)) {
        while (row.at >= (starts[index + 1] ?? Number.POSITIVE_INFINITY)) index += 1;
        const sum = sums[index];
        if (sum !== undefined) addTo(sum, { ...row, latency: JSON.parse(row.latency) });
      }
      const all: Sum = { delivered: 0, failed: 0, latency: {} };
      for (const sum of sums) addTo(all, sum);
      return { steps: sums.map(resultsOf), all: resultsOf(all) };
    },
    /** Removes the expired steps of a site: at most a few hundred after a day of downtime. */
    prune(siteId: number, now: number): void {
      for (const name of ["minutes", "hours"] as const) forget.run(siteId, STEPS_MS[name], now - KEPT_MS[name]);
    },
  };
}

const classOf = (ms: number): string => String(Math.floor(Math.log(Math.max(ms, 1)) / Math.log(CLASS_RATIO)));

function addTo(sum: Sum, { delivered, failed, latency }: Sum): void {
  sum.delivered += delivered;
  sum.failed += failed;
  for (const [name, count] of Object.entries(latency)) sum.latency[name] = (sum.latency[name] ?? 0) + count;
}

function resultsOf({ delivered, failed, latency }: Sum): Results {
  return { delivered, failed, p50_ms: percentile(latency, 0.5), p95_ms: percentile(latency, 0.95) };
}

/** Returns the middle of the percentile's class, ms. */
function percentile(latency: Latency, share: number): number | null {
  const classes = Object.entries(latency).map(([name, count]) => ({ number: Number(name), count }));
  const rank = Math.ceil(share * classes.reduce((sum, { count }) => sum + count, 0));
  let seen = 0;
  for (const { number, count } of classes.sort((a, b) => a.number - b.number)) {
    seen += count;
    if (seen >= rank) return Math.round(CLASS_RATIO ** (number + 0.5));
  }
  return null;
}
