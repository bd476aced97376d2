/** Full-text search with FTS5: the text to index, and searches that no input can turn into another query. */
import { foldedWords } from "../contracts/log-query.ts";

/** Characters of a row's text that are indexed. */
export const INDEXED_TEXT = 8 * 1024;
/** Shorter words match whole words only: the words that begin with one or two letters are too many. */
const SHORTEST_BEGINNING = 3;

/** The parts as one text to index, cut to its limit. Earlier parts come first. */
export const textToIndex = (parts: readonly (string | null)[]): string =>
  foldedWords(
    parts
      .filter((part) => part !== null)
      .join("\n")
      .slice(0, INDEXED_TEXT),
  );

/**
 * The FTS5 query for rows that contain every text: its words in a row, the last one possibly longer.
 * @returns null where a text has no letter or digit, so that nothing can match
 */
export function matchOf(texts: readonly string[]): string | null {
  const folded = texts.map(foldedWords);
  if (!folded.every((text) => /[\p{L}\p{N}]/u.test(text))) return null;
  return folded
    .map((text) => {
      const last = /[\p{L}\p{N}]*$/u.exec(text)?.[0] ?? "";
      // Within quotation marks, FTS5 knows no operators.
      return `"${text.replaceAll('"', " ").replaceAll("\0", " ")}"${last.length >= SHORTEST_BEGINNING ? "*" : ""}`;
    })
    .join(" AND ");
}
