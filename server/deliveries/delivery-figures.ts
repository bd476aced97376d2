/** Counts deliveries for monitoring. The cost of a query does not grow with the log. */
import type { Database } from "../storage/database.ts";
import { NEEDS_ATTENTION } from "./delivery-row.ts";
import type { DeliveryStore } from "./delivery-store.ts";

/** Maximum number of deliveries that a query counts. */
const MOST = 5_000;
const UNFINISHED = ["pending", "sending", "held"] as const;

export type DeliveryFigures = ReturnType<typeof createDeliveryFigures>;

export function createDeliveryFigures(database: Database, store: DeliveryStore) {
  const inState = database.prepare<[string], { count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM deliveries INDEXED BY deliveries_by_state WHERE state = ? LIMIT ${MOST})`,
  );
  // The index has no warnings, so a refused download counts as not downloaded.
  const attention = database.prepare<[], { state: string; code: string; count: number }>(
    `SELECT state, coalesce(code, iif(state = 'delivered', 'archive_not_downloaded', 'none')) AS code, count(*) AS count
     FROM (SELECT d.state, d.code FROM deliveries d INDEXED BY deliveries_attention WHERE ${NEEDS_ATTENTION}
           ORDER BY d.position DESC LIMIT ${MOST})
     GROUP BY 1, 2`,
  );
  const sites = database.prepare<[], { held: number; failing: number }>(
    "SELECT count(held_at) AS held, count(failing_since) AS failing FROM site_states",
  );
  return {
    most: MOST,
    unfinished: () => UNFINISHED.map((state) => ({ state, count: inState.get(state)?.count ?? 0 })),
    /** Code `none` for held deliveries that never failed. */
    attention: () => attention.all(),
    /** Sites on hold, and those whose last attempt failed. */
    sites: () => sites.get() ?? { held: 0, failing: 0 },
    /** How long the oldest due delivery has been due, ms; 0 without one. */
    overdueMs: (now: number): number => Math.max(0, now - (store.firstDue() ?? now)),
  };
}
