/**
 * Values of `sizes`: estimates for a page with a text width of some 720 px. docs/integrating.md names them, so that a site can
 * replace them.
 */

export const SIZES = {
  text: "(min-width: 800px) 720px, 100vw",
  wide: "(min-width: 1200px) 1080px, 100vw",
  full: "100vw",
} as const;

/** In a gallery: the share of the row, and of the row on a phone; 0 to 1. */
export function sizesInRow(inRow: number, inPair: number): string {
  return `(min-width: 800px) ${Math.ceil(720 * inRow)}px, ${Math.ceil(100 * inPair)}vw`;
}
