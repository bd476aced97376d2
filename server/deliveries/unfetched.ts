/** Sites that confirmed versions without downloading them, for alerts (migration 0024). */
import type { Database } from "../storage/database.ts";

/** Limits: sites to check, and versions to count for one site. */
const MOST_SITES = 1_000;
const MOST_COUNTED = 10_000;

export interface UnfetchedOfSite {
  /** Counted up to 10,000. */
  count: number;
  /** Project and article title of the newest version. */
  projectId: string;
  article: string;
}

export type Unfetched = ReturnType<typeof createUnfetched>;

export function createUnfetched(database: Database) {
  const from = "deliveries INDEXED BY deliveries_unfetched WHERE latest = 1 AND unfetched = 1";
  // A loose index scan: one step per site.
  const sites = database.prepare<[], { origin: string; since: number }>(
    `WITH RECURSIVE o (origin) AS (
       SELECT min(origin) FROM ${from}
       UNION ALL
       SELECT (SELECT min(origin) FROM ${from} AND origin > o.origin) FROM o
       WHERE o.origin IS NOT NULL LIMIT ${MOST_SITES})
     SELECT origin, (SELECT min(finished_at) FROM ${from} AND origin = o.origin) AS since FROM o
     WHERE origin IS NOT NULL`,
  );
  const ofSite = database.prepare<[string, string], UnfetchedOfSite>(
    `SELECT d.project_id AS projectId, coalesce(t.title, substr(s.material_id, 1, 300)) AS article,
       (SELECT count(*) FROM (SELECT 1 FROM ${from} AND origin = ? LIMIT ${MOST_COUNTED})) AS count
     FROM deliveries d INDEXED BY deliveries_unfetched JOIN sessions s ON s.id = d.session_id
       LEFT JOIN session_titles t ON t.session_id = d.session_id
     WHERE d.latest = 1 AND d.unfetched = 1 AND d.origin = ? ORDER BY d.finished_at DESC LIMIT 1`,
  );
  const settling = database.prepare<[string, string], { found: number }>(
    `SELECT EXISTS (SELECT 1 FROM deliveries INDEXED BY deliveries_due WHERE state = 'pending' AND origin = ?)
       OR EXISTS (SELECT 1 FROM deliveries INDEXED BY deliveries_by_state WHERE state = 'sending' AND origin = ?)
       AS found`,
  );
  return {
    /** Sites with such versions; `since`: when the oldest was confirmed, ms. */
    sites: () => sites.all(),
    /** Null if the site has downloaded all versions. */
    ofSite: (origin: string): UnfetchedOfSite | null => ofSite.get(origin, origin) ?? null,
    /** A delivery to the site is pending or being sent. */
    isSettling: (origin: string): boolean => settling.get(origin, origin)?.found === 1,
  };
}
