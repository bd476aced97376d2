/** Reads size, rows and integrity of the database in a worker thread, within a time limit. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";

export interface DatabaseFacts {
  sqlite: string;
  schema: number;
  journal: string;
  page_bytes: number;
  pages: number;
  free_pages: number;
  rows: Record<string, number>;
  /** "ok", or a description of the damage. */
  integrity: string;
}

const WORKER_URL = new URL("./database-facts-worker.ts", import.meta.url);

/** Returns the facts found within `limitMs`; `note` explains missing ones. The thread may end later. Never throws. */
export async function databaseFacts(
  file: string,
  limitMs: number,
): Promise<Partial<DatabaseFacts> & { note?: string }> {
  const worker = new Worker(WORKER_URL, { name: "database-facts", workerData: { file }, execArgv: [] });
  const facts: Partial<DatabaseFacts> = {};
  worker.on("message", (found: Partial<DatabaseFacts>) => void Object.assign(facts, found));
  let note: string | undefined;
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    note = `Stopped after ${limitMs / 1000} seconds; missing values were not checked.`;
    worker.unref();
    void worker.terminate();
    late.resolve();
  }, limitMs);
  try {
    await Promise.race([once(worker, "exit"), late.promise]);
  } catch (error) {
    note = error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
  return note === undefined ? facts : { ...facts, note };
}
