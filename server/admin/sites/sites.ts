/** The sites of all projects for the console. A site is the origin of a project's callback URLs. */
import type { Page } from "../../contracts/console-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import type { SiteRow, SiteView } from "../../contracts/sites-api.ts";
import { AppError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import { createSiteList, SITE_COLUMNS, type SiteQuery } from "./site-list.ts";
import { createSiteView, type StoredSiteView } from "./site-view.ts";

export type Sites = ReturnType<typeof createSites>;

export function createSites({
  database,
  clock,
  holds,
  wrongSignatures,
}: Pick<Services, "database" | "clock" | "holds" | "wrongSignatures">) {
  const list = createSiteList(database);
  const viewOf = createSiteView({ database, holds, wrongSignatures });
  const byId = database.prepare<[number], StoredSiteView>(
    `SELECT ${SITE_COLUMNS}, s.held_by, s.alerts_muted_until, n.callback_url
     FROM site_states s JOIN projects p ON p.id = s.project_id LEFT JOIN sessions n ON n.id = s.last_session_id
     WHERE s.id = +? AND p.deleting = 0`,
  );
  const stored = (id: string): StoredSiteView => {
    const site = /^\d{1,15}$/.test(id) ? byId.get(Number(id)) : undefined;
    if (site === undefined) throw new AppError("not_found", sentence("admin.no_site"));
    return site;
  };
  return {
    /** A page in the order of `sort`. */
    page(query: SiteQuery, cursor: string | null): Page<SiteRow> {
      const { items, nextCursor } = list.page(query, cursor, clock.now());
      return { items, next_cursor: nextCursor };
    },
    /** @throws AppError not_found */
    idOf: (id: string): number => stored(id).id,
    /** @throws AppError not_found */
    view: (id: string): SiteView => viewOf(stored(id), clock.now()),
  };
}
