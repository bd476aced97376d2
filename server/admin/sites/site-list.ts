import type { Page } from "../../contracts/console-api.ts";
import { normalizeText, termsOf } from "../../contracts/log-query.ts";
import type { SiteRow, SiteSort } from "../../contracts/sites-api.ts";
import { isoTime } from "../../core/runtime.ts";
import { NEEDS_ATTENTION } from "../../deliveries/delivery-row.ts";
import { createProjectNames } from "../../projects/project-store.ts";
import type { Database } from "../../storage/database.ts";
import { PAGE_SIZE, pageOf, readCursor } from "../../storage/lists.ts";

/** A site without attempts for this long is idle. */
const IDLE_MS = 30 * 24 * 3_600_000;

export interface SiteQuery {
  project: string | null;
  q: string | null;
  sort: SiteSort;
}

/** A row of `site_states` with its project. */
export interface StoredSite extends Pick<SiteRow, "project_id" | "project" | "environment" | "origin" | "host"> {
  id: number;
  failing_since: number | null;
  last_attempt_at: number | null;
  last_taken_at: number | null;
  held_at: number | null;
}

export const HOST_OF_SITE = "substr(s.origin, instr(s.origin, '//') + 2)";

export const SITE_COLUMNS = `s.id, s.project_id, p.name AS project, p.environment, s.origin, ${HOST_OF_SITE} AS host,
  s.failing_since, s.last_attempt_at, s.last_taken_at, s.held_at`;

const UNDELIVERED = `(SELECT count(*) FROM deliveries d INDEXED BY deliveries_attention_by_site
  WHERE ${NEEDS_ATTENTION} AND d.project_id = s.project_id AND d.origin = s.origin)`;

/** The first sort key, before host and id. */
const ORDER: Record<SiteSort, string> = {
  attention: `CASE WHEN s.held_at IS NOT NULL THEN 1 WHEN s.failing_since IS NOT NULL THEN 0
    WHEN s.last_attempt_at > @idle THEN 2 ELSE 3 END`,
  name: "0",
  undelivered: `-${UNDELIVERED}`,
  last_attempt: "-coalesce(s.last_attempt_at, 0)",
};

type ListedSite = StoredSite & { undelivered: number; place: number };

export function createSiteList(database: Database) {
  const projectsWith = createProjectNames(database);
  const list = (sort: SiteSort) =>
    database.prepare<[Record<string, string | number | null>], ListedSite>(
      `SELECT *, ${UNDELIVERED} AS undelivered FROM (
         SELECT ${SITE_COLUMNS}, ${ORDER[sort]} AS place FROM site_states s JOIN projects p ON p.id = s.project_id
         WHERE p.deleting = 0 AND (@project IS NULL OR s.project_id = @project)
           AND NOT EXISTS (SELECT 1 FROM json_each(@words) w
             WHERE instr(${HOST_OF_SITE}, w.value ->> '$.word') = 0
               AND s.project_id NOT IN (SELECT value FROM json_each(w.value -> '$.projects')))
           AND (@host IS NULL OR (${ORDER[sort]}, ${HOST_OF_SITE}, s.id) > (@place, @host, @id))
         ORDER BY place, host, s.id LIMIT ${PAGE_SIZE + 1}) s
       ORDER BY place, host, id`,
    );
  const lists = {
    attention: list("attention"),
    name: list("name"),
    undelivered: list("undelivered"),
    last_attempt: list("last_attempt"),
  };
  return {
    page({ project, q, sort }: SiteQuery, cursor: string | null, now: number): Page<SiteRow> {
      const [place = null, host = null, id = null] = readCursor(cursor, ["number", "string", "number"]) ?? [];
      const words = termsOf(q ?? "").map(normalizeText);
      const rows = lists[sort].all({
        project,
        words: JSON.stringify(words.map((word) => ({ word, projects: projectsWith(word) }))),
        idle: now - IDLE_MS,
        place,
        host,
        id,
      });
      const page = pageOf(rows, (row) => [row.place, row.host, row.id]);
      return { ...page, items: page.items.map((row) => ({ ...siteHead(row, now), undelivered: row.undelivered })) };
    },
  };
}

export function siteHead(site: StoredSite, now: number): Omit<SiteRow, "undelivered"> {
  const timeOf = (at: number | null) => (at === null ? null : isoTime(at));
  return {
    id: String(site.id),
    project_id: site.project_id,
    project: site.project,
    environment: site.environment,
    origin: site.origin,
    host: site.host,
    state: stateOf(site, now),
    failing_since: timeOf(site.failing_since),
    held_at: timeOf(site.held_at),
    last_delivered_at: timeOf(site.last_taken_at),
    last_attempt_at: timeOf(site.last_attempt_at),
  };
}

function stateOf({ held_at, failing_since, last_attempt_at }: StoredSite, now: number): SiteRow["state"] {
  if (held_at !== null) return "held";
  if (failing_since !== null) return "failing";
  return last_attempt_at !== null && last_attempt_at > now - IDLE_MS ? "ok" : "idle";
}
