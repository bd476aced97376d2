/**
 * Deletes by age, in small steps. Versions and unused uploads: at least two weeks after the last access (contract 3.2, 11). Attempts and
 * requests: also by count (contract 11). Also results and problems of sites. Kept: the current version, versions with an open delivery, the
 * last delivered one, and another editor's original.
 */
import { ORIGINAL_VERSION } from "../articles/versions/version-store.ts";
import { timeSlice } from "../core/runtime.ts";
import { NEEDS_ATTENTION } from "../deliveries/delivery-row.ts";
import { IS_UNFINISHED } from "../deliveries/delivery-store.ts";
import { createSiteTimes } from "../deliveries/site-states.ts";
import { type Database, statements } from "../storage/database.ts";

const DAY_MS = 24 * 3_600_000;
const STEP = 50;
/** Versions per step: each has its own pages, which the commit writes. */
const VERSIONS = 40;
/** Rows per statement, whose pages may have to be read from disk. */
const AT_ONCE = 5;
/** A problem of a site without failures for this time is resolved, unless pending deliveries have it. */
const QUIET_MS = 14 * DAY_MS;
const KEPT_PROBLEMS_MS = 400 * DAY_MS;
/** Maximum number of a site's newest deliveries that are searched for a problem's code. */
const MAX_SEARCHED = 10_000;

const NONE = { versions: 0, uploads: 0, attempts: 0, deliveries: 0, requests: 0 };
const SENDING = "EXISTS (SELECT 1 FROM deliveries WHERE id = attempts.delivery_id AND state = 'sending')";

/** Where the next step continues. */
const START = { at: 0, id: "" };

export function createPruning(database: Database) {
  const { run, row, rows, is } = statements(database);
  const due = rows<[number, number, string, number], { id: string; last_access: number; current_version: number }>(
    `SELECT id, last_access, current_version FROM sessions
     WHERE prunable = 1 AND last_access < ? AND (last_access, id) > (?, ?) ORDER BY last_access, id LIMIT ?`,
  );
  const removeVersions = run(
    `DELETE FROM versions WHERE id IN (SELECT id FROM versions WHERE session_id = @id AND number < @current AND number <> ${ORIGINAL_VERSION}
       AND id NOT IN (SELECT version_id FROM deliveries WHERE session_id = @id AND version_id IS NOT NULL AND ${IS_UNFINISHED})
       AND id IS NOT (SELECT version_id FROM deliveries WHERE session_id = @id AND +state = 'delivered'
                      AND version_id IS NOT NULL ORDER BY position DESC LIMIT 1)
       ORDER BY number LIMIT @limit)`,
  );
  const openOlder = is<[string, string]>(
    `SELECT 1 FROM deliveries d JOIN versions v ON v.id = d.version_id
       WHERE d.session_id = ? AND d.${IS_UNFINISHED}
         AND v.number < (SELECT current_version FROM sessions WHERE id = ?)`,
  );
  const releaseAssets = run(
    `UPDATE assets SET in_version = 0 WHERE session_id = ? AND in_version = 1 AND NOT EXISTS
       (SELECT 1 FROM version_files f JOIN versions v ON v.id = f.version_id
        WHERE v.session_id = assets.session_id AND f.file_name = assets.file_name)
      AND NOT EXISTS
       (SELECT 1 FROM version_sources s JOIN versions v ON v.id = s.version_id
        WHERE v.session_id = assets.session_id AND s.file_name = assets.file_name)`,
  );
  const settle = run<[string]>("UPDATE sessions SET prunable = 0 WHERE id = ?");
  const uploads = rows<
    [{ before: number; at: number; id: string; limit: number }],
    { session_id: string; file_name: string; created_at: number; key: string }
  >(
    `SELECT session_id, file_name, created_at, session_id || '/' || file_name AS key FROM assets
     WHERE in_version = 0 AND created_at < @before AND created_at >= @at AND blob IS NOT NULL
       AND (created_at > @at OR session_id || '/' || file_name > @id)
     ORDER BY created_at, key LIMIT @limit`,
  );
  const removeUpload = run<[string, string]>(
    "DELETE FROM assets WHERE session_id = ? AND file_name = ? AND in_version = 0",
  );

  // Only its picture refers to a smaller file.
  const referring = `(SELECT @file AS name UNION ALL SELECT file_name FROM picture_widths
      WHERE session_id = @session AND smaller = @file) f`;
  const draftsName = is<[{ session: string; file: string }]>(
    `SELECT 1 FROM drafts d JOIN ${referring}
       WHERE d.session_id = @session AND instr(coalesce(d.files, d.vms_json), '"' || f.name || '"') > 0
     UNION ALL SELECT 1 FROM rooms r JOIN ${referring}
       WHERE r.session_id = @session AND instr(r.files, '"' || f.name || '"') > 0`,
  );
  /** Removes a few rows beyond the limits of age or number. @returns whether there may be more */
  const pruning = (table: "attempts" | "requests", time: string, unless = "false") => {
    const oldest = rows<[number], { id: number; at: number }>(
      `SELECT id, ${time} AS at FROM ${table} ORDER BY id LIMIT +?`,
    );
    // Ids have gaps only after the removal of the oldest rows or of a session.
    const newest = row<[], { id: number | null }>(`SELECT max(id) AS id FROM ${table}`);
    const remove = run<[number]>(`DELETE FROM ${table} WHERE id = ? AND NOT ${unless}`);
    return database.transaction((now: number, { days, attempts }: { days: number; attempts: number }) => {
      const before = now - days * DAY_MS;
      const below = (newest()?.id ?? 0) - attempts;
      const expired = oldest(STEP).filter(({ id, at }) => at < before || id <= below);
      const isOver = timeSlice();
      let removed = 0;
      for (const { id } of expired) {
        const changes = remove(id);
        removed += changes;
        counts[table] += changes;
        if (removed > 0 && isOver()) return true;
      }
      return removed === STEP;
    });
  };
  const positions = rows<[number, number], { position: number }>(
    "SELECT position FROM deliveries WHERE position > +? ORDER BY position LIMIT +?",
  );
  const removeDelivery = run<[number, number]>(
    `DELETE FROM deliveries WHERE position = ? AND finished_at < ?
       AND NOT EXISTS (SELECT 1 FROM versions WHERE id = deliveries.version_id)
       AND NOT EXISTS (SELECT 1 FROM attempts WHERE delivery_id = deliveries.id)`,
  );
  const times = createSiteTimes(database);
  const nextSite = row<[number], { id: number; project_id: string }>(
    "SELECT id, project_id FROM site_states WHERE id > +? ORDER BY id LIMIT 1",
  );
  const resolveProblems = run<[{ site: number; before: number; now: number }]>(
    `UPDATE problems SET resolved_at = @now, resolved_by = 'Galley'
     WHERE site_id = @site AND resolved_at IS NULL AND last_at < @before AND NOT EXISTS (
       SELECT 1 FROM (
         SELECT d.code, d.unfetched FROM deliveries d INDEXED BY deliveries_attention_by_site
         WHERE ${NEEDS_ATTENTION} AND (d.project_id, d.origin) = (SELECT project_id, origin FROM site_states WHERE id = @site)
         ORDER BY d.position DESC LIMIT ${MAX_SEARCHED})
       WHERE code = problems.code OR (unfetched = 1 AND problems.code LIKE 'archive_%'))`,
  );
  const forgetProblems = run<[number, number]>("DELETE FROM problems WHERE site_id = ? AND resolved_at < ?");

  let counts = { ...NONE };
  let sessionsFrom = START;
  let uploadsFrom = START;
  let lastSite = 0;
  return {
    /** What was deleted since the last call. */
    takeCounts(): typeof counts {
      const result = counts;
      counts = { ...NONE };
      return result;
    },
    /** Prunes a few due sessions, in turns. */
    pruneSessions: database.transaction((now: number, days: number) => {
      const sessions = due(now - days * DAY_MS, sessionsFrom.at, sessionsFrom.id, STEP);
      const pruned: string[] = [];
      const isOver = timeSlice();
      let left = VERSIONS;
      for (const { id, last_access, current_version } of sessions) {
        let mayHaveMore: boolean;
        do {
          const limit = Math.min(AT_ONCE, left);
          const changes = removeVersions({ id, current: current_version, limit });
          mayHaveMore = changes === limit;
          left -= changes;
          counts.versions += changes;
        } while (mayHaveMore && left > 0 && !isOver());
        releaseAssets(id);
        // The next step continues with it.
        if (mayHaveMore) return { pruned, hasMore: true };
        // A session with an older open delivery stays due.
        if (!openOlder(id, id)) settle(id);
        pruned.push(id);
        sessionsFrom = { at: last_access, id };
        if (left <= 0 || isOver()) return { pruned, hasMore: true };
      }
      if (sessions.length < STEP) sessionsFrom = START;
      return { pruned, hasMore: sessions.length === STEP };
    }),
    /** Removes a few due uploads, in turns. @returns whether there may be more */
    pruneUploads: database.transaction((now: number, days: number): boolean => {
      const rows = uploads({ before: now - days * DAY_MS, ...uploadsFrom, limit: STEP });
      const isOver = timeSlice();
      for (const { session_id, file_name, created_at, key } of rows) {
        // File names are plain ASCII, so a draft contains them in quotes.
        if (!draftsName({ session: session_id, file: file_name }))
          counts.uploads += removeUpload(session_id, file_name);
        uploadsFrom = { at: created_at, id: key };
        if (isOver()) return true;
      }
      if (rows.length < STEP) uploadsFrom = START;
      return rows.length === STEP;
    }),
    pruneAttempts: pruning("attempts", "started_at", SENDING),
    pruneRequests: pruning("requests", "at"),
    /** Checks deliveries after a position; removes old ones without version and attempts. Returns the next position, 0 at the end. */
    pruneDeliveries: database.transaction((now: number, days: number, after: number) => {
      const rows = positions(after, STEP);
      const isOver = timeSlice();
      for (const { position } of rows) {
        counts.deliveries += removeDelivery(position, now - days * DAY_MS);
        if (isOver()) return position;
      }
      return rows.length < STEP ? 0 : (rows.at(-1)?.position ?? 0);
    }),
    /** Prunes the next site; null after the last. `resolved`: whether its problems changed. */
    pruneSite: database.transaction((now: number) => {
      const site = nextSite(lastSite);
      lastSite = site?.id ?? 0;
      if (site === null) return null;
      times.prune(site.id, now);
      forgetProblems(site.id, now - KEPT_PROBLEMS_MS);
      const resolved = resolveProblems({ site: site.id, before: now - QUIET_MS, now }) > 0;
      return { id: site.id, projectId: site.project_id, resolved };
    }),
  };
}
