/** Types of the console API for the overview (`/overview`). */
import { z } from "zod";
import { ARCHIVE_WARNINGS } from "./delivery-states.ts";
import { ReplicaView } from "./replica-api.ts";
import { deliveryEvent, environment, id, sentenceBeside, time } from "./schema-parts.ts";

const archiveWarning = z.enum(ARCHIVE_WARNINGS).nullable();

export const AttentionRow = z
  .object({
    delivery_id: id,
    event: deliveryEvent,
    session_id: id,
    material_id: z.string(),
    /** `metadata.title` of the session, else its first heading; null without either. */
    title: z.string().nullable(),
    project_id: id,
    project: z.string(),
    version_number: z.number().nullable(),
    /**
     * retrying: failed; a retry is scheduled. sending: failed before and is being resent. delivered: the site confirmed
     * it but never downloaded the archive (`warning`).
     */
    state: z.enum(["retrying", "sending", "held", "rejected", "failed", "exhausted", "delivered"]),
    warning: archiveWarning,
    code: z.string().nullable(),
    last_status: z.number().nullable(),
    /** The beginning of the site's message. */
    site_message: z.string().nullable(),
    attempts: z.number(),
    next_attempt_at: time.nullable(),
    /** When the site should have received it. */
    since: time,
    callback_host: z.string(),
  })
  .meta({ id: "Attention" });
export type AttentionRow = z.infer<typeof AttentionRow>;

export const AttentionCount = z.object({ articles: z.number(), fonts: z.number() }).meta({ id: "AttentionCount" });
export type AttentionCount = z.infer<typeof AttentionCount>;

export const SiteWithProblems = z
  .object({
    /** Null if only an early version of Galley called the site. */
    site_id: id.nullable(),
    project_id: id,
    project: z.string(),
    environment,
    origin: z.string(),
    host: z.string(),
    /** Callback URL of one of its articles, without a password. */
    callback_url: z.string(),
    waiting: z.number(),
    /** The number that `POST /overview/retry` resends: all that are not being sent. */
    resendable: z.number(),
    /** Whether the last attempt failed. If false, the site rejects only some deliveries. */
    is_failing: z.boolean(),
    since: time,
    code: z.string().nullable(),
    /** Warning of the newest delivery if the site confirmed it but never downloaded the archive; else null. */
    warning: archiveWarning,
    last_status: z.number().nullable(),
    /** Sentence: why the site does not have the newest one. */
    explanation: z.string(),
    explanation_sentence: sentenceBeside,
    last_taken_at: time.nullable(),
  })
  .meta({ id: "Site" });
export type SiteWithProblems = z.infer<typeof SiteWithProblems>;

/** Response to `GET /overview?cursor=`. The cursor pages `attention`. */
export const Overview = z
  .object({
    version: z.string(),
    /** Articles and fonts that their site does not have, newest first. Counts only the newest delivery of a session. */
    attention: z.array(AttentionRow),
    attention_count: AttentionCount,
    next_cursor: z.string().nullable(),
    /** Sites with problems, most undelivered items first, at most 20. Excludes deliveries on hold. */
    sites: z.array(SiteWithProblems),
    site_count: z.number(),
    /** Current states, without superseded deliveries. */
    deliveries: z.object({
      queued: z.number(),
      retrying: z.number(),
      sending: z.number(),
      held: z.number(),
      rejected: z.number(),
      failed: z.number(),
      exhausted: z.number(),
      /** Failed before and being resent; included in `sending`. */
      resending: z.number(),
      /** The site confirmed them but never downloaded the archive. */
      not_downloaded: z.number(),
    }),
    /** Attempts in each of the last 24 hours, oldest first. delivered: rc 1 and the archive downloaded. */
    hours: z.array(z.object({ hour: time, delivered: z.number(), failed: z.number() })),
    storage: z.object({
      /** Size of the database and its write-ahead log, bytes. */
      database_bytes: z.number(),
      /** Size of all uploaded files, bytes, each counted once. */
      blob_bytes: z.number(),
      /** The share of fonts in `blob_bytes`. */
      font_bytes: z.number(),
      free_bytes: z.number(),
    }),
    backup: z.object({ last_at: time, file: z.string().nullable() }).nullable(),
    /** Null without a target. */
    replica: ReplicaView.pick({
      state: true,
      target: true,
      lag_ms: true,
      progress: true,
      last_drill: true,
      detail: true,
      detail_sentence: true,
    }).nullable(),
    /** The takeover through which this machine received its data; null without one, or if its steps are dismissed. */
    takeover: z
      .object({
        epoch: z.number(),
        at: time,
        /** Whether the deliveries on hold were released. */
        released: z.boolean(),
      })
      .nullable(),
    /** Result of the last check of the public URL; `reachable` is null while the check runs. */
    public_url: z.object({
      url: z.string(),
      reachable: z.boolean().nullable(),
      reason: z.string().nullable(),
      reason_sentence: sentenceBeside,
      checked_at: time.nullable(),
    }),
    /** The first steps of an admin, derived from the data. */
    first_steps: z.object({
      /** Whether the admin has dismissed them (setting `first_steps_dismissed`). */
      dismissed: z.boolean(),
      /** Whether the sample site has accepted a version; null without a sample site. */
      sample_site: z.boolean().nullable(),
      /** Whether a project other than the sample site's exists. */
      own_project: z.boolean(),
      /** Whether a receiver check of a site other than the sample site has succeeded. */
      receiver: z.boolean(),
    }),
  })
  .meta({ id: "Overview" });
export type Overview = z.infer<typeof Overview>;

/** Body of `POST /overview/retry`: one site; omitted for all sites with problems. */
export const ResendBody = z.strictObject({
  site: z.strictObject({ project: z.string().max(100), origin: z.string().max(2_048) }).optional(),
});
export type ResendBody = z.infer<typeof ResendBody>;

/** Response to `POST /overview/retry`, which skips deliveries that are on hold or being sent. */
export const Resent = z.object({
  sent: z.number(),
  more: z.boolean(),
});
export type Resent = z.infer<typeof Resent>;

export const HISTORY_SPANS = ["day", "month", "year"] as const;
export type HistorySpan = (typeof HISTORY_SPANS)[number];

/** Response to `GET /overview/history?span=`: totals of 24 hours, 30 days or 53 weeks, oldest first. */
export const History = z
  .object({
    /** Length of a point, ms. A day with a clock change is an hour shorter or longer. */
    step_ms: z.number(),
    points: z.array(
      z.object({ at: time, delivered: z.number(), failed: z.number(), opens: z.number(), saves: z.number() }),
    ),
  })
  .meta({ id: "History" });
export type History = z.infer<typeof History>;
