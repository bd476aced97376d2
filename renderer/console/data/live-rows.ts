/** Rows of the log that are heard of by events, put among those that are shown. */
import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryHead } from "../../../server/contracts/deliveries-api.ts";
import { ALL_DELIVERIES, type DeliveryQuery, fitsQuery, readQuery } from "../../../server/contracts/log-query.ts";
import { askedOf, type DeliveryFilter } from "./api.ts";
import { keys, rowsOf } from "./queries.ts";

type Pages<T> = InfiniteData<Page<T>, string | null>;

export interface RowRules<T> {
  /** Whether the list, as it is filtered, has the row. */
  fits: (row: T) => boolean;
  /** Place of the row: the list has the highest first. */
  orderOf: (row: T) => number;
}

/** Rows on a page, as the appliance makes them. A list is fetched again in as many pages as it has here. */
const PAGE_ROWS = 50;
/**
 * A list to which so many rows came by events since it was fetched begins again from its head: a page left open for days
 * stays light.
 */
const MOST_LIVE_ROWS = 2_000;

/**
 * A known row is replaced, or leaves where the list does not have it any more. An unknown one comes to its place, unless
 * that lies on a page that has not been asked for yet.
 * @param isWhole whether the list has no further pages
 * @returns `items` itself where nothing changes
 */
export function mergeRows<T extends { id: string }>(
  items: T[],
  heard: readonly T[],
  isWhole: boolean,
  { fits, orderOf }: RowRules<T>,
): T[] {
  if (heard.length === 0) return items;
  const latest = new Map(heard.map((row) => [row.id, row]));
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

/** Which deliveries the log has under a filter, as the appliance finds them, and in which order. */
function rulesOf(filter: DeliveryFilter): RowRules<DeliveryHead> {
  const { state = [], from, to, ...asked } = askedOf(filter);
  const time = (moment: string | undefined) => (moment === undefined ? null : Date.parse(moment));
  const query = readQuery({
    ...ALL_DELIVERIES,
    ...(asked as Partial<DeliveryQuery>),
    states: state,
    from: time(from),
    to: time(to),
  });
  return { fits: (row) => fitsQuery(query, row), orderOf: (row) => row.position };
}

/** The pages of a list with the rows that were heard of; rows that came fill pages of their own. */
function mergePages<T extends { id: string }>(data: Pages<T>, heard: readonly T[], rules: RowRules<T>): Pages<T> {
  const items = rowsOf(data);
  const next_cursor = data.pages.at(-1)?.next_cursor ?? null;
  const merged = mergeRows(items, heard, next_cursor === null, rules);
  if (merged === items) return data;
  const count = Math.max(1, Math.ceil(merged.length / PAGE_ROWS));
  return {
    // Of the cursors only the last is ever followed.
    pages: Array.from({ length: count }, (_, n) => ({
      items: merged.slice(n * PAGE_ROWS, (n + 1) * PAGE_ROWS),
      next_cursor,
    })),
    pageParams: Array.from({ length: count }, () => null),
  };
}

export interface LiveLog {
  /** Puts rows in place in every log that is shown. */
  put: (rows: DeliveryHead[]) => void;
  stop: () => void;
}

/**
 * Keeps the lists of deliveries true. A row that is heard of while an answer is on its way is newer than that answer, so
 * it is put in place again when the answer has come.
 * @param onTooLong told of a list that was cut to its first page and has to be fetched again
 */
export function createLiveLog(client: QueryClient, onTooLong: (queryKey: readonly unknown[]) => void): LiveLog {
  const cache = client.getQueryCache();
  /** For each list on its way: what was heard since it was asked for. */
  const flights = new WeakMap<Query, Map<string, DeliveryHead>>();

  /** For each list: rows that came by events since it was fetched. What somebody scrolled to is not counted. */
  const grown = new WeakMap<Query, number>();
  const sizeOf = (query: Query) =>
    (query.state.data as Pages<DeliveryHead> | undefined)?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;

  const put = (query: Query, rows: DeliveryHead[]) => {
    const rules = rulesOf(query.queryKey[1] as DeliveryFilter);
    const before = sizeOf(query);
    client.setQueryData<Pages<DeliveryHead>>(query.queryKey, (data) => data && mergePages(data, rows, rules));
    grown.set(query, (grown.get(query) ?? 0) + Math.max(0, sizeOf(query) - before));
  };

  const stop = cache.subscribe((event) => {
    if (event.type !== "updated" || event.query.queryKey[0] !== keys.deliveries[0]) return;
    const { query, action } = event;
    if (action.type === "fetch") flights.set(query, new Map());
    if (action.type === "error") flights.delete(query);
    if (action.type !== "success" || action.manual) return;
    const heard = flights.get(query);
    flights.delete(query);
    if (heard !== undefined && heard.size > 0) put(query, [...heard.values()]);
  });

  return {
    stop,
    put: (rows) => {
      for (const query of cache.findAll({ queryKey: keys.deliveries, type: "active" })) {
        const heard = flights.get(query);
        if (heard !== undefined) for (const row of rows) heard.set(row.id, row);
        put(query, rows);
        const data = query.state.data as Pages<DeliveryHead> | undefined;
        if (data === undefined || (grown.get(query) ?? 0) <= MOST_LIVE_ROWS) continue;
        grown.delete(query);
        client.setQueryData<Pages<DeliveryHead>>(query.queryKey, {
          pages: data.pages.slice(0, 1),
          pageParams: [null],
        });
        onTooLong(query.queryKey);
      }
    },
  };
}
