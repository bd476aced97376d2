/** Retention of the results and problems of sites, one site per step. */
import { NEEDS_ATTENTION } from "../deliveries/delivery-row.ts";
import { createSiteTimes } from "../deliveries/site-times.ts";
import type { Database } from "../storage/database.ts";

const DAY_MS = 24 * 3_600_000;
/** A problem without failures for this time is resolved, unless pending deliveries have it. */
const QUIET_MS = 14 * DAY_MS;
const KEPT_MS = 400 * DAY_MS;
/** Maximum number of a site's newest deliveries that are searched for a problem's code. */
const MOST_SEARCHED = 10_000;

export type SiteRetention = ReturnType<typeof createSiteRetention>;

export function createSiteRetention(database: Database) {
  const times = createSiteTimes(database);
  const next = database.prepare<[number], { id: number; project_id: string }>(
    "SELECT id, project_id FROM site_states WHERE id > +? ORDER BY id LIMIT 1",
  );
  const resolve = database.prepare<[{ site: number; before: number; now: number }]>(
    `UPDATE problems SET resolved_at = @now, resolved_by = 'Galley'
     WHERE site_id = @site AND resolved_at IS NULL AND last_at < @before AND NOT EXISTS (
       SELECT 1 FROM (
         SELECT d.code, d.unfetched FROM deliveries d INDEXED BY deliveries_attention_by_site
         WHERE ${NEEDS_ATTENTION} AND (d.project_id, d.origin) = (SELECT project_id, origin FROM site_states WHERE id = @site)
         ORDER BY d.position DESC LIMIT ${MOST_SEARCHED})
       WHERE code = problems.code OR (unfetched = 1 AND problems.code LIKE 'archive_%'))`,
  );
  const forget = database.prepare<[number, number]>("DELETE FROM problems WHERE site_id = ? AND resolved_at < ?");
  return {
    /** Prunes the first site after an id; null without one. `resolved`: whether its problems changed. */
    prune: database.transaction((now: number, after: number) => {
      const site = next.get(after);
      if (site === undefined) return null;
      times.prune(site.id, now);
      forget.run(site.id, now - KEPT_MS);
      const { changes } = resolve.run({ site: site.id, before: now - QUIET_MS, now });
      return { id: site.id, projectId: site.project_id, resolved: changes > 0 };
    }),
  };
}
