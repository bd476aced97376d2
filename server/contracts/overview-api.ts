/** The console's API for the overview (`/overview`): current state, and articles and sites that need attention. */
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
     * retrying: failed; a retry is scheduled. sending: failed before and now being resent. delivered: the site confirmed
     * it and never downloaded its archive, see `warning`.
     */
    state: z.enum(["retrying", "sending", "held", "rejected", "failed", "exhausted", "delivered"]),
    warning: archiveWarning,
    code: z.string().nullable(),
    last_status: z.number().nullable(),
    /** The beginning of the site's message. */
    site_message: z.string().nullable(),
    attempts: z.number(),
    next_attempt_at: time.nullable(),
    /** Since when the site should have it. */
    since: time,
    callback_host: z.string(),
  })
  .meta({ id: "Attention" });
export type AttentionRow = z.infer<typeof AttentionRow>;

/** Response to `GET /overview/attention`: how many need attention. */
export const AttentionCount = z.object({ articles: z.number(), fonts: z.number() }).meta({ id: "AttentionCount" });
export type AttentionCount = z.infer<typeof AttentionCount>;

export const SiteInTrouble = z
  .object({
    /** Of `GET /sites/:id`; null for a site that was last called by an early version of Galley. */
    site_id: id.nullable(),
    project_id: id,
    project: z.string(),
    environment,
    origin: z.string(),
    host: z.string(),
    /** Callback URL of one of its articles, without a password. */
    callback_url: z.string(),
    waiting: z.number(),
    /** How many of them `POST /overview/retry` resends: those that are not being sent. */
    resendable: z.number(),
    /** Whether its last attempt failed; otherwise the site accepts some deliveries and rejects others. */
    is_failing: z.boolean(),
    since: time,
    /** Code of the last failed attempt; null without one. */
    code: z.string().nullable(),
    /** Warning of the newest delivery, when the site confirmed it and never downloaded its archive; else null. */
    warning: archiveWarning,
    last_status: z.number().nullable(),
    /** Why the site does not have the newest one, for people. */
    explanation: z.string(),
    explanation_sentence: sentenceBeside,
    last_taken_at: time.nullable(),
  })
  .meta({ id: "Site" });
export type SiteInTrouble = z.infer<typeof SiteInTrouble>;

/** Response to `GET /overview?cursor=`. The cursor pages `attention`. */
export const Overview = z
  .object({
    version: z.string(),
    /** Articles and fonts that their site does not have, newest first. The newest delivery of each session decides. */
    attention: z.array(AttentionRow),
    attention_count: AttentionCount,
    next_cursor: z.string().nullable(),
    /** Sites with problems, those with the most undelivered items first, at most 20. Deliveries on hold do not count. */
    sites: z.array(SiteInTrouble),
    site_count: z.number(),
    /** Current states: a rejected version that a newer one has superseded does not count. */
    deliveries: z.object({
      queued: z.number(),
      retrying: z.number(),
      sending: z.number(),
      held: z.number(),
      rejected: z.number(),
      failed: z.number(),
      exhausted: z.number(),
      /** Failed before and now being resent; included in `sending`. */
      resending: z.number(),
      /** The site confirmed them and never downloaded the archive. */
      not_downloaded: z.number(),
    }),
    /**
     * Attempts that ended in each of the last 24 hours, the current hour last; `hour` is the start of the hour.
     * delivered: the site responded rc 1 and has downloaded the archive.
     */
    hours: z.array(z.object({ hour: time, delivered: z.number(), failed: z.number() })),
    storage: z.object({
      /** Bytes of the database with its write-ahead log. */
      database_bytes: z.number(),
      /** Bytes of all uploaded files, each counted once. */
      blob_bytes: z.number(),
      /** The share of fonts in `blob_bytes`. */
      font_bytes: z.number(),
      free_bytes: z.number(),
    }),
    /** The last backup; null: never. */
    backup: z.object({ last_at: time, file: z.string().nullable() }).nullable(),
    /** Null: no target. */
    replica: ReplicaView.pick({
      state: true,
      target: true,
      lag_ms: true,
      progress: true,
      last_drill: true,
      detail: true,
      detail_sentence: true,
    }).nullable(),
    /** The last takeover, by which this machine got its data; null: none, or its steps are dismissed. */
    takeover: z
      .object({
        epoch: z.number(),
        at: time,
        /** Whether deliveries are sent again. */
        released: z.boolean(),
      })
      .nullable(),
    /** Whether the public URL is reachable, as of the last check; null while the check runs. */
    public_url: z.object({
      url: z.string(),
      reachable: z.boolean().nullable(),
      reason: z.string().nullable(),
      reason_sentence: sentenceBeside,
      checked_at: time.nullable(),
    }),
    /** The first steps of an admin, completed according to the data. */
    first_steps: z.object({
      /** Whether the admin has dismissed them (setting `first_steps_dismissed`). */
      dismissed: z.boolean(),
      /** Whether the sample site has accepted a version; null without a sample site. */
      sample_site: z.boolean().nullable(),
      /** Whether there is a project beside the sample site's. */
      own_project: z.boolean(),
      /** Whether a receiver check of another site than the sample site has succeeded. */
      receiver: z.boolean(),
    }),
  })
  .meta({ id: "Overview" });
export type Overview = z.infer<typeof Overview>;

/** Body of `POST /overview/retry`: resends the articles and fonts of one site, or of all sites with problems. */
export const SendAgainBody = z.strictObject({
  site: z.strictObject({ project: z.string().max(100), origin: z.string().max(2_048) }).optional(),
});
export type SendAgainBody = z.infer<typeof SendAgainBody>;

/** Response to `POST /overview/retry`. Deliveries on hold or being sent stay unchanged. */
export const SentAgain = z.object({
  sent: z.number(),
  more: z.boolean(),
});
export type SentAgain = z.infer<typeof SentAgain>;

export const HISTORY_SPANS = ["day", "month", "year"] as const;
export type HistorySpan = (typeof HISTORY_SPANS)[number];

/** Response to `GET /overview/history?span=`: attempts, opens and saves of 24 hours, 30 days or 53 weeks, the present last. */
export const History = z
  .object({
    /** ms that a point covers; a day in which the clock changes is an hour shorter or longer. */
    step_ms: z.number(),
    points: z.array(
      z.object({ at: time, delivered: z.number(), failed: z.number(), opens: z.number(), saves: z.number() }),
    ),
  })
  .meta({ id: "History" });
export type History = z.infer<typeof History>;
