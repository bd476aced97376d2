/** The thread that checks the database at a start: SQLite does it without a pause, some three seconds a GB. */
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import { isDatabaseDamage } from "../core/errors.ts";

/** What is damaged in one line, null where nothing is. */
export type CheckAnswer = { fault: string | null };

function check(file: string): CheckAnswer {
  try {
    const database = new Sqlite(file, { readonly: true, fileMustExist: true });
    try {
      const found = String(database.pragma("quick_check(1)", { simple: true }));
      return { fault: found === "ok" ? null : found.replaceAll(/\s+/g, " ") };
    } finally {
      database.close();
    }
  } catch (error) {
    if (isDatabaseDamage(error)) return { fault: (error as Error).message };
    throw error;
  }
}

parentPort?.postMessage(check(workerData as string));
