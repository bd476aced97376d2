/**
 * Plans searches of the log so that no query reads all of it. The index with the fewest matching entries drives the query, in the order of
 * positions; the other conditions are checked for each entry. Entries are counted up to a few thousand.
 */
import { createTitleSearch } from "../articles/sessions/session-titles.ts";
import { DELIVERY_CODES } from "../contracts/delivery-states.ts";
import type { DeliveryStanding, ReadQuery } from "../contracts/log-query.ts";
import { createProjectNames } from "../projects/project-store.ts";
import { type Database, statements } from "../storage/database.ts";
import { distinctSql, matchOf } from "../storage/lists.ts";
import { type Driver, sizeOf } from "../storage/log-search.ts";
import { RESENDABLE } from "./delivery-row.ts";

type Value = string | number;

export interface Plan {
  ranges: Driver[];
  /** Conditions on `d` and, if used, `t` (session_titles); empty if the ranges cover all conditions. */
  rest: { where: string; values: Value[] }[];
  /** Positions outside `lowest` to `highest` cannot match. */
  lowest: number;
  highest: number;
}

/** If words match more articles than this, the log is searched instead of the articles' deliveries. */
const MAX_SESSIONS = 500;
/** Limits: hosts that a part of a name may match, and hosts to search for it. */
const MAX_HOSTS = 50;
const MAX_HOSTS_READ = 2_000;
/** SQLite joins no more than 500 ranges in one query. */
const MAX_RANGES = 100;
/** Tolerance of searches by time for clock errors. */
const CLOCK_SLACK_MS = 86_400_000;

/** Both are empty for an unknown site id. */
interface PlannedSite {
  project: string;
  origin: string;
}

const OF_SITE = "d.project_id = ? AND d.origin = ?";

const hostOf = (origin: string) => origin.replace(/^[^/]*\/\//, "");

const ALL: Driver = { from: "deliveries d", where: "1", values: [], id: "d.position" };
const indexRange = (index: string, where: string, ...values: Value[]): Driver => ({
  from: `deliveries d INDEXED BY deliveries_${index}`,
  where,
  values,
  id: "d.position",
});

export function createDeliveryPlanner(database: Database) {
  const { row, values } = statements(database);
  const hosts = values<[], string>(
    distinctSql("host", "deliveries INDEXED BY deliveries_by_host WHERE true", MAX_HOSTS_READ),
  );
  const warnings = values<[], string>(
    distinctSql("warnings", "deliveries INDEXED BY deliveries_by_warnings WHERE warnings <> '[]'", MAX_RANGES),
  );
  const siteOf = row<[string], { project: string; origin: string }>(
    "SELECT project_id AS project, origin FROM site_states WHERE id = CAST(? AS INTEGER)",
  );
  const projectsWith = createProjectNames(database);
  const firstSince = row<[number], { position: number }>(
    "SELECT position FROM deliveries WHERE created_at >= +? ORDER BY created_at, position LIMIT 1",
  );
  const lastBefore = row<[number], { position: number }>(
    "SELECT position FROM deliveries WHERE created_at < +? ORDER BY created_at DESC, position DESC LIMIT 1",
  );

  const hostsWith = (part: string): string[] =>
    hosts()
      .filter((host) => host.includes(part))
      .slice(0, MAX_HOSTS);
  const warningsWith = (part: string): string[] =>
    warnings().filter((list) => (JSON.parse(list) as string[]).some((warning) => warning.includes(part)));
  const titlesWith = createTitleSearch(database);
  /** Sessions that contain all words; null if there are too many. */
  const sessionsWith = (words: readonly string[]): Promise<string[] | null> =>
    titlesWith(words.map(() => "instr(t.words, ?) > 0").join(" AND "), words, MAX_SESSIONS);

  /** Returns every driver of the query with the condition that it covers. */
  const driversOf = (
    query: ReadQuery,
    projectIds: readonly string[] | null,
    site: PlannedSite | null,
    isResend: boolean,
  ) => {
    const drivers: { ranges: Driver[]; decides: string }[] = [];
    const add = (decides: string, ...ranges: Driver[]) => drivers.push({ ranges, decides });
    const { session, snapshot, code, event, standings } = query;
    if (isResend && site !== null) {
      const where = [RESENDABLE, OF_SITE].join(" AND ");
      return [{ ranges: [indexRange("attention_by_site", where, site.project, site.origin)], decides: "resend" }];
    }
    if (isResend) add("resend", indexRange("attention", RESENDABLE));
    if (session !== null) add("session", indexRange("by_session", "d.session_id = ?", session));
    if (snapshot !== null) add("snapshot", indexRange("by_snapshot", "d.snapshot_id = ?", snapshot));
    if (query.host !== null) add("host", ...rangesOfHosts(hostsWith(query.host)));
    if (site !== null) add("site", indexRange("by_host", "d.host = ?", hostOf(site.origin)));
    if (code !== null) {
      const codes = DELIVERY_CODES.filter((one) => one.includes(code));
      add("code", ...codes.map((one) => indexRange("by_code", "d.code = ?", one)));
    }
    if (query.warning !== null) {
      const lists = warningsWith(query.warning);
      add("warning", ...lists.map((one) => indexRange("by_warnings", "d.warnings <> '[]' AND d.warnings = ?", one)));
    }
    if (event === "site_fonts_updated") add("event", indexRange("with_fonts", "d.event = 'site_fonts_updated'"));
    const states = [...new Set([...standings].map(stateOf))];
    if (states.length > 0 && projectIds !== null) {
      const inState = (project: string) =>
        states.map((state) => indexRange("by_project_state", "d.project_id = ? AND d.state = ?", project, state));
      add("states of projects", ...projectIds.flatMap(inState));
    } else if (states.length > 0) {
      add("states", ...states.map((state) => indexRange("by_state", "d.state = ?", state)));
    } else if (projectIds !== null) {
      add("projects", ...projectIds.map((project) => indexRange("by_project", "d.project_id = ?", project)));
    }
    return drivers.filter(({ ranges }) => ranges.length <= MAX_RANGES);
  };

  /** The ranges of the articles and hosts that the words match; null if there are too many. */
  const driverOfWords = async ({ words, material }: ReadQuery): Promise<Driver[] | null> => {
    const hostsOf = new Map(words.map((word) => [word, hostsWith(word)]));
    const inArticle = [...material, ...words.filter((word) => hostsOf.get(word)?.length === 0)];
    const byWords = async (all: readonly string[]): Promise<Driver[] | null> => {
      const sessions = await sessionsWith(all);
      return sessions === null ? null : rangesOfSessions(sessions);
    };
    if (inArticle.length > 0) return byWords(inArticle);
    // Each word may be in the article or in the host. The first word determines where to search.
    const [first] = words;
    if (first === undefined) return null;
    const ranges = await byWords([first]);
    const atHosts = rangesOfHosts(hostsOf.get(first) ?? []);
    return ranges === null ? null : [...ranges, ...atHosts];
  };

  return {
    /** The ranges of the query's words or id; undefined without any, null if there are too many. Reads in steps. */
    async rangesOfWords(query: ReadQuery): Promise<Driver[] | null | undefined> {
      if (query.id !== null)
        return [
          { from: "deliveries d", where: "d.id = ?", values: [query.id], id: "d.position" },
          { from: "deliveries d", where: "d.session_id = ?", values: [query.id], id: "d.position" },
          ...rangesOfSessions((await sessionsWith([query.id])) ?? []),
        ];
      return query.words.length + query.material.length === 0 ? undefined : driverOfWords(query);
    },
    planOf(query: ReadQuery, byWords: Driver[] | null | undefined, isResend = false): Plan {
      const named = query.projectName === null ? null : projectsWith(query.projectName);
      const projectIds =
        query.project === null ? named : named === null || named.includes(query.project) ? [query.project] : [];
      const site = query.site === null ? null : (siteOf(query.site) ?? { project: "", origin: "" });
      const bounds = {
        lowest: query.from === null ? 0 : (firstSince(query.from - CLOCK_SLACK_MS)?.position ?? Infinity),
        highest: query.to === null ? Number.MAX_SAFE_INTEGER : (lastBefore(query.to + CLOCK_SLACK_MS)?.position ?? 0),
      };
      const rest = (decided?: string) => [
        ...restOf(query, projectIds, decided),
        ...(site === null ? [] : [{ where: OF_SITE, values: [site.project, site.origin] }]),
        ...(isResend && decided !== "resend" ? [{ where: RESENDABLE, values: [] }] : []),
      ];
      // Only the index of responses has their words, so it is always the driver.
      if (query.text.length > 0) return { ranges: rangesOfText(query.text), rest: rest(), ...bounds };
      if (byWords !== undefined && byWords !== null) return { ranges: byWords, rest: rest(), ...bounds };
      const drivers = driversOf(query, projectIds, site, isResend);
      if (drivers.length === 0) return { ranges: [ALL], rest: rest(), ...bounds };
      const [best] = drivers
        .map((driver, index) => ({
          ...driver,
          index,
          size: drivers.length === 1 ? 0 : sizeOf(database, driver.ranges),
        }))
        .sort((a, b) => a.size - b.size || a.index - b.index);
      return {
        ranges: best?.ranges ?? [ALL],
        rest: rest(best?.decides),
        ...bounds,
      };
    },
  };
}

const rangesOfSessions = (sessions: readonly string[]): Driver[] => [
  indexRange("by_session", "d.session_id IN (SELECT value FROM json_each(?))", JSON.stringify(sessions)),
];

function rangesOfText(texts: readonly string[]): Driver[] {
  const match = matchOf(texts);
  if (match === null) return [];
  return [{ from: "response_words w", where: "w.response_words MATCH ?", values: [match], id: "w.rowid" }];
}

const rangesOfHosts = (hosts: readonly string[]): Driver[] =>
  hosts.map((host) => indexRange("by_host", "d.host = ?", host));

const stateOf = (standing: DeliveryStanding) =>
  standing === "queued" || standing === "retrying" ? "pending" : standing;

/** All conditions except `decided`, which the driver covers. */
function restOf(query: ReadQuery, projectIds: readonly string[] | null, decided = ""): Plan["rest"] {
  const rest: Plan["rest"] = [];
  const where = (condition: string, ...values: Value[]) => rest.push({ where: condition, values });
  const list = (values: readonly Value[]) => JSON.stringify(values);
  const { standings, session, snapshot, host, code, status, event, from, to } = query;
  if (session !== null && decided !== "session") where("d.session_id = ?", session);
  if (snapshot !== null && decided !== "snapshot") where("d.snapshot_id = ?", snapshot);
  if (host !== null && decided !== "host") where("instr(d.host, ?) > 0", host);
  if (query.warning !== null && decided !== "warning")
    where("EXISTS (SELECT 1 FROM json_each(d.warnings) WHERE instr(value, ?) > 0)", query.warning);
  if (code !== null && decided !== "code") where("instr(d.code, ?) > 0", code);
  if (status !== null) where("d.last_status = ?", status);
  if (event !== null && decided !== "event") where("d.event = ?", event);
  if (projectIds !== null && !decided.endsWith("projects"))
    where("d.project_id IN (SELECT value FROM json_each(?))", list(projectIds));
  if (standings.size > 0 && !(decided.startsWith("states") && hasWholeStates(standings)))
    where(
      `(CASE WHEN d.state <> 'pending' THEN d.state WHEN d.code IS NULL THEN 'queued' ELSE 'retrying' END)
         IN (SELECT value FROM json_each(?))`,
      list([...standings]),
    );
  if (from !== null) where("d.created_at >= ?", from);
  if (to !== null) where("d.created_at < ?", to);
  if (query.id !== null && query.text.length > 0) where("(d.id = ? OR d.session_id = ?)", query.id, query.id);
  for (const word of query.material) where("instr(t.words, ?) > 0", word);
  for (const word of query.words) where("(instr(t.words, ?) > 0 OR instr(d.host, ?) > 0)", word, word);
  return rest;
}

/** Whether the index of states is sufficient: `queued` and `retrying`, one state in the database, are both in the query or neither. */
function hasWholeStates(standings: ReadonlySet<DeliveryStanding>): boolean {
  return standings.has("queued") === standings.has("retrying");
}
