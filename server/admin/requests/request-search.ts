/**
 * Searches the log of requests. The condition with the fewest index entries drives the query; the others are checked
 * for each entry, within a time limit. Words always use the full-text index.
 */
import type { ReadRequestQuery } from "../../contracts/requests-api.ts";
import { createProjectNames } from "../../projects/project-store.ts";
import type { Database } from "../../storage/database.ts";
import { createIdRange, distinctValues, matchOf } from "../../storage/lists.ts";

type Value = string | number;

/** SQL of FROM and WHERE; `id` is the column with the request's id. */
interface Driver {
  from: string;
  where: string;
  values: Value[];
  id: string;
}

interface Condition {
  where: string;
  value: Value;
  /** Index ranges with all matches; null without an index. */
  ranges: Driver[] | null;
}

/** Maximum number of entries to count when a driver is chosen, and number of entries per step. */
const COUNTED = 2_000;
const CHUNK = 1_000;
const PAGE_MS = 20;
/** Maximum number of codes that use the index. */
const MAX_CODES = 50;

export function createRequestSearch(database: Database) {
  const idRange = createIdRange(database, "requests");
  const codes = distinctValues(database, "requests", "code", "requests_by_code");
  const projectsWith = createProjectNames(database);

  const sizeOf = (drivers: Driver[]): number => {
    let size = 0;
    for (const { from, where, values } of drivers) {
      if (size >= COUNTED) break;
      size += database
        .prepare<Value[], number>(`SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${COUNTED - size})`)
        .pluck()
        .get(...values) as number;
    }
    return size;
  };

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
      .map((ranges) => ({ ranges, size: drivers.length === 1 ? 0 : sizeOf(ranges) }))
      .sort((a, b) => a.size - b.size);
    const ranges = best?.ranges ?? [{ from: "requests r", where: "1", values: [], id: "r.id" }];
    return { ranges, rest: conditions.filter((condition) => condition.ranges !== ranges) };
  };

  const entries = (ranges: Driver[], below: number, lowest: number, count: number): number[] => {
    if (ranges.length === 0) return [];
    const parts = ranges.map(
      ({ from, where, id }) =>
        `SELECT * FROM (SELECT ${id} AS id FROM ${from} WHERE ${where} AND ${id} < ? AND ${id} >= ?
           ORDER BY ${id} DESC LIMIT ${count})`,
    );
    return database
      .prepare<Value[], number>(`${parts.join(" UNION ALL ")} ORDER BY 1 DESC LIMIT ${count}`)
      .pluck()
      .all(...ranges.flatMap(({ values }) => [...values, below, lowest]));
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
    const end = performance.now() + PAGE_MS;
    const size = rest.length === 0 ? count : CHUNK;
    const ids: number[] = [];
    for (let below = Math.min(before, range.highest + 1); ; ) {
      const read = entries(ranges, below, range.lowest, size);
      ids.push(...(rest.length === 0 || read.length === 0 ? read : fitting(rest, read)));
      if (ids.length >= count) {
        const found = ids.slice(0, count);
        return { ids: found, next: found.at(-1) ?? null };
      }
      if (read.length < size) return { ids, next: null };
      below = read.at(-1) ?? 0;
      if (performance.now() > end) return { ids, next: below };
    }
  };
}
