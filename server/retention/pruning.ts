/**
 * Deletes old versions and unused uploads some days, at least two weeks, after the last access to an article (contract
 * 3.2, 8, 11). Kept: the current version, versions with an open delivery, the last delivered one, and the original
 * state of another editor.
 */
import { ORIGINAL } from "../articles/versions/version-store.ts";
import { timeSlice } from "../core/runtime.ts";
import { IS_UNFINISHED } from "../deliveries/delivery-store.ts";
import type { Database } from "../storage/database.ts";

const DAY_MS = 24 * 3_600_000;
const STEP = 50;
/** Versions per step: each has its own pages, which the commit writes. */
const VERSIONS = 40;
/** Rows per statement, whose pages may have to be read from disk. */
const AT_ONCE = 5;

export type Pruning = ReturnType<typeof createPruning>;

export interface Cursor {
  at: number;
  id: string;
}

export function createPruning(database: Database) {
  const due = database.prepare<
    [number, number, string, number],
    { id: string; last_access: number; current_version: number }
  >(
    `SELECT id, last_access, current_version FROM sessions
     WHERE prunable = 1 AND last_access < ? AND (last_access, id) > (?, ?) ORDER BY last_access, id LIMIT ?`,
  );
  const removeVersions = database.prepare(
    `DELETE FROM versions WHERE id IN (SELECT id FROM versions WHERE session_id = @id AND number < @current AND number <> ${ORIGINAL}
       AND id NOT IN (SELECT version_id FROM deliveries WHERE session_id = @id AND version_id IS NOT NULL AND ${IS_UNFINISHED})
       AND id IS NOT (SELECT version_id FROM deliveries WHERE session_id = @id AND +state = 'delivered'
                      AND version_id IS NOT NULL ORDER BY position DESC LIMIT 1)
       ORDER BY number LIMIT @limit)`,
  );
  const openOlder = database.prepare<[string, string], { found: number }>(
    `SELECT EXISTS (SELECT 1 FROM deliveries d JOIN versions v ON v.id = d.version_id
       WHERE d.session_id = ? AND d.${IS_UNFINISHED}
         AND v.number < (SELECT current_version FROM sessions WHERE id = ?)) AS found`,
  );
  const releaseAssets = database.prepare(
    `UPDATE assets SET in_version = 0 WHERE session_id = ? AND in_version = 1 AND NOT EXISTS
       (SELECT 1 FROM version_files f JOIN versions v ON v.id = f.version_id
        WHERE v.session_id = assets.session_id AND f.file_name = assets.file_name)
      AND NOT EXISTS
       (SELECT 1 FROM version_sources s JOIN versions v ON v.id = s.version_id
        WHERE v.session_id = assets.session_id AND s.file_name = assets.file_name)`,
  );
  const settle = database.prepare<[string]>("UPDATE sessions SET prunable = 0 WHERE id = ?");
  const uploads = database.prepare<
    [{ before: number; at: number; id: string; limit: number }],
    { session_id: string; file_name: string; created_at: number; key: string }
  >(
    `SELECT session_id, file_name, created_at, session_id || '/' || file_name AS key FROM assets
     WHERE in_version = 0 AND created_at < @before AND created_at >= @at AND blob IS NOT NULL
       AND (created_at > @at OR session_id || '/' || file_name > @id)
     ORDER BY created_at, key LIMIT @limit`,
  );
  const removeUpload = database.prepare<[string, string]>(
    "DELETE FROM assets WHERE session_id = ? AND file_name = ? AND in_version = 0",
  );

  // Only its picture refers to a smaller file.
  const draftsName = database.prepare<[{ session: string; file: string }], { found: number }>(
    `SELECT EXISTS (SELECT 1 FROM drafts d JOIN (SELECT @file AS name UNION ALL SELECT file_name FROM picture_widths
         WHERE session_id = @session AND smaller = @file) f
       WHERE d.session_id = @session AND instr(coalesce(d.files, d.vms_json), '"' || f.name || '"') > 0)
       OR EXISTS (SELECT 1 FROM rooms r JOIN (SELECT @file AS name UNION ALL SELECT file_name FROM picture_widths
         WHERE session_id = @session AND smaller = @file) f
       WHERE r.session_id = @session AND instr(r.files, '"' || f.name || '"') > 0) AS found`,
  );
  const cursorOf = <T>(rows: T[], read: (row: T) => Cursor): Cursor | null => {
    const last = rows.at(-1);
    return rows.length === STEP && last !== undefined ? read(last) : null;
  };

  let counts = { versions: 0, uploads: 0 };
  return {
    takeCounts(): typeof counts {
      const result = counts;
      counts = { versions: 0, uploads: 0 };
      return result;
    },
    /** Prunes a few due sessions. @returns their ids, and where to continue; null: the end */
    pruneSessions: database.transaction((now: number, days: number, after: Cursor | null) => {
      const sessions = due.all(now - days * DAY_MS, after?.at ?? 0, after?.id ?? "", STEP);
      const pruned: string[] = [];
      const isOver = timeSlice();
      let left = VERSIONS;
      let last = after;
      for (const { id, last_access, current_version } of sessions) {
        let mayHaveMore: boolean;
        do {
          const limit = Math.min(AT_ONCE, left);
          const { changes } = removeVersions.run({ id, current: current_version, limit });
          mayHaveMore = changes === limit;
          left -= changes;
          counts.versions += changes;
        } while (mayHaveMore && left > 0 && !isOver());
        releaseAssets.run(id);
        // The next step continues with it.
        if (mayHaveMore) return { pruned, next: last ?? { at: 0, id: "" } };
        // A session with an older open delivery stays due.
        if (openOlder.get(id, id)?.found !== 1) settle.run(id);
        pruned.push(id);
        last = { at: last_access, id };
        if (left <= 0 || isOver()) return { pruned, next: last };
      }
      return { pruned, next: sessions.length === STEP ? last : null };
    }),
    /** Removes a few due uploads. @returns where to continue; null: the end */
    pruneUploads: database.transaction((now: number, days: number, after: Cursor | null) => {
      const rows = uploads.all({ before: now - days * DAY_MS, at: after?.at ?? 0, id: after?.id ?? "", limit: STEP });
      // File names are plain ASCII, so a draft contains them in quotes.
      const isOver = timeSlice();
      for (const { session_id, file_name, created_at, key } of rows) {
        if (draftsName.get({ session: session_id, file: file_name })?.found !== 1)
          counts.uploads += removeUpload.run(session_id, file_name).changes;
        if (isOver()) return { next: { at: created_at, id: key } };
      }
      return { next: cursorOf(rows, ({ created_at, key }) => ({ at: created_at, id: key })) };
    }),
  };
}
