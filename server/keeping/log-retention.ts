/** How long the log of attempts is kept (design 4): by age and by count, the oldest going first. */
import type { Database } from "../storage/database.ts";

export interface LogRetention {
  /** Removes a few attempts that are too old or too many; whether there may be more. */
  prune(now: number, limits: { days: number; attempts: number }): boolean;
  /**
   * Looks at some deliveries after a position, in the order in which they were made, and removes those that are nobody's
   * any more: old, their version gone and their attempts too. Returns where to go on, 0 once it has come round.
   */
  pruneDeliveries(now: number, days: number, after: number): number;
}

const DAY_MS = 24 * 3_600_000;
/** Removed in one step, each from indexes that lie in no order of time: no step holds up the event loop for long. */
const STEP = 50;

export function createLogRetention(database: Database): LogRetention {
  const oldest = database.prepare<[number], { id: number; started_at: number }>(
    "SELECT id, started_at FROM attempts ORDER BY id LIMIT ?",
  );
  // Ids count up without gaps but for what was removed from the front or with a session.
  const newest = database.prepare<[], { id: number | null }>("SELECT max(id) AS id FROM attempts");
  const remove = database.prepare<[number]>(
    `DELETE FROM attempts WHERE id = ? AND delivery_id NOT IN
       (SELECT id FROM deliveries WHERE id = attempts.delivery_id AND state = 'sending')`,
  );
  const positions = database.prepare<[number, number], { position: number }>(
    "SELECT position FROM deliveries WHERE position > ? ORDER BY position LIMIT ?",
  );
  const removeDeliveries = database.prepare<[number, number, number]>(
    `DELETE FROM deliveries WHERE position > ? AND position <= ? AND finished_at < ?
       AND NOT EXISTS (SELECT 1 FROM versions WHERE id = deliveries.version_id)
       AND NOT EXISTS (SELECT 1 FROM attempts WHERE delivery_id = deliveries.id)`,
  );
  return {
    prune: database.transaction((now: number, { days, attempts }: { days: number; attempts: number }) => {
      const before = now - days * DAY_MS;
      const below = (newest.get()?.id ?? 0) - attempts;
      const gone = oldest.all(STEP).filter(({ id, started_at }) => started_at < before || id <= below);
      const removed = gone.reduce((count, { id }) => count + remove.run(id).changes, 0);
      return removed === STEP;
    }),
    pruneDeliveries(now, days, after) {
      const rows = positions.all(after, STEP);
      const last = rows.at(-1)?.position ?? 0;
      if (rows.length > 0) removeDeliveries.run(after, last, now - days * DAY_MS);
      return rows.length < STEP ? 0 : last;
    },
  };
}
