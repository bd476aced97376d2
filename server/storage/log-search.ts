/**
 * Searches a log, newest first. A driver reads the matching entries of an index; other conditions are checked for each
 * entry, within a time limit.
 */
import type { Database } from "./database.ts";

type Value = string | number;

/** SQL of FROM and WHERE; `id` is the column with the row's id. */
export interface Driver {
  from: string;
  where: string;
  values: Value[];
  id: string;
}

export interface LogPlan {
  drivers: readonly Driver[];
  /** Ids outside `lowest` to `highest` cannot match. */
  lowest: number;
  highest: number;
  /** Returns the ids that fit the other conditions, newest first; null without other conditions. */
  fitting: ((ids: number[]) => number[]) | null;
}

/** Maximum number of entries to count when a driver is chosen, and number of entries per step. */
const COUNTED = 2_000;
const CHUNK = 1_000;

/** The number of entries, counted up to a few thousand. */
export function sizeOf(database: Database, drivers: readonly Driver[]): number {
  let size = 0;
  for (const { from, where, values } of drivers) {
    if (size >= COUNTED) break;
    size += database
      .prepare<Value[], number>(`SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${COUNTED - size})`)
      .pluck()
      .get(...values) as number;
  }
  return size;
}

/** @param union UNION if two drivers may read the same row */
export function createLogSearch(database: Database, union: "UNION" | "UNION ALL") {
  /** Ids of the next entries below an id, newest first. */
  const entries = (
    { drivers, lowest }: Pick<LogPlan, "drivers" | "lowest">,
    below: number,
    count: number,
  ): number[] => {
    if (drivers.length === 0 || !Number.isFinite(lowest)) return [];
    const parts = drivers.map(
      ({ from, where, id }) =>
        `SELECT * FROM (SELECT ${id} AS id FROM ${from} WHERE ${where} AND ${id} < ? AND ${id} >= ?
           ORDER BY ${id} DESC LIMIT ${count})`,
    );
    return database
      .prepare<Value[], number>(`${parts.join(` ${union} `)} ORDER BY 1 DESC LIMIT ${count}`)
      .pluck()
      .all(...drivers.flatMap(({ values }) => [...values, below, lowest]));
  };

  /** Ids of the first `count` matches below an id. The search continues at `next`; null at the end. */
  const find = (plan: LogPlan, before: number, count: number, ms: number): { ids: number[]; next: number | null } => {
    const { fitting } = plan;
    const end = performance.now() + ms;
    const size = fitting === null ? count : CHUNK;
    const ids: number[] = [];
    for (let below = Math.min(before, plan.highest + 1); ; ) {
      const read = entries(plan, below, size);
      ids.push(...(fitting === null || read.length === 0 ? read : fitting(read)));
      if (ids.length >= count) {
        const found = ids.slice(0, count);
        return { ids: found, next: found.at(-1) ?? null };
      }
      if (read.length < size) return { ids, next: null };
      below = read.at(-1) ?? 0;
      if (performance.now() > end) return { ids, next: below };
    }
  };

  return { entries, find };
}
