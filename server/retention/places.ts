/** Where each round of the keeping goes on: in the database, so that a machine that is off at night gets round, too. */
import type { Database } from "../storage/database.ts";

export interface Places {
  /** Null for a round that was never begun. */
  get(task: string): { place: number; at: number } | null;
  /** @param at ms since the epoch */
  set(task: string, place: number, at: number): void;
}

export function createPlaces(database: Database): Places {
  const select = database.prepare<[string], { place: number; at: number }>(
    "SELECT place, at FROM keeping_places WHERE task = ?",
  );
  const upsert = database.prepare<[string, number, number]>(
    `INSERT INTO keeping_places (task, place, at) VALUES (?, ?, ?)
     ON CONFLICT (task) DO UPDATE SET place = excluded.place, at = excluded.at`,
  );
  return {
    get: (task) => select.get(task) ?? null,
    set: (task, place, at) => void upsert.run(task, place, at),
  };
}
