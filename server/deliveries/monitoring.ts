/** Facts for alerts and metrics. The cost of a query does not grow with the log. */
import { type Database, statements } from "../storage/database.ts";
import { distinctSql } from "../storage/lists.ts";
import { NEEDS_ATTENTION } from "./delivery-row.ts";
import type { DeliveryStore } from "./delivery-store.ts";

/** Limits: sites to check, and versions to count for one site. */
const MAX_SITES = 1_000;
const MAX_COUNTED = 10_000;

interface UnfetchedOfSite {
  /** Counted up to 10,000. */
  count: number;
  /** Project and article title of the newest version. */
  projectId: string;
  article: string;
}

/** Sites that confirmed versions without downloading them (migration 0024). */
export function createUnfetchedSites(database: Database) {
  const { row, rows, is } = statements(database);
  const from = "deliveries INDEXED BY deliveries_unfetched WHERE latest = 1 AND unfetched = 1";
  const sites = rows<[], { origin: string; since: number }>(
    `SELECT value AS origin, (SELECT min(finished_at) FROM ${from} AND origin = value) AS since
     FROM (${distinctSql("origin", from, MAX_SITES)})`,
  );
  const ofSite = row<[string, string], UnfetchedOfSite>(
    `SELECT d.project_id AS projectId, coalesce(t.title, substr(s.material_id, 1, 300)) AS article,
       (SELECT count(*) FROM (SELECT 1 FROM ${from} AND origin = ? LIMIT ${MAX_COUNTED})) AS count
     FROM deliveries d INDEXED BY deliveries_unfetched JOIN sessions s ON s.id = d.session_id
       LEFT JOIN session_titles t ON t.session_id = d.session_id
     WHERE d.latest = 1 AND d.unfetched = 1 AND d.origin = ? ORDER BY d.finished_at DESC LIMIT 1`,
  );
  const settling = is<[string, string]>(
    `SELECT 1 FROM deliveries INDEXED BY deliveries_due WHERE state = 'pending' AND origin = ?
     UNION ALL SELECT 1 FROM deliveries INDEXED BY deliveries_by_state WHERE state = 'sending' AND origin = ?`,
  );
  return {
    /** Sites with such versions; `since`: when the oldest was confirmed, ms. */
    sites,
    /** Null if the site has downloaded all versions. */
    ofSite: (origin: string): UnfetchedOfSite | null => ofSite(origin, origin),
    /** A delivery to the site is pending or being sent. */
    isSettling: (origin: string): boolean => settling(origin, origin),
  };
}

export interface AlertedSite {
  id: number;
  isFailing: boolean;
  isHeld: boolean;
  mutedUntil: number | null;
}

/** The site of a delivery, and muted sites and problems. */
export function createSiteAlerts(database: Database) {
  const { row, is } = statements(database);
  const select = (condition: string) =>
    row<(string | number)[], Record<keyof AlertedSite, never>>(
      `SELECT id, failing_since IS NOT NULL AS isFailing, held_at IS NOT NULL AS isHeld,
         alerts_muted_until AS mutedUntil
       FROM site_states WHERE ${condition}`,
    );
  const byPlace = select("project_id = +? AND origin = +?");
  const byId = select("id = +?");
  const mutedProblem = is<[number, string, number]>(
    "SELECT 1 FROM problems WHERE site_id = +? AND code = +? AND muted_until > +?",
  );
  const siteOf = (row: Record<keyof AlertedSite, unknown> | null): AlertedSite | null =>
    row && ({ ...row, isFailing: row.isFailing === 1, isHeld: row.isHeld === 1 } as AlertedSite);
  return {
    find: (projectId: string, origin: string): AlertedSite | null => siteOf(byPlace(projectId, origin)),
    /** Null after its project was deleted. */
    byId: (id: number): AlertedSite | null => siteOf(byId(id)),
    isMuted: ({ id, mutedUntil }: AlertedSite, codes: readonly string[], now: number): boolean =>
      (mutedUntil !== null && mutedUntil > now) || codes.some((code) => mutedProblem(id, code, now)),
  };
}

/** Maximum number of deliveries that a query counts. */
const MOST = 5_000;
const UNFINISHED = ["pending", "sending", "held"] as const;

/** Counts deliveries and sites. */
export function createDeliveryFigures(database: Database, store: DeliveryStore) {
  const { row, rows, value } = statements(database);
  const inState = value<[string], number>(
    `SELECT count(*) FROM (SELECT 1 FROM deliveries INDEXED BY deliveries_by_state WHERE state = ? LIMIT ${MOST})`,
  );
  // The index has no warnings, so a refused download counts as not downloaded.
  const attention = rows<[], { state: string; code: string; count: number }>(
    `SELECT state, coalesce(code, iif(state = 'delivered', 'archive_not_downloaded', 'none')) AS code, count(*) AS count
     FROM (SELECT d.state, d.code FROM deliveries d INDEXED BY deliveries_attention WHERE ${NEEDS_ATTENTION}
           ORDER BY d.position DESC LIMIT ${MOST})
     GROUP BY 1, 2`,
  );
  const sites = row<[], { held: number; failing: number }>(
    "SELECT count(held_at) AS held, count(failing_since) AS failing FROM site_states",
  );
  return {
    most: MOST,
    unfinished: () => UNFINISHED.map((state) => ({ state, count: inState(state) ?? 0 })),
    /** Code `none` for held deliveries that never failed. */
    attention,
    /** Sites on hold, and those whose last attempt failed. */
    sites: () => sites() ?? { held: 0, failing: 0 },
    /** Age of the oldest due delivery, ms; 0 without one. */
    overdueMs: (now: number): number => Math.max(0, now - (store.firstDue() ?? now)),
  };
}
