/**
 * SQL of deliveries and attempts: the table is the queue. Every change of state is a transaction, so that the next start
 * continues after a crash. due: pending, and its next attempt is not in the future. superseded: replaced by a newer one.
 */
import { archiveWarning } from "../contracts/delivery-states.ts";
import { type AttemptReason, beginningOf, boundedFacts, type Facts, MAX_SITE_WORDS } from "../outbound/failures.ts";
import { type Database, statements } from "../storage/database.ts";
import { distinctSql } from "../storage/lists.ts";
import {
  DELIVERY_COLUMNS,
  type Delivery,
  type DeliveryRecord,
  type DeliveryResult,
  decodeDelivery,
  factsOf,
} from "./delivery-row.ts";
import { type AttemptTarget, createSiteStates, type Site, type Unfetched } from "./site-states.ts";

const MAX_DOWNLOADS = 1_000;

const DOWNLOAD_COLUMNS = `d.started_at AS startedAt, d.duration_ms AS durationMs, d.status, d.bytes,
  d.total_bytes AS totalBytes, d.complete, d.remote_address AS remoteAddress, d.refusal`;

/** Unfinished deliveries. Must equal the condition of their partial index, or SQLite does not use it. */
export const IS_UNFINISHED = "state IN ('pending', 'sending', 'held')";

/** SQL: whether a row of `deliveries` must be on hold. @paused: whether all deliveries are paused. */
const MUST_HOLD = `(@paused = 1 OR EXISTS (SELECT 1 FROM site_states s
  WHERE s.project_id = deliveries.project_id AND s.origin = deliveries.origin AND s.held_at IS NOT NULL))`;

/** SQL: makes deliveries due at @now, or as scheduled, or puts them on hold. */
const SETTLE = `state = iif(${MUST_HOLD}, 'held', 'pending'),
  next_attempt_at = iif(${MUST_HOLD}, NULL, coalesce(next_attempt_at, @now))`;

type NewDelivery = Pick<
  Delivery,
  "id" | "projectId" | "sessionId" | "event" | "versionId" | "snapshotId" | "origin" | "reason"
> & { paused: boolean };

/** Logged data of an attempt that is not in its `DeliveryResult`. */
interface Conversation {
  /** JSON of the phases. */
  phases: string;
  remoteAddress: string | null;
  /** JSON of `AttemptView.answer`, secrets masked; null without a response. */
  answer: string | null;
}

export interface StoredAttempt extends Conversation, Pick<DeliveryResult, "code" | "facts" | "durationMs"> {
  id: number;
  number: number;
  reason: AttemptReason;
  startedAt: number;
  finished: boolean;
  status: number | null;
  /** JSON of `AttemptView.request`, secrets masked. */
  request: string;
}

type NewAttempt = Pick<StoredAttempt, "startedAt" | "request"> & { deliveryId: string; contentUrl: string };

type AttemptRow = Omit<StoredAttempt, "facts" | "finished"> & { facts: string; finished: number };

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

// `+?` instead of `?`: see storage/database.ts.
export function createDeliveryStore(database: Database) {
  const { run, row, rows, value, values, is } = statements(database);
  const insert = run(
    `INSERT INTO deliveries (id, project_id, session_id, event, version_id, snapshot_id, state, origin, reason,
       next_attempt_at, created_at, latest)
     VALUES (@id, @projectId, @sessionId, @event, @versionId, @snapshotId, @state, @origin, @reason, @nextAt, @at, 1)`,
  );
  // A SELECT first, because an UPDATE is expensive even without matches: the table has many indexes.
  const waiting = values<[string, string], string>(
    `SELECT id FROM deliveries WHERE session_id = +? AND event = +? AND ${IS_UNFINISHED} AND state <> 'sending'`,
  );
  const newest = row<[string, string], { position: number; latest: number }>(
    `SELECT position, latest FROM deliveries WHERE session_id = +? AND event = +? ORDER BY position DESC LIMIT 1`,
  );
  const unmarkLatest = run<[number]>("UPDATE deliveries SET latest = 0 WHERE position = ?");
  const byId = row<[string], DeliveryRecord>(`SELECT ${DELIVERY_COLUMNS} FROM deliveries d WHERE d.id = ?`);
  const ofVersion = row<[string], DeliveryRecord>(
    `SELECT ${DELIVERY_COLUMNS} FROM deliveries d WHERE d.version_id = +? ORDER BY d.position DESC LIMIT 1`,
  );
  const origins = values<[], string>(
    distinctSql("origin", "deliveries INDEXED BY deliveries_due WHERE state = 'pending'"),
  );
  const due = rows<[string, number, number], DeliveryRecord>(
    `SELECT ${DELIVERY_COLUMNS} FROM deliveries d WHERE state = 'pending' AND origin = +? AND next_attempt_at <= +?
     ORDER BY next_attempt_at, position LIMIT +?`,
  );
  const nextAt = value<[string, number], number | null>(
    "SELECT min(next_attempt_at) FROM deliveries WHERE state = 'pending' AND origin = +? AND next_attempt_at > +?",
  );
  const startSending = run<[string]>(
    "UPDATE deliveries SET state = 'sending', attempts = attempts + 1, next_attempt_at = NULL WHERE id = ? AND state = 'pending'",
  );
  const insertAttempt = value<[NewAttempt], number>(
    `INSERT INTO attempts (delivery_id, number, reason, started_at, content_url, request)
     SELECT id, attempts, reason, @startedAt, @contentUrl, @request FROM deliveries WHERE id = @deliveryId RETURNING id`,
  );
  const finishAttempt = run(
    `UPDATE attempts SET duration_ms = @durationMs, status = @lastStatus, error_code = @code, facts = @facts,
       phases = @phases, remote_address = @remoteAddress, answer = @answer WHERE id = @id`,
  );
  const finishDelivery = run(
    `UPDATE deliveries SET state = @state, code = @code, facts = @facts, warnings = @warnings, unfetched = @unfetched,
       site_message = @siteMessage, next_attempt_at = @nextAttemptAt, last_status = @lastStatus,
       last_duration_ms = @durationMs, finished_at = @finishedAt, reason = @reason WHERE id = @id`,
  );
  /** Whether a newer save of the session has such a state, or newer fonts for the same callback URL in any session. */
  const newer = (state: string) => {
    const save = is<[string, string, number]>(
      `SELECT 1 FROM deliveries WHERE session_id = +? AND event = +? AND position > +? AND ${state}`,
    );
    const fonts = is<[string, number, string]>(
      `SELECT 1 FROM deliveries d JOIN sessions s ON s.id = d.session_id
       WHERE d.project_id = +? AND d.event = 'site_fonts_updated' AND d.position > +? AND ${state}
         AND s.callback_url = (SELECT callback_url FROM sessions WHERE id = +?)`,
    );
    return ({ event, projectId, sessionId, position }: Delivery): boolean =>
      event === "site_fonts_updated" ? fonts(projectId, position, sessionId) : save(sessionId, event, position);
  };
  const hasNewer = newer("state <> 'superseded'");
  // The plus prevents the use of the index of states, because almost all deliveries are in this state.
  const hasNewerDelivered = newer("+state = 'delivered'");
  const supersedeFonts = rows<[number, string], { id: string; sessionId: string }>(
    `UPDATE deliveries SET state = 'superseded', next_attempt_at = NULL, finished_at = ?
     WHERE project_id = ? AND event = 'site_fonts_updated' AND state IN ('pending', 'held') RETURNING id, session_id AS sessionId`,
  );
  const unmarkLatestFonts = run<[string]>(
    "UPDATE deliveries SET latest = 0 WHERE project_id = ? AND event = 'site_fonts_updated' AND latest = 1",
  );
  const fontsInProgress = rows<[string], { callback_url: string; session_id: string }>(
    `SELECT s.callback_url, d.session_id FROM deliveries d JOIN sessions s ON s.id = d.session_id
     WHERE d.project_id = +? AND d.event = 'site_fonts_updated' AND d.state = 'sending'`,
  );
  const interruptAttempts = run(
    `UPDATE attempts SET error_code = 'interrupted', duration_ms = 0 WHERE duration_ms IS NULL AND delivery_id IN
       (SELECT id FROM deliveries WHERE state = 'sending')`,
  );
  const sending = rows<[], DeliveryRecord>(`SELECT ${DELIVERY_COLUMNS} FROM deliveries d WHERE state = 'sending'`);
  const supersede = run<[number, string]>(
    "UPDATE deliveries SET state = 'superseded', next_attempt_at = NULL, finished_at = ? WHERE id = ?",
  );
  const recover = run<[{ paused: number; now: number }]>(
    `UPDATE deliveries SET reason = 'restart', code = 'interrupted', facts = '{}', ${SETTLE} WHERE state = 'sending'`,
  );
  const resend = run<[AttemptReason, number, string]>(
    `UPDATE deliveries SET state = 'pending', reason = ?, next_attempt_at = ?, finished_at = NULL, unfetched = 0
     WHERE id = ?`,
  );
  const positions = values<[string, number, number], number>(
    `SELECT position FROM deliveries INDEXED BY deliveries_by_state WHERE state = ? AND position > ?
       ORDER BY position LIMIT ?`,
  );
  const settle = values<[{ state: string; after: number; last: number; paused: number; now: number }], string>(
    `UPDATE deliveries INDEXED BY deliveries_by_state SET ${SETTLE}
       WHERE state = @state AND position > @after AND position <= @last AND (state = 'held') <> ${MUST_HOLD}
       RETURNING session_id`,
  );
  const moveOrigin = run<[string, string, string]>(
    `UPDATE deliveries SET origin = ? WHERE session_id = ? AND ${IS_UNFINISHED} AND origin <> ?`,
  );
  const settleMoved = values<[{ sessionId: string; paused: number; now: number }], string>(
    `UPDATE deliveries SET ${SETTLE} WHERE session_id = @sessionId AND ${IS_UNFINISHED} AND state <> 'sending'
       RETURNING state`,
  );
  const attemptsOf = rows<[string, number], AttemptRow>(
    `SELECT id, number, reason, started_at AS startedAt, coalesce(duration_ms, 0) AS durationMs,
       duration_ms IS NOT NULL AS finished, status, error_code AS code, ${factsOf("attempts")}, phases,
       remote_address AS remoteAddress, request, answer
     FROM attempts WHERE delivery_id = +? ORDER BY number DESC LIMIT +?`,
  );
  const insertDownload = run(
    `INSERT INTO downloads (attempt_id, started_at, duration_ms, status, bytes, total_bytes, complete, remote_address,
       refusal)
     SELECT id, @startedAt, @durationMs, @status, @bytes, @totalBytes, @complete, @remoteAddress, @refusal FROM attempts
     WHERE id = @attemptId AND (SELECT count(*) FROM downloads WHERE attempt_id = @attemptId) < ${MAX_DOWNLOADS}`,
  );
  const ofArchive = row<[string, string, string], { id: string | null; attemptId: number }>(
    `SELECT max(d.position), d.id, (SELECT a.id FROM attempts a WHERE a.delivery_id = d.id ORDER BY a.number DESC LIMIT 1) AS attemptId
     FROM deliveries d WHERE (d.version_id = ? OR d.snapshot_id = ?) AND +d.session_id = ?`,
  );
  const unfetchedOf = row<[string], Unfetched>(
    `SELECT finished_at AS at, project_id AS projectId, origin,
       (SELECT value FROM json_each(warnings) WHERE value LIKE 'archive_%') AS warning
     FROM deliveries WHERE id = ? AND unfetched = 1 AND finished_at IS NOT NULL`,
  );
  const markFetched = run<[number, string]>(
    `UPDATE deliveries SET fetched_at = coalesce(fetched_at, ?), unfetched = 0,
       warnings = (SELECT json_group_array(value) FROM json_each(warnings) WHERE value NOT LIKE 'archive_%')
     WHERE id = ?`,
  );
  const markRefused = run<[string, string]>(
    `UPDATE deliveries SET facts = json_patch(facts, ?),
       warnings = replace(warnings, '"archive_not_downloaded"', '"archive_refused"')
     WHERE id = ? AND unfetched = 1`,
  );
  const cancel = run<[number, string]>(
    `UPDATE deliveries SET state = 'exhausted', code = 'cancelled', facts = '{}', next_attempt_at = NULL, finished_at = ?
     WHERE id = ? AND state IN ('pending', 'held')`,
  );
  const siteStates = createSiteStates(database);
  const isHeld = (site: Site | null) => site !== null && site.heldAt !== null;
  const one = (row: DeliveryRecord | null) => row && decodeDelivery(row);

  return {
    /**
     * Adds a delivery in the caller's transaction. It is due immediately, or held while all deliveries are paused or its
     * site is on hold. Returns its state and the ids of the superseded deliveries.
     */
    enqueue({ paused, ...delivery }: NewDelivery, at: number): { state: "pending" | "held"; superseded: string[] } {
      const superseded = waiting(delivery.sessionId, delivery.event);
      for (const id of superseded) supersede(at, id);
      const before = newest(delivery.sessionId, delivery.event);
      if (before?.latest === 1) unmarkLatest(before.position);
      const site = siteStates.siteOf(delivery.projectId, delivery.origin);
      const state = paused || isHeld(site) ? "held" : "pending";
      insert({ ...delivery, state, nextAt: state === "held" ? null : at, at });
      return { state, superseded };
    },
    byId: (id: string) => one(byId(id)),
    ofVersion: (versionId: string) => one(ofVersion(versionId)),
    origins,
    due: (origin: string, now: number, limit: number) => due(origin, now, limit).map(decodeDelivery),
    /** When the next delivery to the origin is due after `now`; null without one. */
    nextAt,
    /** When the earliest pending delivery is due; null without one. */
    firstDue(): number | null {
      const times = origins().flatMap((origin) => nextAt(origin, 0) ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
    /** Marks a delivery as sending and writes the attempt, in the caller's transaction. Null if it is no longer pending. */
    beginAttempt: (attempt: NewAttempt): number | null =>
      startSending(attempt.deliveryId) === 1 ? insertAttempt(attempt) : null,
    /** Runs in the caller's transaction, together with the merge of the response. Returns the change of the site. */
    finishAttempt(
      { attemptId, deliveryId, ...called }: AttemptTarget & { attemptId: number; deliveryId: string },
      conversation: Conversation,
      result: DeliveryResult,
      at: number,
    ) {
      const facts = JSON.stringify(boundedFacts(result.facts));
      finishAttempt({ ...result, ...conversation, facts, id: attemptId });
      const changes = finishDelivery({
        ...result,
        facts,
        siteMessage: result.siteMessage === null ? null : beginningOf(result.siteMessage, MAX_SITE_WORDS),
        warnings: JSON.stringify(result.warnings),
        unfetched: result.state === "delivered" && archiveWarning(result.warnings) !== null ? 1 : 0,
        finishedAt: result.state === "pending" ? null : at,
        id: deliveryId,
      });
      // The project was deleted during the attempt.
      if (changes === 0) return null;
      return siteStates.note(result, called, deliveryId, at);
    },
    hasNewer,
    hasNewerDelivered,
    /** A publication is sent to every callback URL, so it supersedes all pending ones of the project. */
    supersedeFonts(projectId: string, at: number) {
      unmarkLatestFonts(projectId);
      return supersedeFonts(at, projectId);
    },
    /** Callback URL → session with fonts in progress. */
    fontsInProgress: (projectId: string) =>
      new Map(fontsInProgress(projectId).map(({ callback_url, session_id }) => [callback_url, session_id])),
    supersede: (id: string, at: number) => void supersede(at, id),
    /** After a crash, makes interrupted deliveries due again or puts them on hold, unless a newer one exists. Returns their number. */
    recoverInterrupted: database.transaction((now: number, paused: boolean) => {
      interruptAttempts();
      for (const delivery of sending().map(decodeDelivery)) if (hasNewer(delivery)) supersede(now, delivery.id);
      return recover({ paused: paused ? 1 : 0, now });
    }),
    holdAll: run("UPDATE deliveries SET state = 'held', next_attempt_at = NULL WHERE state = 'pending'"),
    /**
     * Holds or releases the next deliveries in a state after a position. Returns their sessions, and the last position;
     * null at the end of the queue.
     */
    settle(state: "pending" | "held", after: number, limit: number, paused: boolean, now: number) {
      const found = positions(state, after, limit);
      const last = found.at(-1) ?? after;
      const sessions = settle({ state, after, last, paused: paused ? 1 : 0, now });
      return { sessions, after: found.length < limit ? null : last };
    },
    isOnHold: is<[string]>(
      `SELECT 1 FROM deliveries d JOIN site_states s ON s.project_id = d.project_id AND s.origin = d.origin
     WHERE d.id = +? AND s.held_at IS NOT NULL`,
    ),
    resend: (id: string, reason: AttemptReason, at: number) => void resend(reason, at, id),
    /** Moves unfinished deliveries of a session to its new callback URL. Held ones are due if their new site is not on hold. Returns whether any is pending. */
    moveOrigin(sessionId: string, origin: string, paused: boolean, now: number): boolean {
      if (moveOrigin(origin, sessionId, origin) === 0) return false;
      return settleMoved({ sessionId, paused: paused ? 1 : 0, now }).includes("pending");
    },
    cancel: (id: string, at: number) => void cancel(at, id),
    /** Null for an attempt that is not in the log. */
    contentUrlOf: value<[string, number], string>(
      "SELECT content_url FROM attempts WHERE delivery_id = ? AND number = ?",
    ),
    attemptsOf: (deliveryId: string, limit: number): StoredAttempt[] =>
      attemptsOf(deliveryId, limit).map((row) => ({
        ...row,
        finished: row.finished === 1,
        facts: JSON.parse(row.facts),
      })),
    addDownload: (attemptId: number, download: StoredDownload) =>
      void insertDownload({ ...download, attemptId, complete: download.complete ? 1 : 0 }),
    downloadsOf: rows<[number], StoredDownload>(
      `SELECT ${DOWNLOAD_COLUMNS} FROM downloads d WHERE d.attempt_id = +? ORDER BY d.id LIMIT 100`,
    ),
    /** Size of the complete download, in bytes; null without one. */
    downloadedBytes: value<[string], number | null>(
      `SELECT max(d.bytes) FROM attempts a JOIN downloads d ON d.attempt_id = a.id
     WHERE a.delivery_id = +? AND d.complete = 1`,
    ),
    isFetched: is<[string]>(
      `SELECT 1 FROM deliveries WHERE id = +? AND (fetched_at IS NOT NULL OR EXISTS (
       SELECT 1 FROM attempts a JOIN downloads d ON d.attempt_id = a.id
       WHERE a.delivery_id = deliveries.id AND d.complete = 1))`,
    ),
    lastDownload: row<[string], StoredDownload>(
      `SELECT ${DOWNLOAD_COLUMNS} FROM attempts a JOIN downloads d ON d.attempt_id = a.id
     WHERE a.delivery_id = +? ORDER BY d.id DESC LIMIT 1`,
    ),
    /** The delivery of a version's or snapshot's archive, with its newest attempt. */
    ofArchive(sessionId: string, archiveId: string): { id: string; attemptId: number | null } | null {
      const { id = null, attemptId = null } = ofArchive(archiveId, archiveId, sessionId) ?? {};
      return id === null ? null : { id, attemptId };
    },
    /** Clears the archive warning after a complete download. */
    markFetched: database.transaction((deliveryId: string, at: number) => {
      const unfetched = unfetchedOf(deliveryId);
      if (unfetched !== null) siteStates.countAsDelivered(unfetched);
      markFetched(at, deliveryId);
    }),
    /** Records a failed download after the response. Returns whether the delivery has an archive warning. */
    markRefused: database.transaction((deliveryId: string, facts: Facts, at: number): boolean => {
      const unfetched = unfetchedOf(deliveryId);
      if (unfetched === null) return false;
      markRefused(JSON.stringify(boundedFacts(facts)), deliveryId);
      siteStates.countAsRefused(unfetched, deliveryId, facts, at);
      return true;
    }),
  };
}

export interface StoredDownload {
  startedAt: number;
  /** Null in rows of earlier versions. */
  durationMs: number | null;
  status: number;
  bytes: number;
  totalBytes: number | null;
  complete: boolean | number;
  remoteAddress: string | null;
  refusal: string | null;
}
