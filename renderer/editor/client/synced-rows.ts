/** Rows that are loaded page by page on demand, then kept current by events. */
import { createStore, type Readable } from "../ui/lib/store.ts";

export interface Loading {
  /** absent: not requested yet. */
  state: "absent" | "loading" | "loaded" | "failed";
  /** Why loading failed; "" unless it failed. */
  problem: string;
}

/** @param page fetches one page; its cursor is null for the first */
export function createSyncedRows<Row extends { id: string; changes: number }>(
  page: (cursor: string | null) => Promise<{ items: Row[]; next_cursor: string | null }>,
) {
  const rows = createStore<ReadonlyMap<string, Row>>(new Map());
  const loading = createStore<Loading>({ state: "absent", problem: "" });
  const deleted = new Set<string>();
  /** Rows with events during a load, whose response may be older. */
  let changed = new Set<string>();
  let loads = 0;

  async function loadAll(): Promise<void> {
    loads += 1;
    const number = loads;
    changed = new Set();
    if (loading.get().state !== "loaded") loading.set({ state: "loading", problem: "" });
    const next = new Map<string, Row>();
    let cursor: string | null = null;
    try {
      do {
        const { items, next_cursor } = await page(cursor);
        // A later load replaces this one.
        if (number !== loads) return;
        for (const row of items) next.set(row.id, row);
        cursor = next_cursor;
      } while (cursor !== null);
    } catch (error) {
      if (number === loads) loading.set({ state: "failed", problem: (error as Error).message });
      return;
    }
    for (const id of changed) {
      const known = rows.get().get(id);
      if (known === undefined) next.delete(id);
      else if (known.changes >= (next.get(id)?.changes ?? 0)) next.set(id, known);
    }
    rows.set(next);
    loading.set({ state: "loaded", problem: "" });
  }

  return {
    rows: rows as Readable<ReadonlyMap<string, Row>>,
    loading: loading as Readable<Loading>,
    load(): void {
      if (["absent", "failed"].includes(loading.get().state)) void loadAll();
    },
    /** Call when events may have been missed. */
    resync(): void {
      if (loading.get().state !== "absent") void loadAll();
    },
    /** Applies an event or a response, in any order; the row with more `changes` wins. @param row null if deleted */
    apply(id: string, row: Row | null): void {
      if (loading.get().state === "absent") return;
      changed.add(id);
      const known = rows.get().get(id);
      if (row === null) deleted.add(id);
      if (row === null ? known === undefined : deleted.has(id) || (known?.changes ?? 0) >= row.changes) return;
      const next = new Map(rows.get());
      if (row === null) next.delete(id);
      else next.set(id, row);
      rows.set(next);
    },
  };
}
