/** The results of each hour and the state of each site, written with the outcome of an attempt, so that no query counts the log. */
import {
  type ArchiveWarning,
  archiveWarning,
  type DeliveryCode,
  type DeliveryWarning,
} from "../contracts/delivery-states.ts";
import type { SiteEvent, SitePoint } from "../contracts/sites-api.ts";
import { boundedFacts, type Facts } from "../outbound/failures.ts";
import { type Database, statements } from "../storage/database.ts";
import type { DeliveryResult } from "./delivery-row.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Starts of `count` steps, the current one last, ms. Days begin at midnight, machine time; the current week ends today. */
export function startsOfSteps(count: number, stepMs: number, now: number): number[] {
  const startOf = (steps: number): number => {
    if (stepMs < DAY_MS) return now - (now % stepMs) + steps * stepMs;
    // Days may have 23 or 25 hours.
    const day = new Date(now);
    day.setHours(0, 0, 0, 0);
    day.setDate(day.getDate() + 1 + ((steps - 1) * stepMs) / DAY_MS);
    return day.getTime();
  };
  return Array.from({ length: count }, (_, index) => startOf(index - count + 1));
}

/** Retention of hours: somewhat more than a year, 9,600 rows. */
const KEPT_MS = 400 * DAY_MS;

interface Hour {
  /** Start of the hour, ms. */
  hour: number;
  delivered: number;
  failed: number;
}

/** A site with the state that writers need. */
export interface Site {
  id: number;
  failingSince: number | null;
  heldAt: number | null;
}

/** The target of an attempt. */
export interface AttemptTarget {
  projectId: string;
  origin: string;
  sessionId: string;
}

/** A confirmed delivery whose archive the site has not downloaded. */
export interface Unfetched extends Pick<AttemptTarget, "projectId" | "origin"> {
  at: number;
  warning: ArchiveWarning | null;
}

export function createSiteStates(database: Database) {
  const { run, row, rows, value } = statements(database);
  const addToHour = run<[number, number, number]>(
    `INSERT INTO delivery_hours (hour, delivered, failed) VALUES (?, ?, ?)
     ON CONFLICT (hour) DO UPDATE SET delivered = delivered + excluded.delivered, failed = failed + excluded.failed`,
  );
  const correctHour = run<[number]>(
    "UPDATE delivery_hours SET delivered = delivered + 1, failed = failed - 1 WHERE hour = ? AND failed > 0",
  );
  const forgetHours = run<[number]>("DELETE FROM delivery_hours WHERE hour < ?");
  const hours = rows<[number, number], Hour>(
    "SELECT hour, delivered, failed FROM delivery_hours WHERE hour > +? AND hour <= +? ORDER BY hour",
  );
  const find = row<[string, string], Site>(
    `SELECT id, failing_since AS failingSince, held_at AS heldAt FROM site_states
     WHERE project_id = +? AND origin = +?`,
  );
  const insert = value<[string, string], number>(
    "INSERT INTO site_states (project_id, origin) SELECT id, ? FROM projects WHERE id = ? RETURNING id",
  );
  const succeeded = run(
    `UPDATE site_states SET failing_since = NULL, code = NULL, last_status = @status, last_attempt_at = @at,
       last_taken_at = @at, last_session_id = @sessionId WHERE id = @id`,
  );
  const failed = run(
    `UPDATE site_states SET failing_since = coalesce(failing_since, @at), code = @code, last_status = @status,
       last_attempt_at = @at, last_session_id = @sessionId WHERE id = @id`,
  );
  const times = createSiteTimes(database);
  const problems = createSiteProblems(database);
  const siteOf = (projectId: string, origin: string): Site | null => {
    const found = find(projectId, origin);
    if (found !== null) return found;
    const id = insert(origin, projectId);
    return id === null ? null : { id, failingSince: null, heldAt: null };
  };
  let newestHour = 0;

  return {
    /** Returns the site of a delivery and creates it for the first one; null after its project was deleted. Runs in a transaction. */
    siteOf,
    /** Records an outcome, in its transaction, except of an interrupted attempt. Returns the change of the site. */
    note(result: DeliveryResult, called: AttemptTarget, deliveryId: string, at: number): SiteEvent | null {
      const { code, warnings, facts, lastStatus: status, durationMs } = result;
      if (code === "interrupted") return null;
      const hour = at - (at % HOUR_MS);
      const isAccepted = result.state === "delivered";
      const isDelivered = isAccepted && archiveWarning(warnings) === null;
      addToHour(hour, isDelivered ? 1 : 0, isDelivered ? 0 : 1);
      if (hour !== newestHour) {
        forgetHours(at - KEPT_MS);
        newestHour = hour;
      }
      const site = siteOf(called.projectId, called.origin);
      // A site may respond after its project was deleted.
      if (site === null) return null;
      const { id, failingSince } = site;
      times.note(id, isDelivered, status === null ? null : durationMs, at);
      const { sessionId } = called;
      if (isAccepted) succeeded({ id, sessionId, status, at });
      else failed({ id, sessionId, code, status, at });
      const hasNewProblem = problems.note(id, code === null ? warnings : [code], deliveryId, facts, at);
      const isFlipped = isAccepted !== (failingSince === null);
      if (!isFlipped && !hasNewProblem) return null;
      const change = !isFlipped ? "problems" : isAccepted ? "recovered" : "failing";
      return { id: String(id), project_id: called.projectId, change };
    },
    /** Corrects the results after a later download of the archive. */
    countAsDelivered({ projectId, origin, warning, at }: Unfetched): void {
      correctHour(at - (at % HOUR_MS));
      const site = siteOf(projectId, origin);
      if (site === null) return;
      times.countAsDelivered(site.id, at);
      if (warning !== null) problems.uncount(site.id, warning);
    },
    countAsRefused({ projectId, origin, warning }: Unfetched, deliveryId: string, facts: Facts, at: number): void {
      if (warning !== "archive_not_downloaded") return;
      const site = siteOf(projectId, origin);
      if (site === null) return;
      problems.uncount(site.id, "archive_not_downloaded");
      problems.note(site.id, ["archive_refused"], deliveryId, facts, at);
    },
    /** `hour`: its start, ms. */
    addActivity: run<[number, number, number]>(
      `INSERT INTO delivery_hours (hour, delivered, failed, opens, saves) VALUES (?, 0, 0, ?, ?)
     ON CONFLICT (hour) DO UPDATE SET opens = opens + excluded.opens, saves = saves + excluded.saves`,
    ),
    /** 24 hours, the current one last. */
    lastDay(now: number): Hour[] {
      const newest = now - (now % HOUR_MS);
      const known = new Map(hours(newest - DAY_MS, newest).map((row) => [row.hour, row]));
      return Array.from({ length: 24 }, (_, index) => {
        const hour = newest - (23 - index) * HOUR_MS;
        return known.get(hour) ?? { hour, delivered: 0, failed: 0 };
      });
    },
  };
}

type Code = DeliveryCode | DeliveryWarning;

function createSiteProblems(database: Database) {
  const { run, is } = statements(database);
  const open = is<[number, string]>("SELECT 1 FROM problems WHERE site_id = +? AND code = +? AND resolved_at IS NULL");
  const add = run<[Record<string, string | number>]>(
    `INSERT INTO problems (site_id, code, first_at, last_at, count, example_delivery_id, facts)
     VALUES (@siteId, @code, @at, @at, 1, @deliveryId, @facts)
     ON CONFLICT (site_id, code) DO UPDATE SET count = count + 1, last_at = excluded.last_at,
       example_delivery_id = excluded.example_delivery_id, facts = excluded.facts, resolved_at = NULL, resolved_by = NULL`,
  );
  const uncount = run<[number, string]>(
    "UPDATE problems SET count = count - 1 WHERE site_id = ? AND code = ? AND count > 0",
  );
  const forget = run<[number, string]>(
    `DELETE FROM problems WHERE site_id = ? AND code = ? AND count = 0 AND assigned_to IS NULL AND muted_until IS NULL`,
  );
  return {
    /** Counts the codes and reopens resolved problems. Returns whether a problem was opened. */
    note(siteId: number, codes: readonly Code[], deliveryId: string, facts: Facts, at: number): boolean {
      let isNew = false;
      for (const code of codes) {
        isNew ||= !open(siteId, code);
        add({ siteId, code, at, deliveryId, facts: JSON.stringify(boundedFacts(facts)) });
      }
      return isNew;
    },
    /** Subtracts a warning after the site has downloaded the archive. */
    uncount(siteId: number, code: Code): void {
      uncount(siteId, code);
      forget(siteId, code);
    },
  };
}

// Success counts and response times of each site, in steps of five minutes and of an hour. Durations are counted in
// classes, each 1.3 times as long as the one below, so percentiles are accurate within 15 %.

export const STEPS_MS = { minutes: 300_000, hours: HOUR_MS } as const;
const KEPT_STEPS_MS = { minutes: 25 * HOUR_MS, hours: KEPT_MS };
/** Must equal the ratio in migration 0032. */
const CLASS_RATIO = 1.3;

/** Class of the duration → number of responses. */
type Latency = Record<string, number>;

type Results = Omit<SitePoint, "at">;
type Sum = Pick<Results, "delivered" | "failed"> & { latency: Latency };

export function createSiteTimes(database: Database) {
  const { run, rows } = statements(database);
  const add = run<[Record<string, number | string | null>]>(
    `INSERT INTO site_times (site_id, step_ms, at, delivered, failed, latency)
     VALUES (@siteId, @step, @at, @delivered, 1 - @delivered, iif(@class IS NULL, '{}', json_object(@class, 1)))
     ON CONFLICT (site_id, step_ms, at) DO UPDATE SET delivered = delivered + excluded.delivered,
       failed = failed + excluded.failed, latency = iif(@class IS NULL, latency,
         json_set(latency, '$."' || @class || '"', 1 + coalesce(latency ->> ('$."' || @class || '"'), 0)))`,
  );
  const correct = run<[number, number, number]>(
    `UPDATE site_times SET delivered = delivered + 1, failed = failed - 1
     WHERE site_id = ? AND step_ms = ? AND at = ? AND failed > 0`,
  );
  const since = rows<[number, number, number], Omit<Sum, "latency"> & { at: number; latency: string }>(
    "SELECT at, delivered, failed, latency FROM site_times WHERE site_id = +? AND step_ms = +? AND at >= +? ORDER BY at",
  );
  const forget = run<[number, number, number]>("DELETE FROM site_times WHERE site_id = ? AND step_ms = ? AND at < ?");
  const startOf = (at: number, step: number) => at - (at % step);

  return {
    /** Records a result in the transaction of the outcome. @param durationMs null: the site did not respond */
    note(siteId: number, isDelivered: boolean, durationMs: number | null, at: number): void {
      const result = {
        siteId,
        delivered: isDelivered ? 1 : 0,
        class: durationMs === null ? null : classOf(durationMs),
      };
      for (const step of Object.values(STEPS_MS)) add({ ...result, step, at: startOf(at, step) });
    },
    /** Corrects the result of the attempt that ended at `at`, whose archive was downloaded later. */
    countAsDelivered(siteId: number, at: number): void {
      for (const step of Object.values(STEPS_MS)) correct(siteId, step, startOf(at, step));
    },
    /** Returns the results of each step and their sum. @param starts of the steps, ms, ascending; each step ends at the next */
    results(
      siteId: number,
      step: keyof typeof STEPS_MS,
      starts: readonly number[],
    ): { steps: Results[]; all: Results } {
      const sums = starts.map((): Sum => ({ delivered: 0, failed: 0, latency: {} }));
      let index = 0;
      for (const row of since(siteId, STEPS_MS[step], starts[0] ?? 0)) {
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
      for (const name of ["minutes", "hours"] as const) forget(siteId, STEPS_MS[name], now - KEPT_STEPS_MS[name]);
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
