import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryHead } from "../../../server/contracts/deliveries-api.ts";
import { ALL_DELIVERIES, type DeliveryQuery, fitsQuery, readQuery } from "../../../server/contracts/log-query.ts";
import { type DeliveryFilter, retryFilterOf, searchesResponses } from "./filters.ts";
import { keys, rowsOf } from "./queries.ts";

type Pages<T> = InfiniteData<Page<T>, string | null>;

interface RowRules<T> {
  fits: (row: T) => boolean;
  /** Sort key, descending. */
  orderOf: (row: T) => number;
}

/** Page size of the API. A list refetches all its loaded pages. */
const PAGE_ROWS = 50;
/** Rows added by events before a list restarts from its first page. Limits a page that stays open for days. */
const MAX_LIVE_ROWS = 2_000;

/** Replaces, removes and inserts rows of loaded pages. @param isWhole whether all pages are loaded */
function mergeRows<T extends { id: string }>(
  items: T[],
  received: readonly T[],
  isWhole: boolean,
  { fits, orderOf }: RowRules<T>,
): T[] {
  if (received.length === 0) return items;
  const latest = new Map(received.map((row) => [row.id, row]));
  const kept: T[] = [];
  let changed = false;
  for (const item of items) {
    const row = latest.get(item.id);
    latest.delete(item.id);
    if (row !== undefined) changed = true;
    if (row === undefined || fits(row)) kept.push(row ?? item);
  }
  const last = items.at(-1);
  const end = isWhole || last === undefined ? Number.NEGATIVE_INFINITY : orderOf(last);
  const added = [...latest.values()].filter((row) => fits(row) && orderOf(row) > end);
  if (added.length === 0) return changed ? kept : items;
  return [...kept, ...added].sort((a, b) => orderOf(b) - orderOf(a));
}

/** Membership and order of the log under a filter, as on the server. */
function rulesOf(filter: DeliveryFilter): RowRules<DeliveryHead> {
  const { state = [], from, to, ...terms } = retryFilterOf(filter);
  const time = (moment: string | undefined) => (moment === undefined ? null : Date.parse(moment));
  const query = readQuery({
    ...ALL_DELIVERIES,
    ...(terms as Partial<DeliveryQuery>),
    states: state,
    from: time(from),
    to: time(to),
  });
  return { fits: (row) => fitsQuery(query, row), orderOf: (row) => row.position };
}

function mergePages<T extends { id: string }>(data: Pages<T>, received: readonly T[], rules: RowRules<T>): Pages<T> {
  const items = rowsOf(data);
  const next_cursor = data.pages.at(-1)?.next_cursor ?? null;
  const merged = mergeRows(items, received, next_cursor === null, rules);
  if (merged === items) return data;
  const count = Math.max(1, Math.ceil(merged.length / PAGE_ROWS));
  return {
    // Only the last cursor is used.
    pages: Array.from({ length: count }, (_, n) => ({
      items: merged.slice(n * PAGE_ROWS, (n + 1) * PAGE_ROWS),
      next_cursor,
    })),
    pageParams: Array.from({ length: count }, () => null),
  };
}

/** Keeps delivery lists current. Rows received during a fetch are newer than its response, so they are merged again. */
export function createLiveLog(client: QueryClient, onTooLong: (queryKey: readonly unknown[]) => void) {
  const cache = client.getQueryCache();
  /** Rows received during a fetch, by list. */
  const fetches = new WeakMap<Query, Map<string, DeliveryHead>>();

  /** Rows added by events since the fetch, by list; scrolled pages are not counted. */
  const liveRows = new WeakMap<Query, number>();
  const sizeOf = (query: Query) =>
    (query.state.data as Pages<DeliveryHead> | undefined)?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;

  const put = (query: Query, rows: readonly DeliveryHead[]) => {
    const filter = query.queryKey[1] as DeliveryFilter;
    if (searchesResponses(filter)) return;
    const rules = rulesOf(filter);
    const before = sizeOf(query);
    client.setQueryData<Pages<DeliveryHead>>(query.queryKey, (data) => data && mergePages(data, rows, rules));
    liveRows.set(query, (liveRows.get(query) ?? 0) + Math.max(0, sizeOf(query) - before));
  };

  const stop = cache.subscribe((event) => {
    if (event.type !== "updated" || event.query.queryKey[0] !== keys.deliveries[0]) return;
    const { query, action } = event;
    if (action.type === "fetch") fetches.set(query, new Map());
    if (action.type === "error") fetches.delete(query);
    if (action.type !== "success" || action.manual) return;
    const received = fetches.get(query);
    fetches.delete(query);
    if (received !== undefined && received.size > 0) put(query, [...received.values()]);
  });

  return {
    stop,
    put: (rows: readonly DeliveryHead[]) => {
      for (const query of cache.findAll({ queryKey: keys.deliveries, type: "active" })) {
        const received = fetches.get(query);
        if (received !== undefined) for (const row of rows) received.set(row.id, row);
        put(query, rows);
        const data = query.state.data as Pages<DeliveryHead> | undefined;
        if (data === undefined || (liveRows.get(query) ?? 0) <= MAX_LIVE_ROWS) continue;
        liveRows.delete(query);
        client.setQueryData<Pages<DeliveryHead>>(query.queryKey, {
          pages: data.pages.slice(0, 1),
          pageParams: [null],
        });
        onTooLong(query.queryKey);
      }
    },
  };
}
