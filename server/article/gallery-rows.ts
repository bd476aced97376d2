/**
 * How a gallery lays its pictures in justified rows: each row as wide as the gallery, its pictures equally high and whole.
 * Page and editor ask the same, so that both look the same.
 */

/** Pictures beside each other on a phone, at most. */
export const NARROW_ROW = 2;

/** Beyond these a picture is cut around its focal point: a strip would leave its neighbours no place, or have none. */
const NARROWEST = 0.4;
const WIDEST = 4;
/** What is wider has a row to itself rather than making all rows low. */
const PANORAMA = 2;
/** Of a file of unknown size. */
const USUAL = 1.5;

/** Width by height, as a gallery shows it. @param width pixels, of anything that is none it is taken for unknown */
export function galleryRatio(width: unknown, height: unknown): { ratio: number; isCut: boolean } {
  if (!isPixels(width) || !isPixels(height)) return { ratio: USUAL, isCut: false };
  const own = width / height;
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, own));
  return { ratio: rounded(ratio), isCut: ratio !== own };
}

function isPixels(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

/** Digits enough for a picture to be a pixel off at most. */
export function rounded(number: number): number {
  return Math.round(number * 10_000) / 10_000;
}

/**
 * Breaks pictures into rows of about the same height, in their order; linear in their number.
 * @param ratios width by height of each
 * @param most pictures in a row
 * @returns pictures in each row
 */
export function galleryRows(ratios: readonly number[], most: number): number[] {
  const count = ratios.length;
  const aim = ratios.reduce((sum, ratio) => sum + Math.min(ratio, PANORAMA), 0) / Math.ceil(count / most);
  // From the last picture to the first: what the rows from here on cost at best, and how long the first of them is.
  const costs = new Array<number>(count + 1).fill(0);
  const lengths = new Array<number>(count).fill(1);
  for (let first = count - 1; first >= 0; first--) {
    let width = 0;
    let best = Number.POSITIVE_INFINITY;
    for (let length = 1; length <= Math.min(most, count - first); length++) {
      width += ratios[first + length - 1] ?? USUAL;
      const cost = (width - aim) ** 2 + (costs[first + length] ?? 0);
      // Of two that are as good, the one that begins with the longer row; sums of the same pictures differ by a hair.
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

/** A list broken by the lengths that `galleryRows` gave. */
export function inRows<T>(items: readonly T[], lengths: readonly number[]): T[][] {
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return items.slice(at - length, at);
  });
}
