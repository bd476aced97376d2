/** SQL of restoring: which files of which sessions are to be fetched from their clientUrl, and how that went. */

import type { Sentence, SentenceRef } from "../contracts/sentences/index.ts";
import type { Database } from "../storage/database.ts";
import { beginningOfColumn } from "../storage/lists.ts";

/** A file that is to be fetched. */
export interface Restore {
  sessionId: string;
  fileName: string;
  clientUrl: string;
  originalName: string;
  /** The blob that is missing on disk, null for a file that was never here. */
  blob: string | null;
  /** The site that it is fetched from: scheme, host and port. */
  origin: string;
}

/** gone: no state of the site has its URL. */
export interface RestoreState {
  fileName: string;
  state: "pending" | "failed" | "gone";
  /** In English, "" while it has not failed. */
  problem: string;
  /** Null where it has not failed, or failed before sentences were stored. */
  sentence: SentenceRef | null;
}

export interface RestoredFile {
  sha256: string;
  size: number;
  crc32: number;
  type: string;
  width: number | null;
  height: number | null;
}

/** Of a clientUrl that is none. */
const NO_ORIGIN = "?";

export type RestoreStore = ReturnType<typeof createRestoreStore>;

export function createRestoreStore(database: Database) {
  const candidates = database.prepare<[string], { file_name: string; blob: string | null; client_url: string }>(
    "SELECT file_name, blob, client_url FROM assets WHERE session_id = ? AND client_url IS NOT NULL",
  );
  const want = database.prepare<[string, string, string]>(
    `INSERT INTO restores (session_id, file_name, origin, state, problem) VALUES (?, ?, ?, 'pending', '')
     ON CONFLICT (session_id, file_name) DO UPDATE SET origin = excluded.origin, state = 'pending', problem = '', sentence = NULL`,
  );
  const nextOrigin = database
    .prepare<[string], string | null>("SELECT min(origin) FROM restores WHERE state = 'pending' AND origin > ?")
    .pluck();
  const pending = database.prepare<
    [string, number],
    { session_id: string; file_name: string; client_url: string; original_name: string; blob: string | null }
  >(
    `SELECT r.session_id, r.file_name, a.client_url, a.original_name, a.blob FROM restores r
       JOIN assets a ON a.session_id = r.session_id AND a.file_name = r.file_name
     WHERE r.state = 'pending' AND r.origin = ? ORDER BY r.rowid LIMIT +?`,
  );
  const ofSession = database.prepare<[{ id: string }], Omit<RestoreState, "sentence"> & { sentence: string | null }>(
    `SELECT file_name AS fileName, state, ${beginningOfColumn("problem", 500)} AS problem, sentence FROM restores WHERE session_id = +@id
     UNION ALL SELECT file_name, 'gone', '', NULL FROM assets WHERE session_id = +@id AND blob IS NULL AND client_url IS NULL
     ORDER BY 1`,
  );
  const fail = database.prepare<[string, string, string, string]>(
    "UPDATE restores SET state = 'failed', problem = ?, sentence = ? WHERE session_id = ? AND file_name = ?",
  );
  const done = database.prepare<[string, string]>("DELETE FROM restores WHERE session_id = ? AND file_name = ?");
  const insertBlob = database.prepare<[string, number, number, number]>(
    "INSERT INTO blobs (sha256, size, crc32, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING",
  );
  const setBlob = database.prepare(
    // A data: URL is the file itself, which is here now, and no address that a page could load.
    `UPDATE assets SET blob = @sha256, type = @type, width = @width, height = @height,
       client_url = CASE WHEN client_url LIKE 'data:%' THEN NULL ELSE client_url END
     WHERE session_id = @sessionId AND file_name = @fileName`,
  );
  // Versions whose bytes were lost get those that the site has kept.
  const mendVersions = database.prepare(
    `UPDATE version_files SET blob = @sha256 WHERE file_name = @fileName AND blob = @lost
       AND version_id IN (SELECT id FROM versions WHERE session_id = @sessionId)`,
  );
  const mendSources = database.prepare(
    `UPDATE version_sources SET blob = @sha256 WHERE file_name = @fileName AND blob = @lost
       AND version_id IN (SELECT id FROM versions WHERE session_id = @sessionId)`,
  );
  return {
    candidates: (sessionId: string) =>
      candidates.all(sessionId).map((row) => ({ fileName: row.file_name, blob: row.blob, clientUrl: row.client_url })),
    want: database.transaction((sessionId: string, files: { fileName: string; clientUrl: string }[]) => {
      for (const { fileName, clientUrl } of files)
        want.run(sessionId, fileName, URL.parse(clientUrl)?.origin ?? NO_ORIGIN);
    }),
    /** The first origin behind `origin` that files are pending of, in the order of their names; null where none is. */
    nextOrigin: (origin: string): string | null => nextOrigin.get(origin) ?? null,
    /** Files that are pending of an origin, in the order in which they were asked for. */
    pending: (origin: string, limit: number): Restore[] =>
      pending.all(origin, limit).map((row) => ({
        sessionId: row.session_id,
        fileName: row.file_name,
        clientUrl: row.client_url,
        originalName: row.original_name,
        blob: row.blob,
        origin,
      })),
    ofSession: (sessionId: string): RestoreState[] =>
      ofSession
        .all({ id: sessionId })
        .map((row) => ({ ...row, sentence: row.sentence === null ? null : JSON.parse(row.sentence) })),
    fail: ({ sessionId, fileName }: Restore, { detail, code, facts }: Sentence) =>
      void fail.run(detail, JSON.stringify({ code, facts }), sessionId, fileName),
    /** The file is here: its blob's row, the asset and the versions that lacked it, in one transaction. */
    finish: database.transaction((restore: Restore, file: RestoredFile, now: number) => {
      insertBlob.run(file.sha256, file.size, file.crc32, now);
      setBlob.run({ ...file, sessionId: restore.sessionId, fileName: restore.fileName });
      if (restore.blob !== null && restore.blob !== file.sha256) {
        const { sessionId, fileName, blob: lost } = restore;
        for (const mend of [mendVersions, mendSources]) mend.run({ sha256: file.sha256, lost, sessionId, fileName });
      }
      done.run(restore.sessionId, restore.fileName);
    }),
  };
}
