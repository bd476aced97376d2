/**
 * Fetches missing files of an article from the site in the background (contract 3.4, 5.3): after a first open, or after
 * blobs were lost. The journalist sees a failure; the next open retries it.
 */

import { callbackAuthorization } from "../articles/sessions/metadata.ts";
import type { Session } from "../articles/sessions/session-store.ts";
import type { RestoringFile } from "../contracts/editor-api.ts";
import { type Sentence, sentence, withSentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { pause, withTimeout } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import type { Blob, Received } from "../storage/blobs.ts";
import { statements } from "../storage/database.ts";
import { beginningOfColumn } from "../storage/lists.ts";
import { fetchAsset, notFetched, type ReadableHosts, refuseWebPage } from "./fetch-asset.ts";
import { inspect } from "./inspect.ts";
import type { Inspected } from "./inspect-file.ts";

/** Concurrent fetches, in total and per site. */
const MAX_FETCHES = 8;
const MAX_OF_ORIGIN = 2;
/** Long enough for the largest video over a slow connection. */
const TIME_LIMIT_MS = 10 * 60_000;
/** Retry interval if a result cannot be stored. */
const RETRY_MS = 10_000;

interface Restore {
  sessionId: string;
  fileName: string;
  clientUrl: string;
  originalName: string;
  /** The missing blob, null for a file that Galley never had. */
  blob: string | null;
  origin: string;
}

/** For an invalid clientUrl. */
const NO_ORIGIN = "?";

export function createRestoring(
  services: Pick<
    Services,
    "database" | "runtime" | "events" | "settings" | "sessionStore" | "seal" | "projects" | "blobs" | "outgoing"
  > & { readableHosts: ReadableHosts },
) {
  const { database, runtime, events, settings, seal, projects, blobs, readableHosts, outgoing } = services;
  const { sessionStore: sessions } = services;
  const { run, rows, value } = statements(database);
  const candidates = rows<[string], Pick<Restore, "fileName" | "blob" | "clientUrl">>(
    `SELECT file_name AS fileName, blob, client_url AS clientUrl FROM assets
     WHERE session_id = ? AND client_url IS NOT NULL`,
  );
  const insert = run<[string, string, string]>(
    `INSERT INTO restores (session_id, file_name, origin, state, problem) VALUES (?, ?, ?, 'pending', '')
     ON CONFLICT (session_id, file_name) DO UPDATE SET origin = excluded.origin, state = 'pending', problem = '', sentence = NULL`,
  );
  const nextOrigin = value<[string], string | null>(
    "SELECT min(origin) FROM restores WHERE state = 'pending' AND origin > ?",
  );
  const pendingAt = rows<[string, number], Restore>(
    `SELECT r.session_id AS sessionId, r.file_name AS fileName, a.client_url AS clientUrl,
       a.original_name AS originalName, a.blob, r.origin FROM restores r
       JOIN assets a ON a.session_id = r.session_id AND a.file_name = r.file_name
     WHERE r.state = 'pending' AND r.origin = ? ORDER BY r.rowid LIMIT +?`,
  );
  const ofSession = rows<
    [{ id: string }],
    Omit<RestoringFile, "problem_sentence"> & { problem_sentence: string | null }
  >(
    `SELECT file_name, state, ${beginningOfColumn("problem", 500)} AS problem, sentence AS problem_sentence FROM restores WHERE session_id = +@id
     UNION ALL SELECT file_name, 'gone', '', NULL FROM assets WHERE session_id = +@id AND blob IS NULL AND client_url IS NULL
     ORDER BY 1`,
  );
  const fail = run<[string, string, string, string]>(
    "UPDATE restores SET state = 'failed', problem = ?, sentence = ? WHERE session_id = ? AND file_name = ?",
  );
  const done = run<[string, string]>("DELETE FROM restores WHERE session_id = ? AND file_name = ?");
  const insertBlob = run<[string, number, number, number]>(
    "INSERT INTO blobs (sha256, size, crc32, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING",
  );
  const setBlob = run(
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
  /** Stores the blob, its asset, and the versions that lacked it. */
  const finish = database.transaction(
    ({ sessionId, fileName, blob: lost }: Restore, file: Blob & Pick<Inspected, "type" | "width" | "height">) => {
      const { sha256, size, crc32, type, width, height } = file;
      insertBlob(sha256, size, crc32, runtime.clock.now());
      setBlob({ sha256, type, width, height, sessionId, fileName });
      if (lost !== null && lost !== sha256)
        for (const repair of repairs) repair.run({ sha256, lost, sessionId, fileName });
      done(sessionId, fileName);
    },
  );
  const stop = new AbortController();
  const active = new Map<string, { origin: string; done: Promise<void> }>();
  let lastOrigin = "";
  const searches = new Set<Promise<void>>();
  let unsubscribe = () => {};

  const keyOf = (restore: Restore) => `${restore.sessionId}/${restore.fileName}`;

  /** @throws AppError invalid, too_large, disk_full */
  const receive = async (session: Session, restore: Restore, signal: AbortSignal): Promise<Received> => {
    const limitBytes = settings.get().media_limit_bytes;
    if (/^data:/i.test(restore.clientUrl)) {
      const bytes = dataUrlBytes(restore.clientUrl);
      if (bytes === null) throw notFetched(sentence("media.data_url"));
      return blobs.receive(bytes, { limitBytes });
    }
    const project = projects.byId(session.projectId);
    const response = await fetchAsset(
      {
        url: restore.clientUrl,
        authorization: callbackAuthorization(seal.open(session.id, session.metadata)),
        limitBytes,
        allowedHosts: readableHosts(project),
        ca: project.settings.ca_certificate,
        signal,
      },
      outgoing,
    );
    const received = await blobs.receive(response.content, { limitBytes }).finally(() => response.content.destroy());
    try {
      await refuseWebPage(response, received.path, restore.clientUrl);
      return received;
    } catch (error) {
      await blobs.discard(received);
      throw error;
    }
  };

  const fetchOne = async (restore: Restore, signal: AbortSignal): Promise<void> => {
    const session = sessions.byId(restore.sessionId);
    if (session === null) return;
    const limitBytes = settings.get().media_limit_bytes;
    let received = await receive(session, restore, signal);
    try {
      const found = await inspect(`${restore.sessionId}/restoring`, received, restore.originalName);
      // Metadata in the site's files are already public, so only drawings are replaced.
      if (found.replacement !== undefined) {
        await blobs.discard(received);
        received = await blobs.receive(found.replacement, { limitBytes });
      }
      await blobs.keep(received, (blob) => finish(restore, { ...found, ...blob }));
    } catch (error) {
      await blobs.discard(received);
      throw error;
    }
  };

  const restoreOne = async (restore: Restore): Promise<void> => {
    const host = URL.parse(restore.clientUrl)?.host ?? restore.clientUrl.slice(0, 100);
    const publish = (state: "restored" | "failed", problem: Sentence | null) =>
      events.publish("asset", {
        session_id: restore.sessionId,
        file_name: restore.fileName,
        state,
        ...(problem === null ? { problem: "" } : withSentence("problem", problem)),
      });
    const late = () => notFetched(sentence("media.restored_too_slow", { host }));
    try {
      await withTimeout(runtime.clock, TIME_LIMIT_MS, stop.signal, (signal) => fetchOne(restore, signal), late);
      publish("restored", null);
    } catch (error) {
      if (stop.signal.aborted) return;
      const known = error instanceof AppError ? error.sentence : null;
      const problem = known ?? sentence("media.connection_lost", { host });
      const { detail, code, facts } = problem;
      fail(detail, JSON.stringify({ code, facts }), restore.sessionId, restore.fileName);
      publish("failed", problem);
    }
  };

  /** A file of an origin that is not at its limit. Files in progress are still pending in the table. */
  const pendingOf = (origin: string): Restore | undefined => {
    const busy = [...active.values()].filter((each) => each.origin === origin).length;
    if (busy >= MAX_OF_ORIGIN) return undefined;
    return pendingAt(origin, MAX_OF_ORIGIN).find((restore) => !active.has(keyOf(restore)));
  };

  /** The next file, with origins in turn. */
  const nextPending = (): Restore | undefined => {
    const originAfter = (origin: string) => nextOrigin(origin) ?? nextOrigin("");
    const first = originAfter(lastOrigin);
    for (let origin = first; origin !== null; ) {
      const restore = pendingOf(origin);
      if (restore !== undefined) {
        lastOrigin = origin;
        return restore;
      }
      origin = originAfter(origin);
      if (origin === first) return undefined;
    }
    return undefined;
  };

  const fetchPending = () => {
    try {
      while (!stop.signal.aborted && active.size < MAX_FETCHES) {
        const restore = nextPending();
        if (restore === undefined) return;
        const done = restoreOne(restore)
          .catch((error) => {
            // For example a full disk. The file is still pending, so the next attempt waits.
            runtime.log.error(
              `Could not store the result of restoring ${restore.fileName}. Galley tries again.`,
              error,
            );
            return pause(runtime.clock, RETRY_MS, stop.signal);
          })
          .finally(() => {
            active.delete(keyOf(restore));
            fetchPending();
          });
        active.set(keyOf(restore), { origin: restore.origin, done });
      }
    } catch (error) {
      // The next open reads the table again.
      runtime.log.error("Could not read the list of files to restore.", error);
    }
  };

  const request = database.transaction((sessionId: string, files: { fileName: string; clientUrl: string }[]) => {
    for (const { fileName, clientUrl } of files) insert(sessionId, fileName, URL.parse(clientUrl)?.origin ?? NO_ORIGIN);
  });

  /** Returns the number of missing files. An open does not wait for this. */
  const findMissing = async (sessionId: string): Promise<number> => {
    const missing: { fileName: string; clientUrl: string }[] = [];
    for (const file of candidates(sessionId))
      if (file.blob === null || (await blobs.stat(file.blob)) === null) missing.push(file);
    if (missing.length === 0 || stop.signal.aborted) return 0;
    request(sessionId, missing);
    fetchPending();
    return missing.length;
  };

  return {
    /** Continues pending fetches, and checks every session that is opened. */
    start(): void {
      unsubscribe = events.subscribe((event) => {
        if (event.kind !== "session" || !["opened", "reopened"].includes(event.data.change)) return;
        const search = findMissing(event.data.id)
          .then(() => {})
          .catch((error) => runtime.log.error("Could not search for missing files.", error))
          .finally(() => searches.delete(search));
        searches.add(search);
      });
      fetchPending();
    },
    /** Pending, failed and gone files. */
    ofSession: (sessionId: string): RestoringFile[] =>
      ofSession({ id: sessionId }).map(({ problem_sentence, ...file }) => ({
        ...file,
        ...(problem_sentence !== null && { problem_sentence: JSON.parse(problem_sentence) }),
      })),
    /** Fetches all missing files again, in the background. Returns their number. */
    again: findMissing,
    /** Aborts fetches; the next start continues them. */
    async close(): Promise<void> {
      unsubscribe();
      stop.abort();
      await Promise.all([...searches, ...[...active.values()].map(({ done }) => done)]);
    },
  };
}

/** The bytes of a `data:` URL (RFC 2397), null for an incomplete one. Its type is ignored. */
export function dataUrlBytes(url: string): Buffer | null {
  const comma = url.indexOf(",");
  if (comma < 0) return null;
  const data = url.slice(comma + 1);
  // `unescape` decodes to characters of one byte each, unlike `decodeURIComponent`, but also %uXXXX.
  const decoded = unescape(Buffer.from(data).toString("latin1").replaceAll("%u", "%25u"));
  return Buffer.from(decoded, /;\s*base64\s*$/i.test(url.slice(Math.max(0, comma - 20), comma)) ? "base64" : "latin1");
}
