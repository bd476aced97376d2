/**
 * The index of responses, for `text:` in the log: the message and the newest responses of each delivery. A background
 * task writes it, so that attempts do not wait. Triggers record which deliveries changed.
 */
import { timeSlice } from "../core/runtime.ts";
import type { Database } from "../storage/database.ts";
import { INDEXED_TEXT, textToIndex } from "../storage/lists.ts";

/** Deliveries per step. */
const STEP = 50;
/** Newest attempts of a delivery that are indexed: retries usually receive the same response. */
const ATTEMPTS = 3;

export type ResponseWords = ReturnType<typeof createResponseWords>;

export function createResponseWords(database: Database) {
  // The newest first, because admins usually search for them.
  const due = database
    .prepare<[], number>(`SELECT position FROM response_words_due ORDER BY position DESC LIMIT ${STEP}`)
    .pluck();
  const message = database
    .prepare<[number], string | null>("SELECT site_message FROM deliveries WHERE position = ?")
    .pluck();
  const bodies = database
    .prepare<[number], string | null>(
      `SELECT substr(iif(json_valid(a.answer), a.answer ->> '$.body', NULL), 1, ${INDEXED_TEXT}) FROM attempts a
       WHERE a.delivery_id = (SELECT id FROM deliveries WHERE position = ?) AND a.answer IS NOT NULL
       ORDER BY a.number DESC LIMIT ${ATTEMPTS}`,
    )
    .pluck();
  const put = database.prepare<[number, string]>("INSERT OR REPLACE INTO response_words (rowid, words) VALUES (?, ?)");
  const remove = database.prepare<[number]>("DELETE FROM response_words WHERE rowid = ?");
  const done = database.prepare<[number]>("DELETE FROM response_words_due WHERE position = ?");
  return {
    /** Indexes a few deliveries. @returns whether there may be more */
    index: database.transaction((): boolean => {
      const isOver = timeSlice();
      const positions = due.all();
      for (const position of positions) {
        const text = textToIndex([message.get(position) ?? null, ...new Set(bodies.all(position))]);
        if (text === "") remove.run(position);
        else put.run(position, text);
        done.run(position);
        if (isOver()) return true;
      }
      return positions.length === STEP;
    }),
  };
}
