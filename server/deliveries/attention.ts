/** Deliveries that need attention. Only the newest delivery of each session counts (migration 0003). */
import { archiveWarning, type DeliveryCode } from "../contracts/delivery-states.ts";
import type { AttentionCount, AttentionRow, Overview, SiteWithProblems } from "../contracts/overview-api.ts";
import { joined, shortFacts, withSentence } from "../contracts/sentences/index.ts";
import { maskAddress } from "../core/masking.ts";
import { isoTime } from "../core/runtime.ts";
import { beginningOf, type Facts } from "../outbound/failures.ts";
import { type Database, statements } from "../storage/database.ts";
import { beginningOfColumn, PAGE_SIZE, pageOf, readCursor } from "../storage/lists.ts";
import { factsOf, NEEDS_ATTENTION, RESENDABLE } from "./delivery-row.ts";
import { explainBriefly, explainWarning } from "./explain.ts";

const MAX_SITE_WORDS = 300;
const MAX_EXPLANATION = 600;
/** Maximum number of listed sites; the response also has the total. */
const MAX_SITES = 20;

interface Row extends Omit<AttentionRow, "state" | "warning" | "since" | "next_attempt_at" | "callback_host"> {
  position: number;
  state: StoredState;
  warnings: string;
  callback_url: string;
  created_at: number;
  next_attempt_at: number | null;
}

type Unsettled = AttentionCount & Omit<Overview["deliveries"], "queued" | "sending">;

type Derived = "host" | "is_failing" | "since" | "warning" | "explanation" | "explanation_sentence" | "last_taken_at";

interface SiteRow extends Omit<SiteWithProblems, Derived> {
  oldest: number;
  failing_since: number | null;
  last_taken_at: number | null;
  /** These and the callback URL are of the newest undelivered delivery. */
  newest_code: DeliveryCode | null;
  warnings: string;
  facts: string;
  all_sites: number;
}

export interface Site {
  project: string;
  origin: string;
}

type StoredState = Exclude<AttentionRow["state"], "retrying"> | "pending";

export function createAttention(database: Database) {
  const { row, rows, values } = statements(database);
  const needing = rows<[number], Row>(
    `SELECT d.position, d.id AS delivery_id, d.event, d.state, d.code, d.attempts, d.last_status,
       d.next_attempt_at, d.created_at, ${beginningOfColumn("d.site_message", MAX_SITE_WORDS)} AS site_message,
       d.session_id, s.material_id, s.callback_url, p.id AS project_id, p.name AS project, v.number AS version_number,
       t.title, d.warnings
     FROM deliveries d INDEXED BY deliveries_attention JOIN sessions s ON s.id = d.session_id
       JOIN projects p ON p.id = d.project_id LEFT JOIN versions v ON v.id = d.version_id
       LEFT JOIN session_titles t ON t.session_id = d.session_id
     WHERE ${NEEDS_ATTENTION} AND d.position < +? ORDER BY d.position DESC LIMIT ${PAGE_SIZE + 1}`,
  );
  // One pass without sorting, because all deliveries may fail at once.
  const count = (condition: string) => `count(*) FILTER (WHERE ${condition})`;
  const unsettled = row<[], Unsettled>(
    `SELECT ${count("d.event = 'article_saved'")} AS articles, ${count("d.event = 'site_fonts_updated'")} AS fonts,
       ${count("d.state = 'pending'")} AS retrying, ${count("d.state = 'held'")} AS held,
       ${count("d.state = 'rejected'")} AS rejected, ${count("d.state = 'failed'")} AS failed,
       ${count("d.state = 'exhausted'")} AS exhausted, ${count("d.state = 'sending'")} AS resending,
       ${count("d.state = 'delivered'")} AS not_downloaded
     FROM deliveries d INDEXED BY deliveries_attention WHERE ${NEEDS_ATTENTION}`,
  );
  const unfinished = rows<[], { state: "pending" | "sending"; count: number }>(
    `SELECT state, count(*) AS count FROM deliveries INDEXED BY deliveries_by_state
     WHERE state IN ('pending', 'sending') GROUP BY state`,
  );
  // Grouped in index order; only the groups are sorted. Deliveries on hold are no problem of the site.
  const sites = rows<[], SiteRow>(
    `SELECT CAST(s.id AS TEXT) AS site_id, g.project_id, p.name AS project, p.environment, g.origin, g.waiting, iif(s.held_at IS NULL, g.resendable, 0) AS resendable, g.oldest, s.failing_since, s.code, s.last_status,
       s.last_taken_at, n.callback_url, d.code AS newest_code, d.warnings, ${factsOf("d")}, g.all_sites
     FROM (SELECT d.project_id, d.origin, count(*) AS waiting, ${count("d.state <> 'sending'")} AS resendable, min(d.created_at) AS oldest, max(d.position) AS newest,
             count(*) OVER () AS all_sites
           FROM deliveries d INDEXED BY deliveries_attention_by_site WHERE ${NEEDS_ATTENTION} AND d.state <> 'held'
           GROUP BY d.project_id, d.origin ORDER BY waiting DESC, oldest LIMIT ${MAX_SITES}) g
       JOIN projects p ON p.id = g.project_id JOIN deliveries d ON d.position = g.newest
       JOIN sessions n ON n.id = d.session_id
       LEFT JOIN site_states s ON s.project_id = g.project_id AND s.origin = g.origin
     ORDER BY g.waiting DESC, g.oldest`,
  );
  const unsent = (index: string, condition: string) =>
    values<(string | number)[], string>(
      `SELECT d.id FROM deliveries d INDEXED BY ${index} WHERE ${RESENDABLE} ${condition} ORDER BY d.position LIMIT ?`,
    );
  const allUnsent = unsent("deliveries_attention", "");
  const unsentOfSite = unsent("deliveries_attention_by_site", "AND d.project_id = ? AND d.origin = ?");
  const counts = (): Pick<Overview, "attention_count" | "deliveries"> => {
    const { articles, fonts, ...states } = unsettled() as Unsettled;
    const unfinishedBy = new Map(unfinished().map(({ state, count: all }) => [state, all]));
    const queued = (unfinishedBy.get("pending") ?? 0) - states.retrying;
    return {
      attention_count: { articles, fonts },
      deliveries: { ...states, queued, sending: unfinishedBy.get("sending") ?? 0 },
    };
  };

  return {
    /** Unfinished deliveries, and those that need attention, by state. */
    deliveries: () => counts().deliveries,
    count: () => counts().attention_count,
    /** Sites with undelivered articles, those with the most first. */
    sites(): { sites: SiteWithProblems[]; site_count: number } {
      const rows = sites();
      return { sites: rows.map(siteWithProblems), site_count: rows[0]?.all_sites ?? 0 };
    },
    /** Ids of resendable deliveries, oldest first; of all sites if `site` is null. */
    unsent: (site: Site | null, limit: number): string[] =>
      site === null ? allUnsent(limit) : unsentOfSite(site.project, site.origin, limit),
    /** Counts, and a page of the deliveries that need attention, newest first. */
    page(cursor: string | null): Pick<Overview, "attention" | "attention_count" | "next_cursor" | "deliveries"> {
      const before = readCursor(cursor, ["number"])?.[0] ?? Number.MAX_SAFE_INTEGER;
      const page = pageOf(needing(Number(before)), ({ position }) => [position]);
      return { attention: page.items.map(attentionRow), next_cursor: page.next_cursor, ...counts() };
    },
  };
}

function attentionRow({
  position: _,
  state,
  warnings,
  callback_url,
  created_at,
  next_attempt_at,
  ...row
}: Row): AttentionRow {
  return {
    ...row,
    state: state === "pending" ? "retrying" : state,
    warning: archiveWarning(JSON.parse(warnings)),
    callback_host: URL.parse(callback_url)?.host ?? callback_url,
    since: isoTime(created_at),
    next_attempt_at: next_attempt_at === null ? null : isoTime(next_attempt_at),
  };
}

function siteWithProblems(site: SiteRow): SiteWithProblems {
  const { all_sites: _, origin, oldest, failing_since, last_taken_at, newest_code, warnings, facts, ...row } = site;
  const warning = archiveWarning(JSON.parse(warnings));
  const known = JSON.parse(facts) as Facts;
  const sentences =
    warning !== null ? explainWarning(warning, known) : newest_code && explainBriefly(newest_code, known);
  const explanation = shortFacts(sentences || joined(), (text) => beginningOf(text, MAX_EXPLANATION));
  return {
    ...row,
    code: row.code ?? newest_code,
    warning,
    ...withSentence("explanation", explanation),
    origin,
    host: URL.parse(origin)?.host ?? origin,
    callback_url: maskAddress(row.callback_url),
    // For a site that accepts other articles: the time of the oldest undelivered one.
    is_failing: failing_since !== null,
    since: isoTime(failing_since ?? oldest),
    last_taken_at: last_taken_at === null ? null : isoTime(last_taken_at),
  };
}
