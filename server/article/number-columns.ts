/**
 * Which columns of a table hold amounts, and are set with their figures below each other. Page and editor ask the same, so
 * that both look the same.
 */
import type { Node } from "prosemirror-model";

/** An amount as people write it: digits with their separators, a sign before it, a currency or per cent on either side. */
const AMOUNT = /^[+\-−–±~≈]?\s?\p{Sc}?\s?[+\-−–]?\d[\d\s.,'’]*(?:\p{Sc}|%|‰|°C?)?$/u;
/** Signs for "no amount". */
const NO_AMOUNT = /^[-−–—…]?$/u;
/** Longer words than this are no amount. */
const LONGEST_AMOUNT = 40;

/**
 * Columns that hold amounts and nothing else below the head, by their place from 0. The first one names the rows, be it by
 * years or numbers. None where cells are joined: there the place of a cell is not that of its column.
 */
export function numberColumns(table: Node): ReadonlySet<number> {
  const rows = table.children;
  const isJoined = rows.some((row) => row.children.some(({ attrs }) => attrs.colspan !== 1 || attrs.rowspan !== 1));
  if (isJoined) return new Set();
  const amounts = new Set<number>();
  const words = new Set<number>();
  for (const row of hasHead(table) ? rows.slice(1) : rows) {
    for (const [column, cell] of row.children.entries()) {
      if (column === 0 || words.has(column)) continue;
      const text = cell.textContent.trim();
      if (text.length <= LONGEST_AMOUNT && AMOUNT.test(text)) amounts.add(column);
      else if (!NO_AMOUNT.test(text)) words.add(column);
    }
  }
  return amounts.difference(words);
}

/** A head is a first row of header cells alone, none of which reaches into the rows below. */
export function hasHead({ firstChild: row }: Node): boolean {
  return (
    row !== null &&
    row.childCount > 0 &&
    row.children.every(({ type, attrs }) => type.name === "tableHeader" && attrs.rowspan === 1)
  );
}
