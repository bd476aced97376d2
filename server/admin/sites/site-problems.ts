/** Lists a site's problems, and assigns, mutes or resolves them. */
import { DELIVERY_WARNINGS, type DeliveryCode, type DeliveryWarning } from "../../contracts/delivery-states.ts";
import { sentence, shortFacts, withSentence } from "../../contracts/sentences/index.ts";
import { PROBLEM_STATES, type ProblemPatch, type SiteProblem } from "../../contracts/sites-api.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import { NEEDS_ATTENTION } from "../../deliveries/delivery-row.ts";
import { explainBriefly, explainWarning } from "../../deliveries/explain.ts";
import { beginningOf, type Facts } from "../../outbound/failures.ts";
import type { Services } from "../../services.ts";
import { statements } from "../../storage/database.ts";
import type { StoredSite } from "./site-list.ts";

const MAX_COUNTED = 10_000;
const MAX_EXPLANATION = 2_000;

interface Row {
  id: number;
  code: DeliveryCode | DeliveryWarning;
  first_at: number;
  last_at: number;
  count: number;
  facts: string;
  muted_until: number | null;
  resolved_at: number | null;
  resolved_by: string | null;
  assigned_to: string | null;
  delivery_id: string | null;
  material_id: string;
  title: string | null;
}

export type Problems = ReturnType<typeof createProblems>;

export function createProblems(services: Pick<Services, "database" | "clock" | "audit" | "events">) {
  const { database, clock, audit, events } = services;
  const { run, row, rows } = statements(database);
  const ofSite = rows<[number], Row>(
    `SELECT b.id, b.code, b.first_at, b.last_at, b.count, b.facts, b.muted_until, b.resolved_at, b.resolved_by,
       b.assigned_to, d.id AS delivery_id, n.material_id, t.title
     FROM problems b LEFT JOIN deliveries d ON d.id = b.example_delivery_id LEFT JOIN sessions n ON n.id = d.session_id
       LEFT JOIN session_titles t ON t.session_id = d.session_id
     WHERE b.site_id = ?`,
  );
  const undelivered = rows<[string, string], { code: string | null; count: number }>(
    `SELECT code, count(*) AS count
     FROM (SELECT d.code FROM deliveries d INDEXED BY deliveries_attention_by_site
           WHERE ${NEEDS_ATTENTION} AND d.project_id = ? AND d.origin = ? ORDER BY d.position DESC LIMIT ${MAX_COUNTED})
     GROUP BY code`,
  );
  const unfetched = row<[string, string, string], { count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM deliveries INDEXED BY deliveries_unfetched
       WHERE latest = 1 AND unfetched = 1 AND origin = ? AND project_id = ? AND instr(warnings, ?) > 0
       LIMIT ${MAX_COUNTED})`,
  );
  const byId = row<[number], { site_id: number; code: string; project_id: string; origin: string }>(
    `SELECT b.site_id, b.code, s.project_id, s.origin FROM problems b JOIN site_states s ON s.id = b.site_id
     WHERE b.id = +?`,
  );
  const account = row<[string], { id: string; name: string }>("SELECT id, name FROM accounts WHERE id = ?");
  const assign = run<[string | null, number]>("UPDATE problems SET assigned_to = ? WHERE id = ?");
  const mute = run<[number | null, number]>("UPDATE problems SET muted_until = ? WHERE id = ?");
  const resolve = run<[number | null, string | null, number]>(
    "UPDATE problems SET resolved_at = ?, resolved_by = ? WHERE id = ?",
  );

  const view = (row: Row, lacking: ReadonlyMap<string | null, number>, site: StoredSite, now: number): SiteProblem => {
    const isWarning = (code: Row["code"]): code is DeliveryWarning =>
      (DELIVERY_WARNINGS as readonly string[]).includes(code);
    const { code } = row;
    const facts: Facts = { host: site.host, ...JSON.parse(row.facts) };
    const words = isWarning(code) ? explainWarning(code, facts) : explainBriefly(code, facts);
    const isMuted = row.muted_until !== null && row.muted_until > now;
    return {
      id: String(row.id),
      code,
      warning: isWarning(code),
      count: row.count,
      undelivered: isWarning(code)
        ? (unfetched(site.origin, site.project_id, `"${code}"`)?.count ?? 0)
        : (lacking.get(code) ?? 0),
      first_at: isoTime(row.first_at),
      last_at: isoTime(row.last_at),
      example:
        row.delivery_id === null
          ? null
          : { delivery_id: row.delivery_id, title: row.title, material_id: row.material_id },
      ...withSentence(
        "explanation",
        shortFacts(words, (text) => beginningOf(text, MAX_EXPLANATION)),
      ),
      // The account may have been deleted.
      assigned_to: row.assigned_to === null ? null : account(row.assigned_to),
      muted_until: isMuted && row.muted_until !== null ? isoTime(row.muted_until) : null,
      state: row.resolved_at !== null ? "resolved" : isMuted ? "muted" : "open",
      resolved_at: row.resolved_at === null ? null : isoTime(row.resolved_at),
      resolved_by: row.resolved_by,
    };
  };

  return {
    /** Open, then muted, then resolved; each newest failure first. */
    ofSite(site: StoredSite, now: number): SiteProblem[] {
      const rows = ofSite(site.id);
      if (rows.length === 0) return [];
      const lacking = new Map(undelivered(site.project_id, site.origin).map(({ code, count }) => [code, count]));
      return rows
        .map((row) => view(row, lacking, site, now))
        .sort(
          (a, b) =>
            PROBLEM_STATES.indexOf(a.state) - PROBLEM_STATES.indexOf(b.state) || b.last_at.localeCompare(a.last_at),
        );
    },
    /** Changes the given fields. Returns the site's id. @param by account name; null for the owner @throws AppError not_found, invalid */
    change(id: string, patch: ProblemPatch, by: string | null): string {
      const found = /^\d{1,15}$/.test(id) ? byId(Number(id)) : null;
      if (found === null) throw new AppError("not_found", sentence("admin.no_problem"));
      const { assigned_to, muted_until, resolved } = patch;
      if (typeof assigned_to === "string" && account(assigned_to) === null)
        throw new AppError("invalid", sentence("admin.no_assignee"));
      database
        .transaction(() => {
          if (assigned_to !== undefined) assign(assigned_to, Number(id));
          if (muted_until !== undefined) mute(muted_until === null ? null : Date.parse(muted_until), Number(id));
          if (resolved !== undefined) resolve(resolved ? clock.now() : null, resolved ? by : null, Number(id));
          const { origin, code } = found;
          audit.record("problem changed", found.project_id, { origin, code, ...patch });
        })
        .immediate();
      events.publish("site", { id: String(found.site_id), project_id: found.project_id, change: "problems" });
      return String(found.site_id);
    },
  };
}
