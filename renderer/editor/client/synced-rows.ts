/** Rows that are loaded page by page and kept current by events. */
import { createStore, type Readable } from "../ui/lib/store.ts";

/** @param page fetches one page; its cursor is null for the first */
export function createSyncedRows<Row extends { id: string; changes: number }>(
  page: (cursor: string | null) => Promise<{ items: Row[]; next_cursor: string | null }>,
) {
  const rows = createStore<ReadonlyMap<string, Row>>(new Map());
  const deleted = new Set<string>();
  /** Rows with events during a load: its response may be older. */
  let changed = new Set<string>();
  let loads = 0;
  return {
    rows: rows as Readable<ReadonlyMap<string, Row>>,
    /** An event, or the response to a change; null for a deleted row. They may come in any order: more changes are newer. */
    apply(id: string, row: Row | null): void {
      changed.add(id);
      const known = rows.get().get(id);
      if (row === null) deleted.add(id);
      if (row === null ? known === undefined : deleted.has(id) || (known?.changes ?? 0) >= row.changes) return;
      const next = new Map(rows.get());
      if (row === null) next.delete(id);
      else next.set(id, row);
      rows.set(next);
    },
    /** Loads all rows. @returns false where a later load replaced this one @throws what `page` throws */
    async load(): Promise<boolean> {
      loads += 1;
      const number = loads;
      changed = new Set();
      const next = new Map<string, Row>();
      let cursor: string | null = null;
      do {
        const { items, next_cursor } = await page(cursor);
        for (const row of items) next.set(row.id, row);
        cursor = next_cursor;
      } while (cursor !== null && number === loads);
      if (number !== loads) return false;
      for (const id of changed) {
        const known = rows.get().get(id);
        if (known === undefined) next.delete(id);
        else if (known.changes >= (next.get(id)?.changes ?? 0)) next.set(id, known);
      }
      rows.set(next);
      return true;
    },
  };
}
