/** The results of each hour and the state of each site, written with the outcome of an attempt: no query counts the log. */
import type { DeliveryCode } from "../contracts/delivery-states.ts";
import type { Database } from "../storage/database.ts";

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Retention of hours: a year and its neighbours, 9,600 rows. */
const KEPT_MS = 400 * DAY_MS;

export interface Hour {
  /** Start of the hour, ms. */
  hour: number;
  delivered: number;
  failed: number;
}

export interface AttemptOutcome {
  deliveryId: string;
  taken: boolean;
  /** The site had downloaded the archive. */
  fetched: boolean;
  code: DeliveryCode | null;
  status: number | null;
  at: number;
}

export type SiteStates = ReturnType<typeof createSiteStates>;

export function createSiteStates(database: Database) {
  const addToHour = database.prepare<[number, number, number]>(
    `INSERT INTO delivery_hours (hour, delivered, failed) VALUES (?, ?, ?)
     ON CONFLICT (hour) DO UPDATE SET delivered = delivered + excluded.delivered, failed = failed + excluded.failed`,
  );
  const correctHour = database.prepare<[number]>(
    "UPDATE delivery_hours SET delivered = delivered + 1, failed = failed - 1 WHERE hour = ? AND failed > 0",
  );
  const addActivity = database.prepare<[number, number, number]>(
    `INSERT INTO delivery_hours (hour, delivered, failed, opens, saves) VALUES (?, 0, 0, ?, ?)
     ON CONFLICT (hour) DO UPDATE SET opens = opens + excluded.opens, saves = saves + excluded.saves`,
  );
  const forgetHours = database.prepare<[number]>("DELETE FROM delivery_hours WHERE hour < ?");
  const hours = database.prepare<[number, number], Hour>(
    "SELECT hour, delivered, failed FROM delivery_hours WHERE hour > +? AND hour <= +? ORDER BY hour",
  );
  const taken = database.prepare(
    `INSERT INTO site_states (project_id, origin, failing_since, code, last_status, last_attempt_at, last_taken_at)
       SELECT project_id, origin, NULL, NULL, @status, @at, @at FROM deliveries WHERE id = @deliveryId
     ON CONFLICT (project_id, origin) DO UPDATE SET failing_since = NULL, code = NULL, last_status = excluded.last_status,
       last_attempt_at = excluded.last_attempt_at, last_taken_at = excluded.last_taken_at`,
  );
  const failed = database.prepare(
    `INSERT INTO site_states (project_id, origin, failing_since, code, last_status, last_attempt_at, last_taken_at)
       SELECT project_id, origin, @at, @code, @status, @at, NULL FROM deliveries WHERE id = @deliveryId
     ON CONFLICT (project_id, origin) DO UPDATE SET failing_since = coalesce(failing_since, excluded.failing_since),
       code = excluded.code, last_status = excluded.last_status, last_attempt_at = excluded.last_attempt_at`,
  );
  const failing = database.prepare<[string], { found: number }>(
    "SELECT EXISTS (SELECT 1 FROM site_states WHERE origin = ? AND failing_since IS NOT NULL) AS found",
  );
  let newestHour = 0;

  return {
    /** Runs in the transaction of the outcome. An interrupted attempt says nothing about the site. */
    note({ deliveryId, taken: isTaken, fetched, code, status, at }: AttemptOutcome): void {
      if (code === "interrupted") return;
      const hour = at - (at % HOUR_MS);
      const isDelivered = isTaken && fetched;
      addToHour.run(hour, isDelivered ? 1 : 0, isDelivered ? 0 : 1);
      if (hour !== newestHour) {
        forgetHours.run(at - KEPT_MS);
        newestHour = hour;
      }
      if (isTaken) taken.run({ deliveryId, status, at });
      else failed.run({ deliveryId, code, status, at });
    },
    /** The archive of the attempt that ended at `at` was downloaded later. */
    countAsDelivered: (at: number): void => void correctHour.run(at - (at % HOUR_MS)),
    /** Adds to the opens and saves of the hour that began at `hour`. */
    addActivity: (hour: number, opens: number, saves: number): void => void addActivity.run(hour, opens, saves),
    /** The last attempt of any project to the site failed. */
    isFailing: (origin: string): boolean => failing.get(origin)?.found === 1,
    /** 24 hours, the current one last. */
    lastDay(now: number): Hour[] {
      const newest = now - (now % HOUR_MS);
      const known = new Map(hours.all(newest - DAY_MS, newest).map((row) => [row.hour, row]));
      return Array.from({ length: 24 }, (_, index) => {
        const hour = newest - (23 - index) * HOUR_MS;
        return known.get(hour) ?? { hour, delivered: 0, failed: 0 };
      });
    },
  };
}
