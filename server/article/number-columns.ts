/** The number columns of a table, for page and editor. */
import type { Node } from "prosemirror-model";

/** Digits with separators, sign, currency or per cent. */
const AMOUNT = /^[+\-−–±~≈]?\s?\p{Sc}?\s?[+\-−–]?\d[\d\s.,'’]*(?:\p{Sc}|%|‰|°C?)?$/u;
/** A cell without an amount. */
const NO_AMOUNT = /^[-−–—…]?$/u;
const LONGEST_AMOUNT = 40;

/**
 * Indexes of columns with only amounts below the head, except the first column, which names the rows. Empty for a table
 * with joined cells, where the index of a cell is not its column's.
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

/** A first row of header cells only, without a rowspan. */
export function hasHead({ firstChild: row }: Node): boolean {
  return (
    row !== null &&
    row.childCount > 0 &&
    row.children.every(({ type, attrs }) => type.name === "tableHeader" && attrs.rowspan === 1)
  );
}
