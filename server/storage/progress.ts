/** The position of each background task, which survives a restart. So a machine that is off at night still finishes a round. */
import type { Database } from "./database.ts";

export type Progress = ReturnType<typeof createProgress>;

export function createProgress(database: Database) {
  const select = database.prepare<[string], { place: number; at: number }>(
    "SELECT place, at FROM keeping_places WHERE task = ?",
  );
  const upsert = database.prepare<[string, number, number]>(
    `INSERT INTO keeping_places (task, place, at) VALUES (?, ?, ?)
     ON CONFLICT (task) DO UPDATE SET place = excluded.place, at = excluded.at`,
  );
  return {
    get: (task: string): { place: number; at: number } | null => select.get(task) ?? null,
    /** @param at ms since the epoch */
    set: (task: string, place: number, at: number): void => void upsert.run(task, place, at),
  };
}
