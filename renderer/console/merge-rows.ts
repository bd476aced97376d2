/** Rows that are heard of, put among those that are shown. */

/** Where a list has what its rows are heard of by events, beside the pages that it is asked for. */
export interface LiveRows<T> {
  /** Whether the list, as it is filtered, has the row. */
  fits: (row: T) => boolean;
  /** Place of the row: the list has the highest first. */
  orderOf: (row: T) => number;
}

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
  { fits, orderOf }: LiveRows<T>,
): T[] {
  if (heard.length === 0) return items;
  const news = new Map(heard.map((row) => [row.id, row]));
  const kept: T[] = [];
  let changed = false;
  for (const item of items) {
    const row = news.get(item.id);
    news.delete(item.id);
    if (row !== undefined) changed = true;
    if (row === undefined || fits(row)) kept.push(row ?? item);
  }
  const last = items.at(-1);
  const end = isWhole || last === undefined ? Number.NEGATIVE_INFINITY : orderOf(last);
  const added = [...news.values()].filter((row) => fits(row) && orderOf(row) > end);
  if (added.length === 0) return changed ? kept : items;
  return [...kept, ...added].sort((a, b) => orderOf(b) - orderOf(a));
}
