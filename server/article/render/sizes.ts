/**
 * How wide a page shows a picture, in the words of HTML's `sizes`: what a browser chooses one of the picture's files by,
 * before it knows the page's style. Guesses at a page whose text is some 720 px wide; docs/integrating.md names them, so
 * that a site with another measure puts its own in their place.
 */

export const SIZES = {
  text: "(min-width: 800px) 720px, 100vw",
  wide: "(min-width: 1200px) 1080px, 100vw",
  full: "100vw",
} as const;

/**
 * Of a picture in a gallery. 0 to 1 each:
 * @param inRow the part of the row that it takes
 * @param inPair the part that it takes on a phone, where a row has two at most
 */
export function sizesInRow(inRow: number, inPair: number): string {
  return `(min-width: 800px) ${Math.ceil(720 * inRow)}px, ${Math.ceil(100 * inPair)}vw`;
}
