/** Full-text search with FTS5: the text to index, and queries that are safe for any input. */
import { foldedWords } from "../contracts/log-query.ts";

/** Characters of a row's text that are indexed. */
export const INDEXED_TEXT = 8 * 1024;
/** Shorter terms match whole words only, because too many words begin with one or two letters. */
const SHORTEST_PREFIX = 3;

/** Joins the parts to one text to index and cuts it to the limit. */
export const textToIndex = (parts: readonly (string | null)[]): string =>
  foldedWords(
    parts
      .filter((part) => part !== null)
      .join("\n")
      .slice(0, INDEXED_TEXT),
  );

/**
 * The FTS5 query for rows that contain every text as a phrase, the last word as a prefix.
 * @returns null if a text has no letter or digit, so that nothing can match
 */
export function matchOf(texts: readonly string[]): string | null {
  const folded = texts.map(foldedWords);
  if (!folded.every((text) => /[\p{L}\p{N}]/u.test(text))) return null;
  return folded
    .map((text) => {
      const last = /[\p{L}\p{N}]*$/u.exec(text)?.[0] ?? "";
      // FTS5 has no operators within quotation marks.
      return `"${text.replaceAll('"', " ").replaceAll("\0", " ")}"${last.length >= SHORTEST_PREFIX ? "*" : ""}`;
    })
    .join(" AND ");
}
