/** Cursors of paged lists: the sort key of the last row shown, opaque to whoever passes it back. */
import { AppError } from "../core/errors.ts";

export const PAGE_SIZE = 50;

export interface StoredPage<T> {
  items: T[];
  nextCursor: string | null;
}

type Key = (string | number)[];

/** Takes `PAGE_SIZE + 1` rows and cuts them to a page. */
export function pageOf<T>(rows: T[], keyOf: (row: T) => Key): StoredPage<T> {
  const items = rows.slice(0, PAGE_SIZE);
  const last = items.at(-1);
  const more = rows.length > PAGE_SIZE && last !== undefined;
  return { items, nextCursor: more ? Buffer.from(JSON.stringify(keyOf(last))).toString("base64url") : null };
}

/** Reads a cursor back. @throws AppError invalid where it was not made by `pageOf` for a key of these types */
export function readCursor(cursor: string | null, types: readonly ("string" | "number")[]): Key | null {
  if (cursor === null) return null;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const fits =
      Array.isArray(key) && key.length === types.length && types.every((type, index) => typeof key[index] === type);
    if (fits) return key as Key;
  } catch {
    // told below, like every other cursor that is none
  }
  throw new AppError("invalid", "The cursor is not one that this list gave; begin again without it.");
}

/** Bounds of all strings that begin with `prefix`, for an index in binary order. */
export function prefixRange(prefix: string): [from: string, below: string] {
  return [prefix, `${prefix}\u{10ffff}`];
}
