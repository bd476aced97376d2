/** Retention works in small steps: how long one may take, and where a walk over everything goes on. */
import type { Database } from "./database.ts";

export type Places = ReturnType<typeof createPlaces>;

/** The place is in the database, so that a machine that is off at night gets round, too. */
export function createPlaces(database: Database) {
  const select = database.prepare<[string], { place: number; at: number }>(
    "SELECT place, at FROM keeping_places WHERE task = ?",
  );
  const upsert = database.prepare<[string, number, number]>(
    `INSERT INTO keeping_places (task, place, at) VALUES (?, ?, ?)
     ON CONFLICT (task) DO UPDATE SET place = excluded.place, at = excluded.at`,
  );
  return {
    /** Null for a round that was never begun. */
    get: (task: string): { place: number; at: number } | null => select.get(task) ?? null,
    /** @param at ms since the epoch */
    set: (task: string, place: number, at: number): void => void upsert.run(task, place, at),
  };
}

/** How long one step may hold up the event loop, in ms; its commit and what is under way when they are over come on top. */
const LONGEST_STEP_MS = 5;

/** Begins a step: whether it has taken long enough. What cannot be counted beforehand are the pages that lie on the disk. */
export function stepEnd(): () => boolean {
  const end = performance.now() + LONGEST_STEP_MS;
  return () => performance.now() > end;
}

/** Lets requests in between two steps. */
export function nextStep(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
