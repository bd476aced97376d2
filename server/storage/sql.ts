/** Pieces of SQL that several stores use. */

/** UTF-8 bytes of the longest character. */
const LONGEST_CHARACTER = 4;

/**
 * The column, or its first `characters` where it is longer. SQLite's `substr` alone would also end a text at its first NUL, which is a
 * character like any other in what sites send.
 */
export const beginningOfColumn = (column: string, characters: number): string =>
  `CASE WHEN octet_length(${column}) <= ${characters * LONGEST_CHARACTER} THEN ${column} ELSE substr(${column}, 1, ${characters}) END`;
