/** The sites of all projects for the console. A site is the origin of a project's callback URLs. */
import type { Page } from "../../contracts/console-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import type { ProblemPatch, SitePatch, SiteRow, SiteView } from "../../contracts/sites-api.ts";
import { AppError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import { statements } from "../../storage/database.ts";
import { createSiteList, SITE_COLUMNS, type SiteQuery } from "./site-list.ts";
import { createProblems } from "./site-problems.ts";
import { createSiteView, type StoredSiteView } from "./site-view.ts";

type Needed = "database" | "clock" | "audit" | "events" | "holds" | "wrongSignatures";

/** @param by in the methods: name of the caller's account; null for the owner */
export function createSites({ database, clock, audit, events, holds, wrongSignatures }: Pick<Services, Needed>) {
  const list = createSiteList(database);
  const problems = createProblems({ database, clock, audit, events });
  const viewOf = createSiteView({ database, holds, wrongSignatures, problems });
  const { run, row } = statements(database);
  const byId = row<[number], StoredSiteView>(
    `SELECT ${SITE_COLUMNS}, s.held_by, s.alerts_muted_until, n.callback_url
     FROM site_states s JOIN projects p ON p.id = s.project_id LEFT JOIN sessions n ON n.id = s.last_session_id
     WHERE s.id = +? AND p.deleting = 0`,
  );
  const muteAlerts = run<[number | null, number]>("UPDATE site_states SET alerts_muted_until = ? WHERE id = ?");
  const stored = (id: string): StoredSiteView => {
    const site = /^\d{1,15}$/.test(id) ? byId(Number(id)) : null;
    if (site === null) throw new AppError("not_found", sentence("admin.no_site"));
    return site;
  };
  const view = (id: string): SiteView => viewOf(stored(id), clock.now());
  return {
    page: (query: SiteQuery, cursor: string | null): Page<SiteRow> => list.page(query, cursor, clock.now()),
    /** @throws AppError not_found */
    view,
    /** @throws AppError not_found */
    hold(id: string, by: string | null): SiteView {
      holds.hold(stored(id).id, by);
      return view(id);
    },
    /** @throws AppError not_found */
    release(id: string): SiteView {
      holds.release(stored(id).id);
      return view(id);
    },
    /** @throws AppError not_found */
    change(id: string, patch: SitePatch): SiteView {
      const { id: siteId, project_id, origin } = stored(id);
      const { alerts_muted_until: until } = patch;
      database
        .transaction(() => {
          muteAlerts(until === null ? null : Date.parse(until), siteId);
          audit.record("site alerts changed", project_id, { origin, ...patch });
        })
        .immediate();
      events.publish("site", { id: String(siteId), project_id, change: "alerts" });
      return view(id);
    },
    /** Returns the view of the site. @throws AppError not_found, invalid */
    changeProblem: (id: string, patch: ProblemPatch, by: string | null): SiteView =>
      view(problems.change(id, patch, by)),
  };
}
