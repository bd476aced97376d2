/** Checks a database for damage. Reads all pages, about three seconds per GB, and blocks its thread. */
import Sqlite from "better-sqlite3";
import { isDatabaseDamage } from "../core/errors.ts";
import { closing } from "../core/runtime.ts";

/** Returns the damage in one line, or null. */
export function findDatabaseDamage(file: string): string | null {
  try {
    using database = closing(new Sqlite(file, { readonly: true, fileMustExist: true }));
    const found = String(database.pragma("quick_check(1)", { simple: true }));
    return found === "ok" ? null : found.replaceAll(/\s+/g, " ");
  } catch (error) {
    if (isDatabaseDamage(error)) return (error as Error).message;
    throw error;
  }
}
