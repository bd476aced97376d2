/** Pages of rows, prefixes of long columns, and full-text search (FTS5). A cursor is the sort key of a page's last row, opaque to the client. */
import type { Page } from "../contracts/console-api.ts";
import { foldedWords } from "../contracts/log-query.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";

export const PAGE_SIZE = 50;

type Key = (string | number)[];

export function pageOf<T>(rows: T[], keyOf: (row: T) => Key): Page<T> {
  const items = rows.slice(0, PAGE_SIZE);
  const last = items.at(-1);
  const more = rows.length > PAGE_SIZE && last !== undefined;
  return { items, next_cursor: more ? cursorAt(keyOf(last)) : null };
}

export const cursorAt = (key: Key): string => Buffer.from(JSON.stringify(key)).toString("base64url");

/** @throws AppError invalid for any other text */
export function readCursor(cursor: string | null, types: readonly ("string" | "number")[]): Key | null {
  if (cursor === null) return null;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const fits =
      Array.isArray(key) && key.length === types.length && types.every((type, index) => typeof key[index] === type);
    if (fits) return key as Key;
  } catch {
    // Not JSON: rejected below.
  }
  throw new AppError("invalid", sentence("requests.cursor"));
}

/** Bytes of the longest UTF-8 character. */
const MAX_CHARACTER_BYTES = 4;

/** SQL for a column's first `characters`. Plain `substr` would also stop at a NUL, which sites may send. */
export const beginningOfColumn = (column: string, characters: number): string =>
  `CASE WHEN octet_length(${column}) <= ${characters * MAX_CHARACTER_BYTES} THEN ${column} ELSE substr(${column}, 1, ${characters}) END`;

/** Characters of a row's text that are indexed. */
export const INDEXED_TEXT = 8 * 1024;
/** Shorter terms match whole words only, because too many words begin with one or two letters. */
const MIN_PREFIX = 3;

/** Joins the parts to one text to index and cuts it to the limit. */
export const textToIndex = (parts: readonly (string | null)[]): string =>
  foldedWords(
    parts
      .filter((part) => part !== null)
      .join("\n")
      .slice(0, INDEXED_TEXT),
  );

/** The FTS5 query for every text as a phrase with the last word as a prefix; null if a text has no letter or digit. */
export function matchOf(texts: readonly string[]): string | null {
  const folded = texts.map(foldedWords);
  if (!folded.every((text) => /[\p{L}\p{N}]/u.test(text))) return null;
  return folded
    .map((text) => {
      const last = /[\p{L}\p{N}]*$/u.exec(text)?.[0] ?? "";
      // FTS5 has no operators within quotation marks.
      return `"${text.replaceAll('"', " ").replaceAll("\0", " ")}"${last.length >= MIN_PREFIX ? "*" : ""}`;
    })
    .join(" AND ");
}
