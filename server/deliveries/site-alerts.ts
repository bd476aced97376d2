/** Facts about sites for alerts: the site of a delivery, and muted sites and problems. */
import type { Database } from "../storage/database.ts";

export interface AlertedSite {
  id: number;
  origin: string;
  isFailing: boolean;
  isHeld: boolean;
  mutedUntil: number | null;
}

export type SiteAlerts = ReturnType<typeof createSiteAlerts>;

export function createSiteAlerts(database: Database) {
  const select = (condition: string) =>
    database.prepare<(string | number)[], Record<keyof AlertedSite, never>>(
      `SELECT id, origin, failing_since IS NOT NULL AS isFailing, held_at IS NOT NULL AS isHeld,
         alerts_muted_until AS mutedUntil
       FROM site_states WHERE ${condition}`,
    );
  const byPlace = select("project_id = +? AND origin = +?");
  const byId = select("id = +?");
  const mutedProblem = database.prepare<[number, string, number], { found: number }>(
    "SELECT EXISTS (SELECT 1 FROM problems WHERE site_id = +? AND code = +? AND muted_until > +?) AS found",
  );
  const siteOf = (row: Record<keyof AlertedSite, unknown> | undefined): AlertedSite | null =>
    row === undefined ? null : ({ ...row, isFailing: row.isFailing === 1, isHeld: row.isHeld === 1 } as AlertedSite);
  return {
    find: (projectId: string, origin: string): AlertedSite | null => siteOf(byPlace.get(projectId, origin)),
    /** Null after its project was deleted. */
    byId: (id: number): AlertedSite | null => siteOf(byId.get(id)),
    /** An admin muted the site, or its problem with one of the codes. */
    isMuted: ({ id, mutedUntil }: AlertedSite, codes: readonly string[], now: number): boolean =>
      (mutedUntil !== null && mutedUntil > now) || codes.some((code) => mutedProblem.get(id, code, now)?.found === 1),
  };
}
