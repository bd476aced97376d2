/** A row of `deliveries`: its columns in SQL, and how to read them. */
import type { DeliveryCode, DeliveryState, DeliveryWarning } from "../contracts/delivery-states.ts";
import type { AttemptReason, Facts } from "../outbound/codes.ts";
import { MAX_SITE_WORDS } from "../outbound/codes.ts";
import { beginningOfColumn } from "../storage/lists.ts";

/** A row of `deliveries`, decoded; times in ms. */
export interface Delivery {
  position: number;
  id: string;
  projectId: string;
  sessionId: string;
  event: "article_saved" | "site_fonts_updated";
  versionId: string | null;
  snapshotId: string | null;
  state: DeliveryState;
  origin: string;
  reason: AttemptReason;
  attempts: number;
  nextAttemptAt: number | null;
  code: DeliveryCode | null;
  facts: Facts;
  warnings: DeliveryWarning[];
  siteMessage: string | null;
  lastStatus: number | null;
  lastDurationMs: number | null;
  createdAt: number;
  finishedAt: number | null;
}

/** The same row as SQLite returns it. */
export interface DeliveryRecord {
  position: number;
  id: string;
  project_id: string;
  session_id: string;
  event: Delivery["event"];
  version_id: string | null;
  snapshot_id: string | null;
  state: DeliveryState;
  origin: string;
  reason: AttemptReason;
  attempts: number;
  next_attempt_at: number | null;
  code: DeliveryCode | null;
  facts: string;
  warnings: string;
  site_message: string | null;
  last_status: number | null;
  last_duration_ms: number | null;
  created_at: number;
  finished_at: number | null;
}

/**
 * SQL of a table's column `facts`. Earlier versions stored facts of any length. From JSON above today's limit, only
 * the members that sentences need are read.
 */
export const factsOf = (
  table: string,
) => `CASE WHEN octet_length(${table}.facts) <= 65536 THEN ${table}.facts ELSE json_object(
    'host', substr(${table}.facts ->> '$.host', 1, 300), 'rc', ${table}.facts ->> '$.rc',
    'status', ${table}.facts ->> '$.status', 'rm', substr(${table}.facts ->> '$.rm', 1, ${MAX_SITE_WORDS}),
    'assets', (SELECT json_group_array(substr(value, 1, 200))
               FROM (SELECT value FROM json_each(${table}.facts, '$.assets') LIMIT 20))) END AS facts`;

/** Exactly the condition of the partial indexes `deliveries_attention…`; otherwise SQLite does not use them. */
export const NEEDS_ATTENTION = `d.latest = 1 AND (d.state IN ('held', 'rejected', 'failed', 'exhausted')
    OR (d.state IN ('pending', 'sending') AND d.code IS NOT NULL) OR d.unfetched = 1)`;

/** Those of them that can be resent: neither held nor being sent. */
export const RESENDABLE = `${NEEDS_ATTENTION} AND d.state NOT IN ('held', 'sending')`;

/** The columns of a delivery, each cut to the length that is written today. */
export const DELIVERY_COLUMNS = `d.position, d.id, d.project_id, d.session_id, d.event, d.version_id, d.snapshot_id, d.state,
  d.origin, d.reason, d.attempts, d.next_attempt_at, d.code, ${factsOf("d")}, d.warnings,
  ${beginningOfColumn("d.site_message", MAX_SITE_WORDS)} AS site_message, d.last_status, d.last_duration_ms, d.created_at,
  d.finished_at`;

export const decodeDelivery = (row: DeliveryRecord): Delivery => ({
  position: row.position,
  id: row.id,
  projectId: row.project_id,
  sessionId: row.session_id,
  event: row.event,
  versionId: row.version_id,
  snapshotId: row.snapshot_id,
  state: row.state,
  origin: row.origin,
  reason: row.reason,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  code: row.code,
  facts: JSON.parse(row.facts),
  warnings: JSON.parse(row.warnings),
  siteMessage: row.site_message,
  lastStatus: row.last_status,
  lastDurationMs: row.last_duration_ms,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});
