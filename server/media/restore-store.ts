/** SQL of restoring: files to fetch from their clientUrl, and the results. */

import type { Sentence, SentenceRef } from "../contracts/sentences/index.ts";
import type { Database } from "../storage/database.ts";
import { beginningOfColumn } from "../storage/lists.ts";

export interface Restore {
  sessionId: string;
  fileName: string;
  clientUrl: string;
  originalName: string;
  /** The missing blob, null for a file that Galley never had. */
  blob: string | null;
  origin: string;
}

/** gone: no state of the site has a URL. */
export interface RestoreState {
  fileName: string;
  state: "pending" | "failed" | "gone";
  /** In English; "" without a failure. */
  problem: string;
  /** Null without a failure, and for a failure stored by an earlier version. */
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

/** For an invalid clientUrl. */
const NO_ORIGIN = "?";

export type RestoreStore = ReturnType<typeof createRestoreStore>;

export function createRestoreStore(database: Database) {
  const candidates = database.prepare<[string], Pick<Restore, "fileName" | "blob" | "clientUrl">>(
    `SELECT file_name AS fileName, blob, client_url AS clientUrl FROM assets
     WHERE session_id = ? AND client_url IS NOT NULL`,
  );
  const request = database.prepare<[string, string, string]>(
    `INSERT INTO restores (session_id, file_name, origin, state, problem) VALUES (?, ?, ?, 'pending', '')
     ON CONFLICT (session_id, file_name) DO UPDATE SET origin = excluded.origin, state = 'pending', problem = '', sentence = NULL`,
  );
  const nextOrigin = database
    .prepare<[string], string | null>("SELECT min(origin) FROM restores WHERE state = 'pending' AND origin > ?")
    .pluck();
  const pending = database.prepare<[string, number], Restore>(
    `SELECT r.session_id AS sessionId, r.file_name AS fileName, a.client_url AS clientUrl,
       a.original_name AS originalName, a.blob, r.origin FROM restores r
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
    // A data: URL is the file itself.
    `UPDATE assets SET blob = @sha256, type = @type, width = @width, height = @height,
       client_url = CASE WHEN client_url LIKE 'data:%' THEN NULL ELSE client_url END
     WHERE session_id = @sessionId AND file_name = @fileName`,
  );
  // Versions whose bytes were lost receive the site's bytes.
  const repairs = ["version_files", "version_sources"].map((table) =>
    database.prepare(
      `UPDATE ${table} SET blob = @sha256 WHERE file_name = @fileName AND blob = @lost
         AND version_id IN (SELECT id FROM versions WHERE session_id = @sessionId)`,
    ),
  );
  return {
    candidates: (sessionId: string) => candidates.all(sessionId),
    request: database.transaction((sessionId: string, files: { fileName: string; clientUrl: string }[]) => {
      for (const { fileName, clientUrl } of files)
        request.run(sessionId, fileName, URL.parse(clientUrl)?.origin ?? NO_ORIGIN);
    }),
    /** The next origin with pending files after `origin`, by name. */
    nextOrigin: (origin: string): string | null => nextOrigin.get(origin) ?? null,
    /** Oldest request first. */
    pending: (origin: string, limit: number): Restore[] => pending.all(origin, limit),
    ofSession: (sessionId: string): RestoreState[] =>
      ofSession
        .all({ id: sessionId })
        .map((row) => ({ ...row, sentence: row.sentence === null ? null : JSON.parse(row.sentence) })),
    fail: ({ sessionId, fileName }: Restore, { detail, code, facts }: Sentence) =>
      void fail.run(detail, JSON.stringify({ code, facts }), sessionId, fileName),
    /** Stores the blob, its asset, and the versions that lacked it, in one transaction. */
    finish: database.transaction((restore: Restore, file: RestoredFile, now: number) => {
      insertBlob.run(file.sha256, file.size, file.crc32, now);
      setBlob.run({ ...file, sessionId: restore.sessionId, fileName: restore.fileName });
      if (restore.blob !== null && restore.blob !== file.sha256) {
        const { sessionId, fileName, blob: lost } = restore;
        for (const repair of repairs) repair.run({ sha256: file.sha256, lost, sessionId, fileName });
      }
      done.run(restore.sessionId, restore.fileName);
    }),
  };
}
