/** Pages of rows, prefixes of long columns, and full-text search (FTS5). A cursor is the sort key of a page's last row, opaque to the client. */
import type { Page } from "../contracts/console-api.ts";
import { normalizeText } from "../contracts/log-query.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { type Database, statements } from "./database.ts";

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

/** Tolerance between the order of ids and of times: a request ends after its arrival, and a clock may have been set back. */
const SLACK_MS = 3_600_000;

/** Returns the ids of a log in a span of time, with the tolerance; null without any. `from` and `to`: ms, or null. */
export function createIdRange(database: Database, log: "audit_log" | "requests") {
  const { value } = statements(database);
  const first = value<[number], number>(`SELECT id FROM ${log} WHERE at >= +? ORDER BY at, id LIMIT 1`);
  const last = value<[number], number>(`SELECT id FROM ${log} WHERE at < +? ORDER BY at DESC, id DESC LIMIT 1`);
  return (from: number | null, to: number | null): { lowest: number; highest: number } | null => {
    const lowest = from === null ? 0 : first(from - SLACK_MS);
    const highest = to === null ? Number.MAX_SAFE_INTEGER - 1 : last(to + SLACK_MS);
    return lowest === null || highest === null ? null : { lowest, highest };
  };
}

const MAX_VALUES = 1_000;

/** SQL of the distinct values of an indexed column, by a loose index scan: one step for each value. @param rows FROM and WHERE */
export const distinctSql = (column: string, rows: string, limit = -1) =>
  `WITH RECURSIVE v (value) AS (
     SELECT min(${column}) FROM ${rows}
     UNION ALL
     SELECT (SELECT min(${column}) FROM ${rows} AND ${column} > v.value) FROM v WHERE v.value IS NOT NULL LIMIT ${limit})
   SELECT value FROM v WHERE value IS NOT NULL`;

/** Selects the distinct values of an indexed column. */
export function distinctValues(database: Database, table: string, column: string, index: string) {
  const rows = `${table} INDEXED BY ${index} WHERE ${column} IS NOT NULL`;
  return database.prepare<[], string>(distinctSql(column, rows, MAX_VALUES)).pluck();
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
  normalizeText(
    parts
      .filter((part) => part !== null)
      .join("\n")
      .slice(0, INDEXED_TEXT),
  );

/** The FTS5 query for every text as a phrase with the last word as a prefix; null if a text has no letter or digit. */
export function matchOf(texts: readonly string[]): string | null {
  const folded = texts.map(normalizeText);
  if (!folded.every((text) => /[\p{L}\p{N}]/u.test(text))) return null;
  return folded
    .map((text) => {
      const last = /[\p{L}\p{N}]*$/u.exec(text)?.[0] ?? "";
      // FTS5 has no operators within quotation marks.
      return `"${text.replaceAll('"', " ").replaceAll("\0", " ")}"${last.length >= MIN_PREFIX ? "*" : ""}`;
    })
    .join(" AND ");
}
