/**
 * What needs an admin: articles and fonts that their site does not have. The newest delivery of each session decides,
 * so that years of refusals that were mended long ago cost nothing (migration 0003).
 */
import type { AttentionRow, Overview } from "../contracts/console-api.ts";
import { isoTime } from "../core/runtime.ts";
import type { Database } from "../storage/database.ts";
import { PAGE_SIZE, pageOf, readCursor } from "../storage/lists.ts";

/** Longer metadata is not searched for a title: what is only listed is read in bounds. */
const MAX_METADATA_BYTES = 65_536;
const MAX_TITLE_CHARACTERS = 300;

/** Word for word the condition of the partial index `deliveries_attention`, or SQLite does not use it. */
const NEEDS_ATTENTION = `d.latest = 1 AND (d.state IN ('held', 'rejected', 'failed', 'exhausted')
    OR (d.state IN ('pending', 'sending') AND d.code IS NOT NULL))`;

interface Row extends Omit<AttentionRow, "state" | "since" | "next_attempt_at" | "callback_host"> {
  position: number;
  state: StoredState;
  callback_url: string;
  created_at: number;
  next_attempt_at: number | null;
}

type Unsettled = Overview["attention_count"] & Omit<Overview["deliveries"], "queued" | "sending">;

type StoredState = Exclude<AttentionRow["state"], "retrying"> | "pending";

export type Attention = ReturnType<typeof createAttention>;

export function createAttention(database: Database) {
  const rows = (condition: string) =>
    database.prepare<number[], Row>(
      `SELECT d.position, d.id AS delivery_id, d.event, d.state, d.code, d.attempts, d.last_status,
         d.next_attempt_at, d.created_at, d.session_id, s.material_id, s.callback_url, p.id AS project_id,
         p.name AS project, v.number AS version_number,
         CASE WHEN octet_length(s.metadata) <= ${MAX_METADATA_BYTES} AND json_valid(s.metadata)
           AND json_type(s.metadata, '$.title') = 'text'
         THEN nullif(trim(substr(s.metadata ->> '$.title', 1, ${MAX_TITLE_CHARACTERS})), '') END AS title
       FROM deliveries d INDEXED BY deliveries_attention JOIN sessions s ON s.id = d.session_id
         JOIN projects p ON p.id = d.project_id LEFT JOIN versions v ON v.id = d.version_id
       WHERE ${NEEDS_ATTENTION} ${condition} ORDER BY d.position DESC LIMIT ${PAGE_SIZE + 1}`,
    );
  const first = rows("");
  const further = rows("AND d.position < ?");
  // One pass without sorting, for all may fail at once.
  const count = (condition: string) => `count(*) FILTER (WHERE ${condition})`;
  const unsettled = database.prepare<[], Unsettled>(
    `SELECT ${count("d.event = 'article_saved'")} AS articles, ${count("d.event = 'site_fonts_updated'")} AS fonts,
       ${count("d.state = 'pending'")} AS retrying, ${count("d.state = 'held'")} AS held,
       ${count("d.state = 'rejected'")} AS rejected, ${count("d.state = 'failed'")} AS failed,
       ${count("d.state = 'exhausted'")} AS exhausted
     FROM deliveries d INDEXED BY deliveries_attention WHERE ${NEEDS_ATTENTION}`,
  );
  const underWay = database.prepare<[], { state: "pending" | "sending"; count: number }>(
    `SELECT state, count(*) AS count FROM deliveries INDEXED BY deliveries_by_state
     WHERE state IN ('pending', 'sending') GROUP BY state`,
  );

  return {
    /** How it stands, with a page of what needs attention, the newest first. */
    overview(cursor: string | null): Overview {
      const before = readCursor(cursor, ["number"])?.[0];
      const page = pageOf(before === undefined ? first.all() : further.all(Number(before)), ({ position }) => [
        position,
      ]);
      const { articles, fonts, ...states } = unsettled.get() as Unsettled;
      const underWayBy = new Map(underWay.all().map(({ state, count: all }) => [state, all]));
      return {
        attention: page.items.map(attentionRow),
        attention_count: { articles, fonts },
        next_cursor: page.nextCursor,
        deliveries: {
          ...states,
          queued: (underWayBy.get("pending") ?? 0) - states.retrying,
          sending: underWayBy.get("sending") ?? 0,
        },
      };
    },
  };
}

function attentionRow({ position: _, state, callback_url, created_at, next_attempt_at, ...row }: Row): AttentionRow {
  return {
    ...row,
    state: state === "pending" ? "retrying" : state,
    callback_host: URL.parse(callback_url)?.host ?? callback_url,
    since: isoTime(created_at),
    next_attempt_at: next_attempt_at === null ? null : isoTime(next_attempt_at),
  };
}
