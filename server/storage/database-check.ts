/** Looks for damage in a database: all of its pages are read, some three seconds a GB, and nothing else is done meanwhile. */
import Sqlite from "better-sqlite3";
import { isDatabaseDamage } from "../core/errors.ts";

/**
 * @param file absolute path of the database
 * @returns what is damaged in one line, null where nothing is
 */
export function damageIn(file: string): string | null {
  try {
    const database = new Sqlite(file, { readonly: true, fileMustExist: true });
    try {
      const found = String(database.pragma("quick_check(1)", { simple: true }));
      return found === "ok" ? null : found.replaceAll(/\s+/g, " ");
    } finally {
      database.close();
    }
  } catch (error) {
    if (isDatabaseDamage(error)) return (error as Error).message;
    throw error;
  }
}
