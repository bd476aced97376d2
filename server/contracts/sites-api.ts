/**
 * Types of the console API for sites (`/sites`, `/problems`). A site is the origin of a project's callback URLs. It
 * exists from its first delivery until its project is deleted.
 */
import { z } from "zod";
import type { WrongSignatureView } from "./projects-api.ts";
import { environment, id, ofLength, sentenceBeside, time } from "./schema-parts.ts";

/** failing: the last attempt failed. idle: no attempt for 30 days. `held` takes precedence over `failing`. */
export const SITE_STATES = ["ok", "failing", "held", "idle"] as const;
export type SiteState = (typeof SITE_STATES)[number];

/** attention: failing, held, ok, then idle. undelivered, last_attempt: highest first. */
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
  /** Time of the first failed attempt after the last successful one; null if the last attempt was successful. */
  failing_since: time.nullable(),
  held_at: time.nullable(),
  last_delivered_at: time.nullable(),
  last_attempt_at: time.nullable(),
};

/** Row of `GET /sites?project=&q=&sort=&cursor=`. `q` contains words from the host and project name. */
export const SiteRow = z
  .object({
    ...head,
    /** Number of deliveries that need attention, including those on hold, excluding queued ones. */
    undelivered: z.number(),
  })
  .meta({ id: "SiteRow" });
export type SiteRow = z.infer<typeof SiteRow>;

/** Totals of a step or a span. Times in ms, accurate to 15 %; null without a response. */
const results = {
  /** Attempts that the site accepted after it downloaded the archive. */
  delivered: z.number(),
  failed: z.number(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
};

export const SitePoint = z.object({ at: time, ...results }).meta({ id: "SitePoint" });
export type SitePoint = z.infer<typeof SitePoint>;

export const SiteSpan = z
  .object({
    /** Oldest first. `at` is the start of a step; steps without attempts contain zeros. */
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
    /** Code of failed deliveries, or warning of delivered ones. */
    code: z.string(),
    warning: z.boolean(),
    /** Number of attempts since `first_at`. */
    count: z.number(),
    /** Number of deliveries that need attention because of the problem. */
    undelivered: z.number(),
    first_at: time,
    last_at: time,
    /** The newest delivery; null if it is no longer in the log. */
    example: z.object({ delivery_id: id, title: z.string().nullable(), material_id: z.string() }).nullable(),
    explanation: z.string(),
    explanation_sentence: sentenceBeside,
    assigned_to: z.object({ id, name: z.string() }).nullable(),
    muted_until: time.nullable(),
    state: z.enum(PROBLEM_STATES),
    resolved_at: time.nullable(),
    /** Name of the account; `Galley` after two weeks without a failure; null for the owner or if unresolved. */
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
    /** Callback URL of the newest attempt, without a password; the origin if the article was deleted. */
    callback_url: z.string(),
    /** Name of the account that put the site on hold; null for the owner or if not on hold. */
    held_by: z.string().nullable(),
    /** Whether Galley is still applying a hold or release to the queue. New attempts follow it immediately. */
    is_settling: z.boolean(),
    /** Number of deliveries by state, only the newest of each article. queued, sending: up to 10,000. */
    undelivered: z.object({
      /** As `undelivered` in `SiteRow`. */
      total: z.number(),
      /** The number that `POST /deliveries/retry` resends; 0 while on hold. */
      resendable: z.number(),
      queued: z.number(),
      retrying: z.number(),
      sending: z.number(),
      held: z.number(),
      rejected: z.number(),
      failed: z.number(),
      exhausted: z.number(),
      /** The site confirmed them but never downloaded the archive. */
      not_downloaded: z.number(),
    }),
    /** hour: 12 steps of five minutes. day: 24 hours. month: 30 calendar days, machine time. */
    spans: z.object({ hour: SiteSpan, day: SiteSpan, month: SiteSpan }),
    /** Open, then muted, then resolved; each newest failure first. */
    problems: z.array(SiteProblem),
    /** Wrong signatures of the project in the last 30 days, at most 1,000. */
    wrong_signatures: z.object({
      count: z.number(),
      last_at: time.nullable(),
      /** As in `GET /projects/:id/wrong-signatures`. */
      last: z.custom<WrongSignatureView>().meta({ type: "object" }).nullable(),
    }),
    /** Refused `session/open` requests of the project in the last 30 days, up to 10,000 for each code. */
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

/** Body of `PATCH /sites/:id`: mutes alerts about the site until then; null unmutes them. */
export const SitePatch = z.strictObject({ alerts_muted_until: until });
export type SitePatch = z.infer<typeof SitePatch>;

/** Body of `PATCH /problems/:id`; omitted fields keep their values. `assigned_to`: id of an account. */
export const ProblemPatch = z.strictObject({
  assigned_to: ofLength(z.string(), 1, 100).nullable().optional(),
  muted_until: until.optional(),
  resolved: z.boolean().optional(),
});
export type ProblemPatch = z.infer<typeof ProblemPatch>;

/** Event `site` of `GET /events`: fetch the site again. The event `delivery` changes its counts. */
export interface SiteEvent {
  id: string;
  project_id: string;
  change: "held" | "released" | "failing" | "recovered" | "problems" | "alerts";
}
