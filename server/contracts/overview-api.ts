/**
 * Types of the console's API for the overview (`/overview`): current state, and articles and sites that need attention.
 */

import type { Environment } from "./console-api.ts";
import type { ArchiveWarning } from "./delivery-states.ts";
import type { DeliveryView } from "./editor-api.ts";
import type { SentenceRef } from "./sentences/index.ts";

/** Response to `GET /overview?cursor=`. The cursor pages `attention`. */
export interface Overview {
  version: string;
  /** Articles and fonts that their site does not have, newest first. The newest delivery of each session decides. */
  attention: AttentionRow[];
  /** How many rows there are on all pages. */
  attention_count: AttentionCount;
  next_cursor: string | null;
  /** Sites with problems, those with the most undelivered items first, at most 20. Deliveries on hold do not count. */
  sites: SiteInTrouble[];
  site_count: number;
  /** Current states: a rejected version that a newer one has superseded does not count. */
  deliveries: {
    /** Queued for the first attempt. */
    queued: number;
    /** Failed; a retry is scheduled. */
    retrying: number;
    sending: number;
    held: number;
    rejected: number;
    failed: number;
    exhausted: number;
    /** Failed before and now being resent; included in `sending`. */
    resending: number;
    /** The site confirmed them and never downloaded the archive. */
    not_downloaded: number;
  };
  /**
   * Attempts that ended in each of the last 24 hours, the current hour last; `hour` is the start of the hour.
   * delivered: the site responded rc 1 and has downloaded the archive.
   */
  hours: { hour: string; delivered: number; failed: number }[];
  storage: {
    /** Bytes of the database with its write-ahead log. */
    database_bytes: number;
    /** Bytes of all uploaded files, each counted once. */
    blob_bytes: number;
    /** The share of fonts in `blob_bytes`. */
    font_bytes: number;
    free_bytes: number;
  };
  /** The last backup; null: never. */
  backup: { last_at: string; file: string | null } | null;
  /** Whether the public URL is reachable, as of the last check. */
  public_url: {
    url: string;
    /** Null while the check runs. */
    reachable: boolean | null;
    /** Why it is not reachable, in a sentence. */
    reason: string | null;
    reason_sentence?: SentenceRef | null;
    checked_at: string | null;
  };
  /** The first steps of an admin, completed according to the data. */
  first_steps: {
    /** Whether the admin has dismissed them (setting `first_steps_dismissed`). */
    dismissed: boolean;
    /** Whether the sample site has accepted a version; null without a sample site. */
    sample_site: boolean | null;
    /** Whether there is a project beside the sample site's. */
    own_project: boolean;
    /** Whether a receiver check of another site than the sample site has succeeded. */
    receiver: boolean;
  };
}

/** Response to `GET /overview/attention`: how many need attention. */
export interface AttentionCount {
  articles: number;
  fonts: number;
}

export interface SiteInTrouble {
  project_id: string;
  /** Name of the project. */
  project: string;
  environment: Environment;
  /** Scheme, host and port. */
  origin: string;
  host: string;
  /** Callback URL of one of its articles, without a password. */
  callback_url: string;
  /** How many articles and fonts the site lacks. */
  waiting: number;
  /** How many of them `POST /overview/retry` resends: those that are not being sent. */
  resendable: number;
  /** Whether its last attempt failed; otherwise the site accepts some deliveries and rejects others. */
  is_failing: boolean;
  since: string;
  /** Code of the last failed attempt; null without one. */
  code: DeliveryView["code"];
  /** Warning of the newest delivery, when the site confirmed it and never downloaded its archive; else null. */
  warning: ArchiveWarning | null;
  /** HTTP status of the last attempt; null without a response. */
  last_status: number | null;
  /** Why the site does not have the newest one, for people. */
  explanation: string;
  explanation_sentence?: SentenceRef | null;
  last_taken_at: string | null;
}

/** Body of `POST /overview/retry`: resends the articles and fonts of one site, or of all sites with problems. */
export interface SendAgainBody {
  site?: { project: string; origin: string };
}

/** Response to `POST /overview/retry`. Deliveries on hold or being sent stay unchanged. */
export interface SentAgain {
  sent: number;
  /** Whether there are more than one request resends. */
  more: boolean;
}

export interface AttentionRow {
  delivery_id: string;
  event: "article_saved" | "site_fonts_updated";
  session_id: string;
  material_id: string;
  /** `metadata.title` of the session, else its first heading; null without either. */
  title: string | null;
  project_id: string;
  /** Name of the project. */
  project: string;
  version_number: number | null;
  /**
   * retrying: failed; a retry is scheduled. sending: failed before and now being resent. delivered: the site confirmed
   * it and never downloaded its archive, see `warning`.
   */
  state: "retrying" | "sending" | "held" | "rejected" | "failed" | "exhausted" | "delivered";
  warning: ArchiveWarning | null;
  /** Code of the last attempt; null without one. */
  code: DeliveryView["code"];
  last_status: number | null;
  /** The beginning of the site's message. */
  site_message: string | null;
  attempts: number;
  next_attempt_at: string | null;
  /** Since when the site should have it. */
  since: string;
  callback_host: string;
}
