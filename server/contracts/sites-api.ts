/**
 * Types of the console's API for sites (`/sites`, `/problems`). A site is the origin of a project's callback URLs. It
 * exists from its first delivery until its project is deleted.
 */
import { z } from "zod";
import type { WrongSignatureView } from "./projects-api.ts";
import { environment, id, ofLength, sentenceBeside, time } from "./schema-parts.ts";

/** failing: its last attempt failed. idle: no attempt for 30 days. held and failing: `held`. */
export const SITE_STATES = ["ok", "failing", "held", "idle"] as const;
export type SiteState = (typeof SITE_STATES)[number];

/** attention: failing, held, ok, idle. undelivered, last_attempt: highest first. */
export const SITE_SORTS = ["attention", "name", "undelivered", "last_attempt"] as const;
export type SiteSort = (typeof SITE_SORTS)[number];

const head = {
  id,
  project_id: id,
  project: z.string(),
  environment,
  origin: z.string(),
  host: z.string(),
  state: z.enum(SITE_STATES),
  /** The first failed attempt after the last successful one; null: the last attempt was successful. */
  failing_since: time.nullable(),
  held_at: time.nullable(),
  last_delivered_at: time.nullable(),
  last_attempt_at: time.nullable(),
};

/** Row of `GET /sites?project=&q=&sort=&cursor=`. `q` holds words anywhere in host and project name. */
export const SiteRow = z
  .object({
    ...head,
    /** Deliveries that need attention, as on the overview; those on hold included, queued ones not. */
    undelivered: z.number(),
  })
  .meta({ id: "SiteRow" });
export type SiteRow = z.infer<typeof SiteRow>;

/** Of one step, or of all steps of a span. Times in ms, right within 15 %; null without a response. */
const results = {
  /** Attempts that the site accepted, with the archive downloaded. */
  delivered: z.number(),
  failed: z.number(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
};

export const SitePoint = z.object({ at: time, ...results }).meta({ id: "SitePoint" });
export type SitePoint = z.infer<typeof SitePoint>;

export const SiteSpan = z
  .object({
    /** Oldest first, the current step last. `at` is the start of a step; steps without attempts have zeros. */
    points: z.array(SitePoint),
    ...results,
    /** delivered / (delivered + failed), from 0 to 1; null without attempts. */
    rate: z.number().nullable(),
  })
  .meta({ id: "SiteSpan" });
export type SiteSpan = z.infer<typeof SiteSpan>;

export const PROBLEM_STATES = ["open", "muted", "resolved"] as const;

export const SiteProblem = z
  .object({
    id,
    /** A code of a failed delivery, or a warning of a delivered one. */
    code: z.string(),
    warning: z.boolean(),
    /** Attempts since `first_at`. */
    count: z.number(),
    /** Deliveries of the site that need attention because of it. */
    undelivered: z.number(),
    first_at: time,
    last_at: time,
    /** The newest delivery; null where it is no longer in the log. */
    example: z.object({ delivery_id: id, title: z.string().nullable(), material_id: z.string() }).nullable(),
    /** Of the newest attempt. */
    explanation: z.string(),
    explanation_sentence: sentenceBeside,
    assigned_to: z.object({ id, name: z.string() }).nullable(),
    muted_until: time.nullable(),
    state: z.enum(PROBLEM_STATES),
    resolved_at: time.nullable(),
    /** Name of the account; `Galley` after two weeks without a failure. Null: the owner, or not resolved. */
    resolved_by: z.string().nullable(),
  })
  .meta({ id: "SiteProblem" });
export type SiteProblem = z.infer<typeof SiteProblem>;

/**
 * Response to `GET /sites/:id`, `POST /sites/:id/hold`, `POST /sites/:id/release`, `PATCH /sites/:id` and
 * `PATCH /problems/:id`. `POST /deliveries/retry` with the filter `site` resends its deliveries page by page.
 */
export const SiteView = z
  .object({
    ...head,
    /** Of the newest attempt, without a password; the origin where its article was deleted. */
    callback_url: z.string(),
    /** Name of the account that held it; null: the owner, or not held. */
    held_by: z.string().nullable(),
    /** While a hold or release goes through the queue. New attempts follow it at once. */
    is_settling: z.boolean(),
    /** Deliveries by standing, only the newest of each article. queued, sending: up to 10,000. */
    undelivered: z.object({
      /** As `undelivered` of the row. */
      total: z.number(),
      /** How many `POST /deliveries/retry` resends; 0 while on hold. */
      resendable: z.number(),
      queued: z.number(),
      retrying: z.number(),
      sending: z.number(),
      held: z.number(),
      rejected: z.number(),
      failed: z.number(),
      exhausted: z.number(),
      /** The site confirmed them and never downloaded the archive. */
      not_downloaded: z.number(),
    }),
    /** hour: 12 steps of five minutes. day: 24 hours. month: 30 calendar days of the machine. */
    spans: z.object({ hour: SiteSpan, day: SiteSpan, month: SiteSpan }),
    /** Open ones first, then muted, then resolved; the newest failure first. */
    problems: z.array(SiteProblem),
    /** Of the project in the last 30 days; at most 1,000 are kept. */
    wrong_signatures: z.object({
      count: z.number(),
      last_at: time.nullable(),
      /** As in `GET /projects/:id/wrong-signatures`. */
      last: z.custom<WrongSignatureView>().meta({ type: "object" }).nullable(),
    }),
    /** Calls of `session/open` by the project that Galley refused in the last 30 days; up to 10,000 of each code. */
    refused_opens: z.object({
      count: z.number(),
      by_code: z.array(z.object({ code: z.string(), count: z.number() })),
      last_at: time.nullable(),
    }),
    alerts_muted_until: time.nullable(),
  })
  .meta({ id: "SiteView" });
export type SiteView = z.infer<typeof SiteView>;

const until = z.iso.datetime({ offset: true }).nullable();

/** Body of `PATCH /sites/:id`: no alerts about the site before that time; null: alerts as usual. */
export const SitePatch = z.strictObject({ alerts_muted_until: until });
export type SitePatch = z.infer<typeof SitePatch>;

/** Body of `PATCH /problems/:id`: the rest stays. `assigned_to` is an account's id; a muted problem raises no alert. */
export const ProblemPatch = z.strictObject({
  assigned_to: ofLength(z.string(), 1, 100).nullable().optional(),
  muted_until: until.optional(),
  resolved: z.boolean().optional(),
});
export type ProblemPatch = z.infer<typeof ProblemPatch>;

/** Event `site` of `GET /events`: load it again. Counts of attempts change with the event `delivery`. */
export interface SiteEvent {
  id: string;
  project_id: string;
  change: "held" | "released" | "failing" | "recovered" | "problems" | "alerts";
}
