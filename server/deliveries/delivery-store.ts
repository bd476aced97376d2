/**
 * SQL of deliveries and attempts: the table is the queue. Every change of state happens here, in a transaction, so that
 * a crash at any point leaves a delivery that the next start takes up.
 *
 * Glossary. delivery: one callback to a site. attempt: one request made for it. origin: scheme, host and port of the
 * callback URL. due: pending, and its time has come. superseded: not to be sent any more, because the site is to have, or
 * has, a newer one.
 */

import {
  archiveWarning,
  type DeliveryCode,
  type DeliveryState,
  type DeliveryWarning,
} from "../contracts/delivery-states.ts";
import { type AttemptReason, beginningOf, boundedFacts, type Facts, MAX_SITE_WORDS } from "../outbound/codes.ts";
import type { Database } from "../storage/database.ts";
import { DELIVERY_COLUMNS, type Delivery, type DeliveryRecord, decodeDelivery, factsOf } from "./delivery-row.ts";
import { createSiteStates } from "./site-states.ts";

/** Downloads that are kept of one attempt: a site needs one. */
const MAX_DOWNLOADS = 1_000;

const DOWNLOAD_COLUMNS = `d.started_at AS startedAt, d.duration_ms AS durationMs, d.status, d.bytes,
  d.total_bytes AS totalBytes, d.complete, d.remote_address AS remoteAddress, d.refusal`;

/** Condition of deliveries that are not over yet. Word for word that of their partial index, or SQLite does not use it. */
export const WAITS = "state IN ('pending', 'sending', 'held')";

export type NewDelivery = Pick<
  Delivery,
  "id" | "projectId" | "sessionId" | "event" | "versionId" | "snapshotId" | "origin" | "reason"
> & { state: "pending" | "held" };

/** What an attempt leaves behind on its delivery. */
export interface DeliveryResult {
  state: DeliveryState;
  /** Of the next attempt, where one follows by itself. */
  reason: AttemptReason;
  code: DeliveryCode | null;
  facts: Facts;
  warnings: DeliveryWarning[];
  siteMessage: string | null;
  nextAttemptAt: number | null;
  lastStatus: number | null;
  durationMs: number;
}

export interface NewAttempt {
  deliveryId: string;
  startedAt: number;
  contentUrl: string;
  /** JSON of `AttemptView.request`, secrets masked. */
  request: string;
}

export interface AttemptResult {
  durationMs: number;
  status: number | null;
  code: DeliveryCode | null;
  facts: Facts;
  /** JSON of the phases. */
  phases: string;
  remoteAddress: string | null;
  /** JSON of `AttemptView.answer`, secrets masked; null where none came. */
  answer: string | null;
}

export interface StoredAttempt extends AttemptResult {
  id: number;
  number: number;
  reason: AttemptReason;
  startedAt: number;
  finished: boolean;
  request: string;
}

interface AttemptRow {
  id: number;
  number: number;
  reason: AttemptReason;
  started_at: number;
  duration_ms: number | null;
  status: number | null;
  error_code: DeliveryCode | null;
  facts: string;
  phases: string;
  remote_address: string | null;
  request: string;
  answer: string | null;
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

// `+?` in place of `?`: see storage/database.ts.
export function createDeliveryStore(database: Database) {
  const insert = database.prepare(
    `INSERT INTO deliveries (id, project_id, session_id, event, version_id, snapshot_id, state, origin, reason,
       next_attempt_at, created_at, latest)
     VALUES (@id, @projectId, @sessionId, @event, @versionId, @snapshotId, @state, @origin, @reason, @at, @at, 1)`,
  );
  // Looked for first: an UPDATE is dear even where it finds nothing, as the table has many indexes.
  const waiting = database.prepare<[string, string], { position: number; id: string }>(
    `SELECT position, id FROM deliveries WHERE session_id = +? AND event = +? AND ${WAITS} AND state <> 'sending'`,
  );
  const supersedeOlder = database.prepare<[number, number]>(
    `UPDATE deliveries SET state = 'superseded', next_attempt_at = NULL, finished_at = ?, latest = 0 WHERE position = ?`,
  );
  const newest = database.prepare<[string, string], { position: number; latest: number }>(
    `SELECT position, latest FROM deliveries WHERE session_id = +? AND event = +? ORDER BY position DESC LIMIT 1`,
  );
  const unmarkLatest = database.prepare<[number]>("UPDATE deliveries SET latest = 0 WHERE position = ?");
  const byId = database.prepare<[string], DeliveryRecord>(
    `SELECT ${DELIVERY_COLUMNS} FROM deliveries d WHERE d.id = ?`,
  );
  const ofVersion = database.prepare<[string], DeliveryRecord>(
    `SELECT ${DELIVERY_COLUMNS} FROM deliveries d WHERE d.version_id = +? ORDER BY d.position DESC LIMIT 1`,
  );
  // A loose index scan: one step an origin, however many deliveries wait for it.
  const origins = database.prepare<[], { origin: string }>(
    `WITH RECURSIVE o (origin) AS (
       SELECT min(origin) FROM deliveries INDEXED BY deliveries_due WHERE state = 'pending'
       UNION ALL
       SELECT (SELECT min(origin) FROM deliveries INDEXED BY deliveries_due
               WHERE state = 'pending' AND origin > o.origin) FROM o
       WHERE o.origin IS NOT NULL)
     SELECT origin FROM o WHERE origin IS NOT NULL`,
  );
  const due = database.prepare<[string, number, number], DeliveryRecord>(
    `SELECT ${DELIVERY_COLUMNS} FROM deliveries d WHERE state = 'pending' AND origin = +? AND next_attempt_at <= +?
     ORDER BY next_attempt_at, position LIMIT +?`,
  );
  const nextAt = database.prepare<[string, number], { at: number | null }>(
    "SELECT min(next_attempt_at) AS at FROM deliveries WHERE state = 'pending' AND origin = +? AND next_attempt_at > +?",
  );
  const startSending = database.prepare<[string]>(
    "UPDATE deliveries SET state = 'sending', attempts = attempts + 1, next_attempt_at = NULL WHERE id = ? AND state = 'pending'",
  );
  const insertAttempt = database.prepare<[NewAttempt]>(
    `INSERT INTO attempts (delivery_id, number, reason, started_at, content_url, request)
     SELECT id, attempts, reason, @startedAt, @contentUrl, @request FROM deliveries WHERE id = @deliveryId`,
  );
  const finishAttempt = database.prepare(
    `UPDATE attempts SET duration_ms = @durationMs, status = @status, error_code = @code, facts = @facts,
       phases = @phases, remote_address = @remoteAddress, answer = @answer WHERE id = @id`,
  );
  const finishDelivery = database.prepare(
    `UPDATE deliveries SET state = @state, code = @code, facts = @facts, warnings = @warnings, unfetched = @unfetched,
       site_message = @siteMessage, next_attempt_at = @nextAttemptAt, last_status = @lastStatus,
       last_duration_ms = @durationMs, finished_at = @finishedAt, reason = @reason WHERE id = @id`,
  );
  const newerExists = database.prepare<[string, string, number], { found: number }>(
    `SELECT EXISTS (SELECT 1 FROM deliveries WHERE session_id = +? AND event = +? AND position > +?
       AND state <> 'superseded') AS found`,
  );
  // Fonts go to a callback URL, whichever session carries them.
  const newerFonts = (state: string) =>
    database.prepare<[string, number, string], { found: number }>(
      `SELECT EXISTS (SELECT 1 FROM deliveries d JOIN sessions s ON s.id = d.session_id
         WHERE d.project_id = +? AND d.event = 'site_fonts_updated' AND d.position > +? AND ${state}
           AND s.callback_url = (SELECT callback_url FROM sessions WHERE id = +?)) AS found`,
    );
  const newerFontsExist = newerFonts("d.state <> 'superseded'");
  // A plus keeps a condition from choosing the index: almost all deliveries are in this state.
  const newerFontsDelivered = newerFonts("+d.state = 'delivered'");
  const supersedeFonts = database.prepare<[number, string], { id: string; session_id: string }>(
    `UPDATE deliveries SET state = 'superseded', next_attempt_at = NULL, finished_at = ?
     WHERE project_id = ? AND event = 'site_fonts_updated' AND state IN ('pending', 'held') RETURNING id, session_id`,
  );
  const unmarkLatestFonts = database.prepare<[string]>(
    "UPDATE deliveries SET latest = 0 WHERE project_id = ? AND event = 'site_fonts_updated' AND latest = 1",
  );
  const fontsUnderWay = database.prepare<[string], { callback_url: string; session_id: string }>(
    `SELECT s.callback_url, d.session_id FROM deliveries d JOIN sessions s ON s.id = d.session_id
     WHERE d.project_id = +? AND d.event = 'site_fonts_updated' AND d.state = 'sending'`,
  );
  const newerDelivered = database.prepare<[string, string, number], { found: number }>(
    `SELECT EXISTS (SELECT 1 FROM deliveries WHERE session_id = +? AND event = +? AND position > +?
       AND +state = 'delivered') AS found`,
  );
  const interruptAttempts = database.prepare(
    `UPDATE attempts SET error_code = 'interrupted', duration_ms = 0 WHERE duration_ms IS NULL AND delivery_id IN
       (SELECT id FROM deliveries WHERE state = 'sending')`,
  );
  const sending = database.prepare<[], DeliveryRecord>(
    `SELECT ${DELIVERY_COLUMNS} FROM deliveries d WHERE state = 'sending'`,
  );
  const supersede = database.prepare<[number, string]>(
    "UPDATE deliveries SET state = 'superseded', next_attempt_at = NULL, finished_at = ? WHERE id = ?",
  );
  const recover = database.prepare<[number]>(
    `UPDATE deliveries SET state = 'pending', reason = 'restart', code = 'interrupted', facts = '{}',
       next_attempt_at = ? WHERE state = 'sending'`,
  );
  const again = database.prepare<[AttemptReason, number, string]>(
    `UPDATE deliveries SET state = 'pending', reason = ?, next_attempt_at = ?, finished_at = NULL, unfetched = 0
     WHERE id = ?`,
  );
  const holdAll = database.prepare<[], { session_id: string }>(
    "UPDATE deliveries SET state = 'held', next_attempt_at = NULL WHERE state = 'pending' RETURNING session_id",
  );
  const releaseAll = database.prepare<[number], { session_id: string }>(
    "UPDATE deliveries SET state = 'pending', next_attempt_at = ? WHERE state = 'held' RETURNING session_id",
  );
  const moveOrigin = database.prepare<[string, string, string]>(
    `UPDATE deliveries SET origin = ? WHERE session_id = ? AND ${WAITS} AND origin <> ?`,
  );
  const attemptsOf = database.prepare<[string, number], AttemptRow>(
    `SELECT id, number, reason, started_at, duration_ms, status, error_code, ${factsOf("attempts")}, phases, remote_address,
       request, answer
     FROM attempts WHERE delivery_id = +? ORDER BY number DESC LIMIT +?`,
  );
  const insertDownload = database.prepare(
    `INSERT INTO downloads (attempt_id, started_at, duration_ms, status, bytes, total_bytes, complete, remote_address,
       refusal)
     SELECT id, @startedAt, @durationMs, @status, @bytes, @totalBytes, @complete, @remoteAddress, @refusal FROM attempts
     WHERE id = @attemptId AND (SELECT count(*) FROM downloads WHERE attempt_id = @attemptId) < ${MAX_DOWNLOADS}`,
  );
  const downloadsOf = database.prepare<[number], StoredDownload>(
    `SELECT ${DOWNLOAD_COLUMNS} FROM downloads d WHERE d.attempt_id = +? ORDER BY d.id LIMIT 100`,
  );
  const downloadedBytes = database.prepare<[string], { bytes: number | null }>(
    `SELECT max(d.bytes) AS bytes FROM attempts a JOIN downloads d ON d.attempt_id = a.id
     WHERE a.delivery_id = +? AND d.complete = 1`,
  );
  const fetched = database.prepare<[string], { found: number }>(
    `SELECT fetched_at IS NOT NULL OR EXISTS (SELECT 1 FROM attempts a JOIN downloads d ON d.attempt_id = a.id
       WHERE a.delivery_id = deliveries.id AND d.complete = 1) AS found
     FROM deliveries WHERE id = +?`,
  );
  const lastDownload = database.prepare<[string], StoredDownload>(
    `SELECT ${DOWNLOAD_COLUMNS} FROM attempts a JOIN downloads d ON d.attempt_id = a.id
     WHERE a.delivery_id = +? ORDER BY d.id DESC LIMIT 1`,
  );
  const ofArchive = database.prepare<[string, string, string], { id: string | null; attemptId: number }>(
    `SELECT max(d.position), d.id, (SELECT a.id FROM attempts a WHERE a.delivery_id = d.id ORDER BY a.number DESC LIMIT 1) AS attemptId
     FROM deliveries d WHERE (d.version_id = ? OR d.snapshot_id = ?) AND +d.session_id = ?`,
  );
  const unfetchedSince = database.prepare<[string], { at: number | null }>(
    "SELECT finished_at AS at FROM deliveries WHERE id = ? AND unfetched = 1",
  );
  const markFetched = database.prepare<[number, string]>(
    `UPDATE deliveries SET fetched_at = coalesce(fetched_at, ?), unfetched = 0,
       warnings = (SELECT json_group_array(value) FROM json_each(warnings) WHERE value NOT LIKE 'archive_%')
     WHERE id = ?`,
  );
  const markRefused = database.prepare<[string, string]>(
    `UPDATE deliveries SET facts = json_patch(facts, ?),
       warnings = replace(warnings, '"archive_not_downloaded"', '"archive_refused"')
     WHERE id = ? AND unfetched = 1`,
  );
  const cancel = database.prepare<[number, string]>(
    `UPDATE deliveries SET state = 'exhausted', code = 'cancelled', facts = '{}', next_attempt_at = NULL, finished_at = ?
     WHERE id = ? AND state IN ('pending', 'held')`,
  );
  const contentUrlOf = database.prepare<[string, number], { content_url: string }>(
    "SELECT content_url FROM attempts WHERE delivery_id = ? AND number = ?",
  );
  /** Whether there is a delivery of a newer save of the session, or of newer fonts for its callback URL. */
  const hasNewer = ({ event, projectId, sessionId, position }: Delivery) =>
    (event === "site_fonts_updated"
      ? newerFontsExist.get(projectId, position, sessionId)
      : newerExists.get(sessionId, event, position)
    )?.found === 1;
  const siteStates = createSiteStates(database);
  const one = (row: DeliveryRecord | undefined) => (row === undefined ? null : decodeDelivery(row));

  return {
    /**
     * A new delivery, due at once, or held. Runs in the caller's transaction.
     * @returns ids of the session's older ones that are superseded by it: all that are not under way
     */
    enqueue(delivery: NewDelivery, at: number): string[] {
      const superseded = waiting.all(delivery.sessionId, delivery.event);
      for (const { position } of superseded) supersedeOlder.run(at, position);
      // Of a session and event, no other than the newest can be marked as such.
      const before = newest.get(delivery.sessionId, delivery.event);
      if (before?.latest === 1) unmarkLatest.run(before.position);
      insert.run({ ...delivery, at });
      return superseded.map(({ id }) => id);
    },
    byId: (id: string) => one(byId.get(id)),
    ofVersion: (versionId: string) => one(ofVersion.get(versionId)),
    origins: () => origins.all().map(({ origin }) => origin),
    due: (origin: string, now: number, limit: number) => due.all(origin, now, limit).map(decodeDelivery),
    /** When the origin's next delivery becomes due after `now`, null where none waits. */
    nextAt: (origin: string, now: number) => nextAt.get(origin, now)?.at ?? null,
    /**
     * Marks it as sending and writes the attempt, before the request leaves. Null where it is not pending any more. Runs
     * in the caller's transaction.
     */
    beginAttempt: (attempt: NewAttempt): number | null =>
      startSending.run(attempt.deliveryId).changes === 1 ? Number(insertAttempt.run(attempt).lastInsertRowid) : null,
    /** The outcome of an attempt. Runs in the caller's transaction, with the merge of what the site answered. */
    finishAttempt(attemptId: number, deliveryId: string, attempt: AttemptResult, result: DeliveryResult, at: number) {
      finishAttempt.run({ ...attempt, facts: JSON.stringify(boundedFacts(attempt.facts)), id: attemptId });
      finishDelivery.run({
        ...result,
        facts: JSON.stringify(boundedFacts(result.facts)),
        siteMessage: result.siteMessage === null ? null : beginningOf(result.siteMessage, MAX_SITE_WORDS),
        warnings: JSON.stringify(result.warnings),
        unfetched: result.state === "delivered" && archiveWarning(result.warnings) !== null ? 1 : 0,
        finishedAt: result.state === "pending" ? null : at,
        id: deliveryId,
      });
      const taken = result.state === "delivered";
      const fetched = archiveWarning(result.warnings) === null;
      siteStates.note({ deliveryId, taken, fetched, code: result.code, status: result.lastStatus, at });
    },
    hasNewer,
    /** Whether the site has taken a newer one already. */
    hasNewerDelivered: ({ event, projectId, sessionId, position }: Delivery) =>
      (event === "site_fonts_updated"
        ? newerFontsDelivered.get(projectId, position, sessionId)
        : newerDelivered.get(sessionId, event, position)
      )?.found === 1,
    /** A new publication of the project's fonts goes to every callback URL, so all that wait are superseded by it. */
    supersedeFonts(projectId: string, at: number) {
      unmarkLatestFonts.run(projectId);
      return supersedeFonts.all(at, projectId).map(({ id, session_id }) => ({ id, sessionId: session_id }));
    },
    /** Callback URL → the session whose fonts are under way to it. */
    fontsUnderWay: (projectId: string) =>
      new Map(fontsUnderWay.all(projectId).map(({ callback_url, session_id }) => [callback_url, session_id])),
    /** It is not sent any more, because the site is to have, or has, a newer one. */
    supersede: (id: string, at: number) => void supersede.run(at, id),
    /**
     * After a crash: what was under way is due again, and its attempt says so. Where there is a newer one it is superseded
     * instead, or it would be sent after that one. Returns how many are due.
     */
    recoverInterrupted: database.transaction((now: number) => {
      interruptAttempts.run();
      for (const delivery of sending.all().map(decodeDelivery)) if (hasNewer(delivery)) supersede.run(now, delivery.id);
      return recover.run(now).changes;
    }),
    /** Holds all that wait, for as long as deliveries are paused. Returns the sessions concerned. */
    holdAll: () => new Set(holdAll.all().map(({ session_id }) => session_id)),
    /** What was held is due. Returns the sessions concerned. */
    releaseAll: (now: number) => new Set(releaseAll.all(now).map(({ session_id }) => session_id)),
    sendAgain: (id: string, reason: AttemptReason, at: number) => void again.run(reason, at, id),
    /** The session's callback URL has changed: its deliveries that are not over go there. */
    moveOrigin: (sessionId: string, origin: string) => void moveOrigin.run(origin, sessionId, origin),
    /** Nothing is tried any more for one that waits or is held. */
    cancel: (id: string, at: number) => void cancel.run(at, id),
    /** Null for an attempt that is not in the log. */
    contentUrlOf: (deliveryId: string, number: number) => contentUrlOf.get(deliveryId, number)?.content_url ?? null,
    attemptsOf: (deliveryId: string, limit: number): StoredAttempt[] =>
      attemptsOf.all(deliveryId, limit).map((row) => ({
        id: row.id,
        number: row.number,
        reason: row.reason,
        startedAt: row.started_at,
        finished: row.duration_ms !== null,
        durationMs: row.duration_ms ?? 0,
        status: row.status,
        code: row.error_code,
        facts: JSON.parse(row.facts),
        phases: row.phases,
        remoteAddress: row.remote_address,
        request: row.request,
        answer: row.answer,
      })),
    addDownload: (attemptId: number, download: StoredDownload) =>
      void insertDownload.run({ ...download, attemptId, complete: download.complete ? 1 : 0 }),
    downloadsOf: (attemptId: number) => downloadsOf.all(attemptId),
    /** Bytes of the archive that was downloaded whole for a delivery, null before it was. */
    downloadedBytes: (deliveryId: string) => downloadedBytes.get(deliveryId)?.bytes ?? null,
    /** Whether the site has ever downloaded the whole archive. */
    isFetched: (deliveryId: string) => fetched.get(deliveryId)?.found === 1,
    /** The last download of any attempt, null without one. */
    lastDownload: (deliveryId: string): StoredDownload | null => lastDownload.get(deliveryId) ?? null,
    /** The delivery of a version's or a snapshot's archive, with its newest attempt; null where none is kept. */
    ofArchive(sessionId: string, archiveId: string): { id: string; attemptId: number | null } | null {
      const { id = null, attemptId = null } = ofArchive.get(archiveId, archiveId, sessionId) ?? {};
      return id === null ? null : { id, attemptId };
    },
    /** The site has downloaded the whole archive: that clears an archive warning. */
    markFetched: database.transaction((deliveryId: string, at: number) => {
      const answeredAt = unfetchedSince.get(deliveryId)?.at ?? null;
      if (answeredAt !== null) siteStates.countAsDelivered(answeredAt);
      markFetched.run(at, deliveryId);
    }),
    /** The site asked after its answer, and was refused or broke off. Returns whether the delivery has an archive warning. */
    markRefused: (deliveryId: string, facts: Facts): boolean =>
      markRefused.run(JSON.stringify(boundedFacts(facts)), deliveryId).changes > 0,
    isSiteFailing: siteStates.isFailing,
  };
}

export interface StoredDownload {
  startedAt: number;
  /** Null for those of earlier versions. */
  durationMs: number | null;
  status: number;
  bytes: number;
  totalBytes: number | null;
  complete: boolean | number;
  remoteAddress: string | null;
  /** Why it was refused, one sentence; null where it was not. */
  refusal: string | null;
}
