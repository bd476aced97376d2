/**
 * Searches the log of requests. The condition with the fewest index entries drives the query; the others are checked
 * for each entry, within a time limit. Words always use the full-text index.
 */
import type { ReadRequestQuery } from "../../contracts/requests-api.ts";
import { createProjectNames } from "../../projects/project-store.ts";
import type { Database } from "../../storage/database.ts";
import { createIdRange, distinctValues, matchOf } from "../../storage/lists.ts";
import { createLogSearch, type Driver, sizeOf } from "../../storage/log-search.ts";

type Value = string | number;

interface Condition {
  where: string;
  value: Value;
  /** Index ranges with all matches; null without an index. */
  ranges: Driver[] | null;
}

const PAGE_MS = 20;
/** Maximum number of codes that use the index. */
const MAX_CODES = 50;

export function createRequestSearch(database: Database) {
  const idRange = createIdRange(database, "requests");
  const codes = distinctValues(database, "requests", "code", "requests_by_code");
  const projectsWith = createProjectNames(database);
  const search = createLogSearch(database, "UNION ALL");

  const conditionsOf = (query: ReadRequestQuery, projectIds: readonly string[] | null): Condition[] => {
    const { status, statusClass, code, host, material, from, to } = query;
    const conditions: Condition[] = [];
    const add = (value: Value | null, where: string, ranges: Driver[] | null = null) => {
      const isIndexed = ranges !== null && ranges.length <= MAX_CODES;
      if (value !== null) conditions.push({ where, value, ranges: isIndexed ? ranges : null });
    };
    const by = (index: string, where: string, values: readonly (Value | null)[]): Driver[] =>
      values.flatMap((value) =>
        value === null
          ? []
          : { from: `requests r INDEXED BY requests_by_${index}`, where, values: [value], id: "r.id" },
      );
    const codesWith = code === null ? [] : codes.all().filter((one) => one.includes(code));
    add(
      projectIds && JSON.stringify(projectIds),
      "r.project_id IN (SELECT value FROM json_each(?))",
      by("project", "r.project_id = ?", projectIds ?? []),
    );
    add(status, "r.status = ?", by("status", "r.status = ?", [status]));
    add(statusClass, "r.status / 100 = ?", by("class", "r.status / 100 = ?", [statusClass]));
    add(code, "instr(r.code, ?) > 0", by("code", "r.code = ?", codesWith));
    add(host, "instr(r.host, ?) > 0");
    add(material, "instr(lower(r.material_id), ?) > 0");
    add(from, "r.at >= ?");
    add(to, "r.at < ?");
    return conditions;
  };

  const planOf = (query: ReadRequestQuery): { ranges: Driver[]; rest: Condition[] } => {
    const named = query.projectName === null ? null : projectsWith(query.projectName);
    const { project } = query;
    const projectIds = project === null ? named : named === null || named.includes(project) ? [project] : [];
    const conditions = conditionsOf(query, projectIds);
    if (query.words.length > 0) {
      const match = matchOf(query.words);
      const from = { from: "request_words w", where: "w.request_words MATCH ?", id: "w.rowid" };
      return { ranges: match === null ? [] : [{ ...from, values: [match] }], rest: conditions };
    }
    const drivers = conditions.flatMap(({ ranges }) => (ranges === null ? [] : [ranges]));
    const [best] = drivers
      .map((ranges) => ({ ranges, size: drivers.length === 1 ? 0 : sizeOf(database, ranges) }))
      .sort((a, b) => a.size - b.size);
    const ranges = best?.ranges ?? [{ from: "requests r", where: "1", values: [], id: "r.id" }];
    return { ranges, rest: conditions.filter((condition) => condition.ranges !== ranges) };
  };

  const fitting = (rest: Condition[], ids: number[]): number[] =>
    database
      .prepare<Value[], number>(
        `SELECT r.id FROM json_each(?) i CROSS JOIN requests r ON r.id = i.value
         WHERE ${rest.map(({ where }) => where).join(" AND ")} ORDER BY r.id DESC`,
      )
      .pluck()
      .all(JSON.stringify(ids), ...rest.map(({ value }) => value));

  /** Ids of the first `count` matches below an id. The search continues at `next`; null at the end. */
  return (query: ReadRequestQuery, before: number, count: number): { ids: number[]; next: number | null } => {
    const range = idRange(query.from, query.to);
    if (range === null) return { ids: [], next: null };
    const { ranges, rest } = planOf(query);
    const plan = {
      ...range,
      drivers: ranges,
      fitting: rest.length === 0 ? null : (ids: number[]) => fitting(rest, ids),
    };
    return search.find(plan, before, count, PAGE_MS);
  };
}
