/** A list that comes in pages: more on request, and its head kept fresh while events arrive. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Page } from "../../server/console/console-api.ts";
import { isAbort } from "../shared/api-client.ts";

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
  /** Fetches the first page again and puts it before the older rows. Several calls at once become one or two. */
  refresh: () => void;
  /** Puts a row in the place of the one with its id, a new one at the head. */
  put: (item: T) => void;
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

/**
 * @param key names the filter; with another key the list begins again
 */
export function usePages<T extends { id: string }>(key: string, load: LoadPage<T>): Pages<T> {
  const empty: Held<T> = { key, items: [], next: null, ready: false, error: undefined };
  const [held, setHeld] = useState<Held<T>>(empty);
  const [loadingMore, setLoadingMore] = useState(false);
  const [round, setRound] = useState(0);
  const latestLoad = useRef(load);
  latestLoad.current = load;
  const controller = useRef(new AbortController());
  const refreshing = useRef<Refreshing>({ busy: false, again: false });

  const refresh = useCallback(() => {
    const state = refreshing.current;
    const { signal } = controller.current;
    if (state.busy) {
      state.again = true;
      return;
    }
    state.busy = true;
    state.again = false;
    latestLoad
      .current(null, signal)
      .then((page) => {
        if (signal.aborted) return;
        setHeld((before) => ({
          ...before,
          items: joined(unchangedKept(page.items, before.items), before.items),
          next: before.items.length === 0 ? page.next_cursor : before.next,
          error: undefined,
        }));
      })
      .catch((error: unknown) => {
        if (!signal.aborted && !isAbort(error)) setHeld((before) => ({ ...before, error }));
      })
      .finally(() => settle(state, signal, refresh));
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a reason to fetch
  useEffect(() => {
    const own = new AbortController();
    controller.current = own;
    // What changes meanwhile may have come too late for the answer: the head is fetched once more.
    const state = { busy: true, again: false };
    refreshing.current = state;
    setLoadingMore(false);
    latestLoad
      .current(null, own.signal)
      .then((page) => {
        if (!own.signal.aborted)
          setHeld({ key, items: page.items, next: page.next_cursor, ready: true, error: undefined });
      })
      .catch((error: unknown) => {
        if (!own.signal.aborted && !isAbort(error)) setHeld({ key, items: [], next: null, ready: true, error });
      })
      .finally(() => settle(state, own.signal, refresh));
    return () => own.abort();
  }, [key, round]);

  const current = held.key === key ? held : empty;

  const loadMore = useCallback(() => {
    const { signal } = controller.current;
    if (current.next === null || loadingMore) return;
    setLoadingMore(true);
    latestLoad
      .current(current.next, signal)
      .then((page) => {
        if (signal.aborted) return;
        setHeld((before) => ({
          ...before,
          items: joined(before.items, page.items),
          next: page.next_cursor,
          error: undefined,
        }));
        setLoadingMore(false);
      })
      .catch((error: unknown) => {
        if (signal.aborted || isAbort(error)) return;
        setHeld((before) => ({ ...before, error }));
        setLoadingMore(false);
      });
  }, [current.next, loadingMore]);

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
    remove,
  };
}

/** The head of the list is being fetched, and what came meanwhile makes another time due. */
interface Refreshing {
  busy: boolean;
  again: boolean;
}

function settle(state: Refreshing, signal: AbortSignal, refresh: () => void) {
  state.busy = false;
  if (state.again && !signal.aborted) refresh();
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
