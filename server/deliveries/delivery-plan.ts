/**
 * Plans searches of the log so that no query reads all of it. One index drives a query: its entries are in the order
 * of the log, and the other conditions are checked for each entry. The driver is the index with the fewest entries,
 * found by counting a few thousand of each. See `delivery-lists.ts` for the limits of a response.
 *
 * Glossary. range: one stretch of an index in the order of positions. driver: the ranges that contain all matches.
 * rest: conditions that the driver does not decide.
 */

import { DELIVERY_CODES } from "../contracts/delivery-states.ts";
import { type DeliveryStanding, foldedWords, type ReadQuery } from "../contracts/log-query.ts";
import { yieldToRequests } from "../core/runtime.ts";
import type { Database } from "../storage/database.ts";
import { RESENDABLE } from "./delivery-row.ts";

type Value = string | number;

/** SQL after FROM and in WHERE; `d` is the delivery. */
export interface Range {
  from: string;
  where: string;
  values: Value[];
}

export interface Plan {
  ranges: Range[];
  /** Conditions on `d` and, if named, `t` (session_titles); empty if the ranges decide all. */
  rest: { where: string; values: Value[] }[];
  /** Positions outside `lowest` to `highest` cannot match. */
  lowest: number;
  highest: number;
}

/** Entries of a driver to count before the choice. */
const COUNTED = 2_000;
/** If words match more articles than this, the log itself is read instead of theirs. */
const MAX_SESSIONS = 500;
/** Articles to search for words before yielding to other work: a few ms. */
const WORDS_STEP = 20_000;
/** Maximum number of hosts that a part of a name may match. */
const MAX_HOSTS = 50;
/** Maximum number of hosts to search for it. */
const MAX_HOSTS_READ = 2_000;
/** Maximum number of ranges in one query: SQLite joins no more than 500. */
const MAX_RANGES = 100;
/** Tolerance of a search by time: a clock error below it hides nothing. */
const CLOCK_SLACK_MS = 86_400_000;

const ALL: Range = { from: "deliveries d", where: "1", values: [] };

export function createDeliveryPlanner(database: Database) {
  // A loose index scan: one step a host, however many deliveries each has.
  const hosts = database.prepare<[number], { host: string }>(
    `WITH RECURSIVE h (host) AS (
       SELECT min(host) FROM deliveries INDEXED BY deliveries_by_host
       UNION ALL
       SELECT (SELECT min(host) FROM deliveries INDEXED BY deliveries_by_host WHERE host > h.host) FROM h
       WHERE h.host IS NOT NULL LIMIT ?)
     SELECT host FROM h WHERE host IS NOT NULL`,
  );
  // The same, one step per list of warnings: only a few differ.
  const warnings = database.prepare<[number], { warnings: string }>(
    `WITH RECURSIVE w (warnings) AS (
       SELECT min(warnings) FROM deliveries INDEXED BY deliveries_by_warnings WHERE warnings <> '[]'
       UNION ALL
       SELECT (SELECT min(warnings) FROM deliveries INDEXED BY deliveries_by_warnings
               WHERE warnings <> '[]' AND warnings > w.warnings) FROM w
       WHERE w.warnings IS NOT NULL LIMIT ?)
     SELECT warnings FROM w WHERE warnings IS NOT NULL`,
  );
  const projects = database.prepare<[], { id: string; name: string }>("SELECT id, name FROM projects");
  const firstSince = database.prepare<[number], { position: number }>(
    "SELECT position FROM deliveries WHERE created_at >= +? ORDER BY created_at, position LIMIT 1",
  );
  const lastBefore = database.prepare<[number], { position: number }>(
    "SELECT position FROM deliveries WHERE created_at < +? ORDER BY created_at DESC, position DESC LIMIT 1",
  );

  const hostsWith = (part: string): string[] =>
    hosts
      .all(MAX_HOSTS_READ)
      .map(({ host }) => host)
      .filter((host) => host.includes(part))
      .slice(0, MAX_HOSTS);
  const warningsWith = (part: string): string[] =>
    warnings
      .all(MAX_RANGES)
      .map((row) => row.warnings)
      .filter((list) => (JSON.parse(list) as string[]).some((warning) => warning.includes(part)));
  const projectsWith = (part: string): string[] =>
    projects
      .all()
      .filter(({ name }) => foldedWords(name).includes(part))
      .map(({ id }) => id);
  const stepOfWords = database
    .prepare<[string], string>(
      `SELECT session_id FROM session_titles WHERE session_id > ? ORDER BY session_id LIMIT 1 OFFSET ${WORDS_STEP - 1}`,
    )
    .pluck();
  /** Sessions that contain all words; null if there are too many. */
  const sessionsWith = async (words: readonly string[]): Promise<string[] | null> => {
    const found: string[] = [];
    for (let after = ""; ; ) {
      const last = stepOfWords.get(after);
      const rows = database
        .prepare<Value[], string>(
          `SELECT session_id FROM session_titles WHERE session_id > ? ${last === undefined ? "" : "AND session_id <= ?"}
             AND ${words.map(() => "instr(words, ?) > 0").join(" AND ")} LIMIT ${MAX_SESSIONS + 1 - found.length}`,
        )
        .pluck()
        .all(after, ...(last === undefined ? [] : [last]), ...words);
      for (const id of rows) found.push(id);
      if (found.length > MAX_SESSIONS) return null;
      if (last === undefined) return found;
      after = last;
      await yieldToRequests();
    }
  };
  const sizeOf = (ranges: Range[]): number => {
    let size = 0;
    for (const { from, where, values } of ranges) {
      if (size >= COUNTED) break;
      size += database
        .prepare<Value[], number>(`SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${COUNTED - size})`)
        .pluck()
        .get(...values) as number;
    }
    return size;
  };

  /** Every driver of the query, each with the condition that it decides. */
  const driversOf = (query: ReadQuery, projectIds: readonly string[] | null, isResend: boolean) => {
    const drivers: { ranges: Range[]; decides: string }[] = [];
    if (isResend)
      drivers.push({
        ranges: [{ from: "deliveries d INDEXED BY deliveries_attention", where: RESENDABLE, values: [] }],
        decides: "resend",
      });
    const { session, snapshot, code, event, standings } = query;
    if (session !== null)
      drivers.push({
        ranges: [
          { from: "deliveries d INDEXED BY deliveries_by_session", where: "d.session_id = ?", values: [session] },
        ],
        decides: "session",
      });
    if (snapshot !== null)
      drivers.push({
        ranges: [
          { from: "deliveries d INDEXED BY deliveries_by_snapshot", where: "d.snapshot_id = ?", values: [snapshot] },
        ],
        decides: "snapshot",
      });
    if (query.host !== null)
      drivers.push({
        ranges: hostsWith(query.host).map((host) => ({
          from: "deliveries d INDEXED BY deliveries_by_host",
          where: "d.host = ?",
          values: [host],
        })),
        decides: "host",
      });
    if (code !== null)
      drivers.push({
        ranges: DELIVERY_CODES.filter((one) => one.includes(code)).map((one) => ({
          from: "deliveries d INDEXED BY deliveries_by_code",
          where: "d.code = ?",
          values: [one],
        })),
        decides: "code",
      });
    if (query.warning !== null)
      drivers.push({
        ranges: warningsWith(query.warning).map((list) => ({
          from: "deliveries d INDEXED BY deliveries_by_warnings",
          where: "d.warnings <> '[]' AND d.warnings = ?",
          values: [list],
        })),
        decides: "warning",
      });
    if (event === "site_fonts_updated")
      drivers.push({
        ranges: [
          {
            from: "deliveries d INDEXED BY deliveries_with_fonts",
            where: "d.event = 'site_fonts_updated'",
            values: [],
          },
        ],
        decides: "event",
      });
    const states = [...new Set([...standings].map(stateOf))];
    if (states.length > 0 && projectIds !== null)
      drivers.push({
        ranges: projectIds.flatMap((project) =>
          states.map((state) => ({
            from: "deliveries d INDEXED BY deliveries_by_project_state",
            where: "d.project_id = ? AND d.state = ?",
            values: [project, state],
          })),
        ),
        decides: "states of projects",
      });
    else if (states.length > 0)
      drivers.push({
        ranges: states.map((state) => ({
          from: "deliveries d INDEXED BY deliveries_by_state",
          where: "d.state = ?",
          values: [state],
        })),
        decides: "states",
      });
    else if (projectIds !== null)
      drivers.push({
        ranges: projectIds.map((project) => ({
          from: "deliveries d INDEXED BY deliveries_by_project",
          where: "d.project_id = ?",
          values: [project],
        })),
        decides: "projects",
      });
    return drivers.filter(({ ranges }) => ranges.length <= MAX_RANGES);
  };

  /** The ranges of the articles and hosts that the words match; null if there are too many. */
  const driverOfWords = async ({ words, material }: ReadQuery): Promise<Range[] | null> => {
    const hostsOf = new Map(words.map((word) => [word, hostsWith(word)]));
    const inArticle = [...material, ...words.filter((word) => hostsOf.get(word)?.length === 0)];
    const byWords = async (all: readonly string[]): Promise<Range[] | null> => {
      const sessions = await sessionsWith(all);
      return sessions === null ? null : rangesOfSessions(sessions);
    };
    if (inArticle.length > 0) return byWords(inArticle);
    // Each word may be in the article or in the host: the first word decides where to search.
    const [first] = words;
    if (first === undefined) return null;
    const ranges = await byWords([first]);
    const atHosts = (hostsOf.get(first) ?? []).map((host) => ({
      from: "deliveries d INDEXED BY deliveries_by_host",
      where: "d.host = ?",
      values: [host],
    }));
    return ranges === null ? null : [...ranges, ...atHosts];
  };

  return {
    /**
     * The ranges that the words or the id of a query match; undefined if it has none, null if there are too many. It
     * reads every article's words, in steps.
     */
    async rangesOfWords(query: ReadQuery): Promise<Range[] | null | undefined> {
      if (query.id !== null)
        return [
          { from: "deliveries d", where: "d.id = ?", values: [query.id] },
          { from: "deliveries d", where: "d.session_id = ?", values: [query.id] },
          ...rangesOfSessions((await sessionsWith([query.id])) ?? []),
        ];
      return query.words.length + query.material.length === 0 ? undefined : driverOfWords(query);
    },
    /**
     * @param byWords result of `rangesOfWords`
     * @param isResend only deliveries that can be resent
     */
    planOf(query: ReadQuery, byWords: Range[] | null | undefined, isResend = false): Plan {
      const named = query.projectName === null ? null : projectsWith(query.projectName);
      const projectIds =
        query.project === null ? named : named === null || named.includes(query.project) ? [query.project] : [];
      const bounds = {
        lowest: query.from === null ? 0 : (firstSince.get(query.from - CLOCK_SLACK_MS)?.position ?? Infinity),
        highest:
          query.to === null ? Number.MAX_SAFE_INTEGER : (lastBefore.get(query.to + CLOCK_SLACK_MS)?.position ?? 0),
      };
      const rest = (decided?: string) => [
        ...restOf(query, projectIds, decided),
        ...(isResend && decided !== "resend" ? [{ where: RESENDABLE, values: [] }] : []),
      ];
      if (byWords !== undefined && byWords !== null) return { ranges: byWords, rest: rest(), ...bounds };
      const drivers = driversOf(query, projectIds, isResend);
      if (drivers.length === 0) return { ranges: [ALL], rest: rest(), ...bounds };
      const [best] = drivers
        .map((driver, index) => ({ ...driver, index, size: drivers.length === 1 ? 0 : sizeOf(driver.ranges) }))
        .sort((a, b) => a.size - b.size || a.index - b.index);
      return {
        ranges: best?.ranges ?? [ALL],
        rest: rest(best?.decides),
        ...bounds,
      };
    },
  };
}

const rangesOfSessions = (sessions: readonly string[]): Range[] => [
  {
    from: "deliveries d INDEXED BY deliveries_by_session",
    where: "d.session_id IN (SELECT value FROM json_each(?))",
    values: [JSON.stringify(sessions)],
  },
];

const stateOf = (standing: DeliveryStanding) =>
  standing === "queued" || standing === "retrying" ? "pending" : standing;

/** The remaining conditions, without `decided`, which the driver decides. */
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
  for (const word of query.material) where("instr(t.words, ?) > 0", word);
  for (const word of query.words) where("(instr(t.words, ?) > 0 OR instr(d.host, ?) > 0)", word, word);
  return rest;
}

/** Whether the index of states decides alone: the query names both standings of a pending delivery, or neither. */
function hasWholeStates(standings: ReadonlySet<DeliveryStanding>): boolean {
  return standings.has("queued") === standings.has("retrying");
}
