import type { SiteSpan, SiteView } from "../../contracts/sites-api.ts";
import { maskAddress } from "../../core/masking.ts";
import { isoTime } from "../../core/runtime.ts";
import { NEEDS_ATTENTION } from "../../deliveries/delivery-row.ts";
import { createSiteTimes, DAY_MS, STEPS_MS, startsOfSteps } from "../../deliveries/site-states.ts";
import type { Services } from "../../services.ts";
import { statements } from "../../storage/database.ts";
import { type StoredSite, siteHead } from "./site-list.ts";
import type { Problems } from "./site-problems.ts";

const RECENT_MS = 30 * DAY_MS;
const MAX_COUNTED = 10_000;

export interface StoredSiteView extends StoredSite {
  held_by: string | null;
  alerts_muted_until: number | null;
  callback_url: string | null;
}

export function createSiteView(
  services: Pick<Services, "database" | "holds" | "wrongSignatures"> & { problems: Problems },
) {
  const { database, holds, wrongSignatures, problems } = services;
  const times = createSiteTimes(database);
  const { row, rows, value } = statements(database);
  const unsettled = row<[string, string], Counts>(
    `SELECT count(*) AS total, ${Object.entries(STATES)
      .map(([name, state]) => `count(*) FILTER (WHERE d.state = '${state}') AS ${name}`)
      .join(", ")}
     FROM deliveries d INDEXED BY deliveries_attention_by_site
     WHERE ${NEEDS_ATTENTION} AND d.project_id = ? AND d.origin = ?`,
  );
  const inState = value<[string, string, string], number>(
    `SELECT count(*) FROM (SELECT 1 FROM deliveries INDEXED BY deliveries_by_project_state
         WHERE project_id = ? AND state = ? AND origin = ? AND latest = 1 AND code IS NULL LIMIT ${MAX_COUNTED})`,
  );
  // A loose index scan: one step for each code.
  const refused = rows<[{ project: string; since: number }], { code: string; count: number; last: number }>(
    `WITH RECURSIVE c (code) AS (
       SELECT min(code) FROM ${REFUSED}
       UNION ALL
       SELECT (SELECT min(code) FROM ${REFUSED} AND code > c.code) FROM c WHERE c.code IS NOT NULL)
     SELECT code, (SELECT max(at) FROM ${REFUSED} AND code = c.code) AS last,
       (SELECT count(*) FROM (SELECT 1 FROM ${REFUSED} AND code = c.code AND at >= @since LIMIT ${MAX_COUNTED})) AS count
     FROM c WHERE code IS NOT NULL AND last >= @since ORDER BY count DESC, code`,
  );

  const spansOf = (siteId: number, now: number): SiteView["spans"] => {
    const span = (step: keyof typeof STEPS_MS, starts: number[]): SiteSpan => {
      const { steps, all } = times.results(siteId, step, starts);
      const attempts = all.delivered + all.failed;
      return {
        points: steps.map((result, index) => ({ at: isoTime(starts[index] ?? 0), ...result })),
        ...all,
        rate: attempts === 0 ? null : all.delivered / attempts,
      };
    };
    return {
      hour: span("minutes", startsOfSteps(12, STEPS_MS.minutes, now)),
      day: span("hours", startsOfSteps(24, STEPS_MS.hours, now)),
      month: span("hours", startsOfSteps(30, DAY_MS, now)),
    };
  };
  const refusedOpens = (project: string, since: number): SiteView["refused_opens"] => {
    const codes = refused({ project, since });
    return {
      count: codes.reduce((sum, { count }) => sum + count, 0),
      by_code: codes.map(({ code, count }) => ({ code, count })),
      last_at: codes.length === 0 ? null : isoTime(Math.max(...codes.map(({ last }) => last))),
    };
  };
  const undelivered = ({ project_id, origin, held_at }: StoredSiteView): SiteView["undelivered"] => {
    const { resending, ...counts } = unsettled(project_id, origin) as Counts;
    return {
      ...counts,
      resendable: held_at === null ? counts.total - counts.held - resending : 0,
      queued: inState(project_id, "pending", origin) ?? 0,
      sending: (inState(project_id, "sending", origin) ?? 0) + resending,
    };
  };

  return (site: StoredSiteView, now: number): SiteView => {
    const wrong = wrongSignatures.recent(site.project_id, now - RECENT_MS);
    return {
      ...siteHead(site, now),
      callback_url: site.callback_url === null ? site.origin : maskAddress(site.callback_url),
      held_by: site.held_by,
      is_settling: holds.isSettling(),
      undelivered: undelivered(site),
      spans: spansOf(site.id, now),
      problems: problems.ofSite(site, now),
      wrong_signatures: { count: wrong.count, last_at: wrong.last?.at ?? null, last: wrong.last },
      refused_opens: refusedOpens(site.project_id, now - RECENT_MS),
      alerts_muted_until: site.alerts_muted_until === null ? null : isoTime(site.alerts_muted_until),
    };
  };
}

/** The counts of deliveries that need attention, and their states in the database. */
const STATES = {
  retrying: "pending",
  resending: "sending",
  held: "held",
  rejected: "rejected",
  failed: "failed",
  exhausted: "exhausted",
  not_downloaded: "delivered",
} as const;
type Counts = Record<"total" | keyof typeof STATES, number>;

const REFUSED = `requests INDEXED BY requests_refused_opens
  WHERE project_id = @project AND code IS NOT NULL AND path = '/integration/session/open'`;
