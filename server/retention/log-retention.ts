/** Retention of the attempts (contract 11) and of the requests of sites, by age and by count, oldest first. */
import { timeSlice } from "../core/runtime.ts";
import type { Database } from "../storage/database.ts";

export type LogRetention = ReturnType<typeof createLogRetention>;

const DAY_MS = 24 * 3_600_000;
/** Rows per step; each is in several unordered indexes. */
const STEP = 50;

const SENDING = "EXISTS (SELECT 1 FROM deliveries WHERE id = attempts.delivery_id AND state = 'sending')";

export function createLogRetention(database: Database) {
  let counts = { attempts: 0, deliveries: 0, requests: 0 };
  /** Removes a few rows beyond the limits of age or number. @returns whether there may be more */
  const pruning = (table: "attempts" | "requests", time: string, unless = "false") => {
    const oldest = database.prepare<[number], { id: number; at: number }>(
      `SELECT id, ${time} AS at FROM ${table} ORDER BY id LIMIT +?`,
    );
    // Ids have gaps only after the removal of the oldest rows or of a session.
    const newest = database.prepare<[], { id: number | null }>(`SELECT max(id) AS id FROM ${table}`);
    const remove = database.prepare<[number]>(`DELETE FROM ${table} WHERE id = ? AND NOT ${unless}`);
    return database.transaction((now: number, { days, attempts }: { days: number; attempts: number }) => {
      const before = now - days * DAY_MS;
      const below = (newest.get()?.id ?? 0) - attempts;
      const expired = oldest.all(STEP).filter(({ id, at }) => at < before || id <= below);
      const isOver = timeSlice();
      let removed = 0;
      for (const { id } of expired) {
        const { changes } = remove.run(id);
        removed += changes;
        counts[table] += changes;
        if (removed > 0 && isOver()) return true;
      }
      return removed === STEP;
    });
  };
  const positions = database.prepare<[number, number], { position: number }>(
    "SELECT position FROM deliveries WHERE position > +? ORDER BY position LIMIT +?",
  );
  const removeDelivery = database.prepare<[number, number]>(
    `DELETE FROM deliveries WHERE position = ? AND finished_at < ?
       AND NOT EXISTS (SELECT 1 FROM versions WHERE id = deliveries.version_id)
       AND NOT EXISTS (SELECT 1 FROM attempts WHERE delivery_id = deliveries.id)`,
  );
  return {
    takeCounts(): typeof counts {
      const result = counts;
      counts = { attempts: 0, deliveries: 0, requests: 0 };
      return result;
    },
    prune: pruning("attempts", "started_at", SENDING),
    pruneRequests: pruning("requests", "at"),
    /**
     * Checks some deliveries after a position, and removes old ones whose version and attempts are gone.
     * @returns the next position, 0 at the end
     */
    pruneDeliveries: database.transaction((now: number, days: number, after: number) => {
      const rows = positions.all(after, STEP);
      const isOver = timeSlice();
      for (const { position } of rows) {
        counts.deliveries += removeDelivery.run(position, now - days * DAY_MS).changes;
        if (isOver()) return position;
      }
      return rows.length < STEP ? 0 : (rows.at(-1)?.position ?? 0);
    }),
  };
}
