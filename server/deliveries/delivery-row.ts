/** A row of `deliveries`: its columns in SQL, and their decoding. */
import type { DeliveryCode, DeliveryState, DeliveryWarning } from "../contracts/delivery-states.ts";
import { type AttemptReason, type Facts, MAX_SITE_WORDS } from "../outbound/failures.ts";
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

export interface DeliveryResult
  extends Pick<Delivery, "state" | "code" | "facts" | "warnings" | "siteMessage" | "nextAttemptAt" | "lastStatus"> {
  reason: AttemptReason;
  durationMs: number;
}

/** The row that SQLite returns. */
export type DeliveryRecord = Omit<Delivery, "facts" | "warnings"> & { facts: string; warnings: string };

/** SQL of a column `facts`. Earlier versions stored any length; above the current limit, only the required members are read. */
export const factsOf = (
  table: string,
) => `CASE WHEN octet_length(${table}.facts) <= 65536 THEN ${table}.facts ELSE json_object(
    'host', substr(${table}.facts ->> '$.host', 1, 300), 'rc', ${table}.facts ->> '$.rc',
    'status', ${table}.facts ->> '$.status', 'rm', substr(${table}.facts ->> '$.rm', 1, ${MAX_SITE_WORDS}),
    'assets', (SELECT json_group_array(substr(value, 1, 200))
               FROM (SELECT value FROM json_each(${table}.facts, '$.assets') LIMIT 20))) END AS facts`;

/** Must equal the condition of the partial indexes `deliveries_attention…`, or SQLite does not use them. */
export const NEEDS_ATTENTION = `d.latest = 1 AND (d.state IN ('held', 'rejected', 'failed', 'exhausted')
    OR (d.state IN ('pending', 'sending') AND d.code IS NOT NULL) OR d.unfetched = 1)`;

export const RESENDABLE = `${NEEDS_ATTENTION} AND d.state NOT IN ('held', 'sending')`;

/** The columns of a `DeliveryRecord`, each cut to the current limit. */
export const DELIVERY_COLUMNS = `d.position, d.id, d.project_id AS projectId, d.session_id AS sessionId, d.event,
  d.version_id AS versionId, d.snapshot_id AS snapshotId, d.state, d.origin, d.reason, d.attempts,
  d.next_attempt_at AS nextAttemptAt, d.code, ${factsOf("d")}, d.warnings,
  ${beginningOfColumn("d.site_message", MAX_SITE_WORDS)} AS siteMessage, d.last_status AS lastStatus,
  d.last_duration_ms AS lastDurationMs, d.created_at AS createdAt, d.finished_at AS finishedAt`;

/** Keeps further columns. */
export const decodeDelivery = <Row extends DeliveryRecord>(row: Row) =>
  ({ ...row, facts: JSON.parse(row.facts), warnings: JSON.parse(row.warnings) }) as Delivery &
    Omit<Row, keyof Delivery>;
