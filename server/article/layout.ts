import type { Node } from "prosemirror-model";

/** Layout that page and editor share: a gallery in justified rows of whole pictures, and the number columns of a table. */

/** Pictures per row on a phone. */
export const NARROW_ROW = 2;

/** Beyond these ratios a picture is cropped around its focal point. */
const NARROWEST = 0.4;
const WIDEST = 4;
/** A wider picture has its own row. */
const PANORAMA = 2;
/** Ratio of a file of unknown size. */
const USUAL = 1.5;

export function galleryRatio(width: unknown, height: unknown): { ratio: number; isCut: boolean } {
  if (!isPixels(width) || !isPixels(height)) return { ratio: USUAL, isCut: false };
  const own = width / height;
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, own));
  return { ratio: rounded(ratio), isCut: ratio !== own };
}

function isPixels(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

/** Accurate to a pixel. */
export function rounded(number: number): number {
  return Math.round(number * 10_000) / 10_000;
}

/** Breaks pictures into rows of similar height, in order, in linear time. Returns the pictures per row. */
export function galleryRows(ratios: readonly number[], maxPerRow: number): number[] {
  const count = ratios.length;
  const aim = ratios.reduce((sum, ratio) => sum + Math.min(ratio, PANORAMA), 0) / Math.ceil(count / maxPerRow);
  // For each picture, from the last: the lowest cost of all rows from it on, and the length of the first row.
  const costs = new Array<number>(count + 1).fill(0);
  const lengths = new Array<number>(count).fill(1);
  for (let first = count - 1; first >= 0; first--) {
    let width = 0;
    let best = Number.POSITIVE_INFINITY;
    for (let length = 1; length <= Math.min(maxPerRow, count - first); length++) {
      width += ratios[first + length - 1] ?? USUAL;
      const cost = (width - aim) ** 2 + (costs[first + length] ?? 0);
      // Equal costs prefer the longer first row. The tolerance covers rounding errors.
      if (cost > best + 1e-9) continue;
      best = cost;
      lengths[first] = length;
    }
    costs[first] = best;
  }
  const rows: number[] = [];
  for (let at = 0; at < count; at += rows.at(-1) ?? 1) rows.push(lengths[at] ?? 1);
  return rows;
}

export function inRows<T extends { ratio: number }>(pictures: readonly T[], maxPerRow: number): T[][] {
  const ratios = pictures.map(({ ratio }) => ratio);
  let at = 0;
  return galleryRows(ratios, maxPerRow).map((length) => {
    at += length;
    return pictures.slice(at - length, at);
  });
}

/** Digits with separators, sign, currency or per cent. */
const AMOUNT = /^[+\-−–±~≈]?\s?\p{Sc}?\s?[+\-−–]?\d[\d\s.,'’]*(?:\p{Sc}|%|‰|°C?)?$/u;
/** A cell without an amount. */
const NO_AMOUNT = /^[-−–—…]?$/u;
const MAX_AMOUNT = 40;

/** Columns with only amounts below the head, except the first. Empty for a table with joined cells, whose indexes differ. */
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
      if (text.length <= MAX_AMOUNT && AMOUNT.test(text)) amounts.add(column);
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
