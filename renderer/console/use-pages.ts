/** A list that comes in pages: more on request, and all that is shown kept true while events arrive. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Page } from "../../server/contracts/console-api.ts";
import { isAbort } from "../shared/api-client.ts";
import { type LiveRows, mergeRows } from "./merge-rows.ts";

export interface Pages<T> {
  items: T[];
  /** The first page has not come yet. */
  loading: boolean;
  loadingMore: boolean;
  hasMore: boolean;
  /** Of the last try, undefined while it went well. */
  error: unknown;
  loadMore: () => void;
  /** Drops what is there and begins again. */
  reload: () => void;
  /** Fetches all that is shown again, page after page. However often it is called, one round runs at a time. */
  refresh: () => void;
  /** Puts a row in the place of the one with its id, a new one at the head. */
  put: (item: T) => void;
  /** Puts rows in place that were heard of by events, in the order in which they came. Only for a list that is live. */
  merge: (rows: T[]) => void;
  remove: (id: string) => void;
}

interface Held<T> {
  key: string;
  items: T[];
  next: string | null;
  ready: boolean;
  error: unknown;
}

type LoadPage<T> = (cursor: string | null, signal: AbortSignal) => Promise<Page<T>>;

/** A list to which so many rows came by events begins again from its head: a page left open for days stays light. */
const MOST_LIVE_ROWS = 2_000;
/** ms between two rounds of refreshing, at least; a round that took long is followed by as long a rest. */
const SHORTEST_REST_MS = 300;

/** The list is being fetched, and what came meanwhile makes another time due. */
interface Refreshing {
  busy: boolean;
  again: boolean;
}

/**
 * @param key names the filter; with another key the list begins again
 * @param live for a list whose rows come with events: what is heard while a page is on its way is newer than that page
 */
export function usePages<T extends { id: string }>(key: string, load: LoadPage<T>, live?: LiveRows<T>): Pages<T> {
  const empty: Held<T> = { key, items: [], next: null, ready: false, error: undefined };
  const [held, setHeld] = useState<Held<T>>(empty);
  const [loadingMore, setLoadingMore] = useState(false);
  const [round, setRound] = useState(0);
  const latestLoad = useRef(load);
  latestLoad.current = load;
  const latestLive = useRef(live);
  latestLive.current = live;
  const shown = useRef(held);
  shown.current = held;
  const controller = useRef(new AbortController());
  const refreshing = useRef<Refreshing>({ busy: false, again: false });
  /** Each request under way, with the rows that were heard of since it was sent. */
  const flights = useRef(new Set<Map<string, T>>());
  /** Counts how often the end of the list has become another: further rows belong to the end they were asked for. */
  const end = useRef(0);
  /** Pages that were asked for, the first one with them. */
  const asked = useRef(1);

  /** Sends requests and hands what was heard meanwhile to `land`, with their answer. */
  const fly = useCallback(
    <A>(request: () => Promise<A>, signal: AbortSignal, land: (answer: A, heard: T[]) => void): Promise<void> => {
      const heard = new Map<string, T>();
      flights.current.add(heard);
      return request()
        .then((answer) => {
          if (!signal.aborted) land(answer, [...heard.values()]);
        })
        .catch((error: unknown) => {
          if (!signal.aborted && !isAbort(error)) setHeld((before) => ({ ...before, key, ready: true, error }));
        })
        .finally(() => void flights.current.delete(heard));
    },
    [key],
  );
  const withHeard = useCallback(
    (items: T[], next: string | null, heard: T[]) =>
      latestLive.current === undefined ? items : mergeRows(items, heard, next === null, latestLive.current),
    [],
  );

  const fetchShown = useCallback(async (atLeast: number, signal: AbortSignal): Promise<Page<T>> => {
    const items: T[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: Page<T> = await latestLoad.current(cursor, signal);
      items.push(...page.items);
      cursor = page.next_cursor;
      pages += 1;
      // Rows that move from page to page meanwhile come twice or not at all: their number alone would shrink the list.
    } while (cursor !== null && (items.length < atLeast || pages < asked.current));
    return { items, next_cursor: cursor };
  }, []);

  /** @param rows how many are to be there afterwards, as far as there are so many */
  const fetchAgain = useCallback(
    (rows: () => number) => {
      const state = refreshing.current;
      const { signal } = controller.current;
      if (state.busy) {
        state.again = true;
        return;
      }
      state.busy = true;
      state.again = false;
      const began = performance.now();
      const from = end.current;
      void fly(
        () => fetchShown(rows(), signal),
        signal,
        (page, heard) => {
          // Rows that were asked for meanwhile stay, and are fetched again with the next round.
          const longer = end.current !== from;
          state.again ||= longer;
          end.current += 1;
          setLoadingMore(false);
          setHeld((before) => {
            const fresh = unchangedKept(joined(page.items, longer ? before.items : []), before.items);
            const next = longer ? before.next : page.next_cursor;
            return { ...before, items: withHeard(fresh, next, heard), next, error: undefined };
          });
        },
      ).finally(() =>
        settle(state, signal, performance.now() - began, () => fetchAgain(() => shown.current.items.length)),
      );
    },
    [fly, fetchShown, withHeard],
  );
  const refresh = useCallback(() => fetchAgain(() => shown.current.items.length), [fetchAgain]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a reason to fetch
  useEffect(() => {
    const own = new AbortController();
    controller.current = own;
    // What changes meanwhile may have come too late for the answer: the list is fetched once more.
    const state = { busy: true, again: false };
    refreshing.current = state;
    end.current += 1;
    asked.current = 1;
    setLoadingMore(false);
    setHeld((before) => (before.key === key ? before : { ...before, items: [], next: null, error: undefined }));
    void fly(
      () => latestLoad.current(null, own.signal),
      own.signal,
      (page, heard) => {
        const items = withHeard(page.items, page.next_cursor, heard);
        setHeld({ key, items, next: page.next_cursor, ready: true, error: undefined });
      },
    ).finally(() => settle(state, own.signal, 0, refresh));
    return () => own.abort();
  }, [key, round]);

  const current = held.key === key ? held : empty;

  const loadMore = useCallback(() => {
    const { signal } = controller.current;
    const { next } = current;
    if (next === null || loadingMore) return;
    setLoadingMore(true);
    const to = end.current;
    void fly(
      () => latestLoad.current(next, signal),
      signal,
      (page, heard) => {
        if (to !== end.current) return;
        end.current += 1;
        asked.current += 1;
        setLoadingMore(false);
        setHeld((before) => {
          const items = withHeard(joined(before.items, page.items), page.next_cursor, heard);
          return { ...before, items, next: page.next_cursor, error: undefined };
        });
      },
    ).finally(() => to === end.current && setLoadingMore(false));
  }, [current, loadingMore, fly, withHeard]);

  const merge = useCallback(
    (rows: T[]) => {
      const rules = latestLive.current;
      if (rules === undefined) return;
      for (const heard of flights.current) for (const row of rows) heard.set(row.id, row);
      setHeld((before) => {
        if (!before.ready) return before;
        const items = mergeRows(before.items, rows, before.next === null, rules);
        return items === before.items ? before : { ...before, items };
      });
      if (shown.current.items.length <= MOST_LIVE_ROWS) return;
      asked.current = 1;
      fetchAgain(() => 0);
    },
    [fetchAgain],
  );
  const put = useCallback((item: T) => {
    // The answer under way may be older than the row.
    refreshing.current.again ||= refreshing.current.busy;
    setHeld((before) => ({
      ...before,
      items: before.items.some((old) => old.id === item.id)
        ? before.items.map((old) => (old.id === item.id ? item : old))
        : [item, ...before.items],
    }));
  }, []);
  const remove = useCallback((id: string) => {
    setHeld((before) => ({ ...before, items: before.items.filter((item) => item.id !== id) }));
  }, []);
  const reload = useCallback(() => {
    setHeld((before) => ({ ...before, ready: false, items: [], error: undefined }));
    setRound((n) => n + 1);
  }, []);

  return {
    items: current.items,
    loading: !current.ready,
    loadingMore,
    hasMore: current.next !== null,
    error: current.error,
    loadMore,
    reload,
    refresh,
    put,
    merge,
    remove,
  };
}

/** Another round where one is due, after a rest: a hundred events a second cost a few rounds. */
function settle(state: Refreshing, signal: AbortSignal, tookMs: number, refresh: () => void) {
  if (!state.again) {
    state.busy = false;
    return;
  }
  setTimeout(
    () => {
      state.busy = false;
      if (!signal.aborted) refresh();
    },
    Math.max(SHORTEST_REST_MS, tookMs),
  );
}

/** `first`, then what of `second` is not in it. */
function joined<T extends { id: string }>(first: T[], second: T[]): T[] {
  const ids = new Set(first.map((item) => item.id));
  return [...first, ...second.filter((item) => !ids.has(item.id))];
}

/** `fresh`, but with the very objects of `known` where nothing has changed, so that their rows are not drawn again. */
function unchangedKept<T extends { id: string }>(fresh: T[], known: T[]): T[] {
  const byId = new Map(known.map((item) => [item.id, item]));
  return fresh.map((item) => {
    const old = byId.get(item.id);
    return old !== undefined && JSON.stringify(old) === JSON.stringify(item) ? old : item;
  });
}
