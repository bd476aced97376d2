/** What the overview says to the appliance: how it stands, and what needs attention (`/overview`). Types only. */

import type { Environment } from "./console-api.ts";
import type { ArchiveWarning } from "./delivery-states.ts";
import type { DeliveryView } from "./editor-api.ts";
import type { SentenceRef } from "./sentences/index.ts";

/** Answer of `GET /overview?cursor=`: how it stands. The cursor is that of `attention`. */
export interface Overview {
  version: string;
  /** Articles and fonts that their site does not have, the newest first. The newest delivery of each session decides. */
  attention: AttentionRow[];
  /** How many there are on all pages. */
  attention_count: AttentionCount;
  next_cursor: string | null;
  /** Where they should be: those with the most first, at most 20. What is held is not counted here. */
  sites: SiteInTrouble[];
  site_count: number;
  /** As things stand: a refusal that a newer version has overtaken does not count. */
  deliveries: {
    /** About to go, and not failed so far. */
    queued: number;
    /** Failed, and will be tried again. */
    retrying: number;
    sending: number;
    held: number;
    rejected: number;
    failed: number;
    exhausted: number;
    /** Failed before, and under way again: a part of `sending`. */
    resending: number;
    /** The site confirmed them and never downloaded the archive. */
    not_downloaded: number;
  };
  /**
   * Attempts that ended in each of the last 24 hours, the present one being the last; `hour` is when it began. delivered: the
   * site answered rc 1 and has downloaded the archive.
   */
  hours: { hour: string; delivered: number; failed: number }[];
  storage: {
    /** Of the database with its log of changes. */
    database_bytes: number;
    /** Of all files that were uploaded, each counted once. */
    blob_bytes: number;
    /** Of those, what fonts take. */
    font_bytes: number;
    free_bytes: number;
  };
  /** The last one that was made; null: never. */
  backup: { last_at: string; file: string | null } | null;
  /** Whether the public address leads back here, as it was asked last. */
  public_url: {
    url: string;
    /** Null where that is being found out. */
    reachable: boolean | null;
    /** Why not, in a sentence. */
    reason: string | null;
    reason_sentence?: SentenceRef | null;
    checked_at: string | null;
  };
  /** The first steps of an admin, ticked by what the data say. */
  first_steps: {
    /** Not to be shown any more (setting `first_steps_dismissed`). */
    dismissed: boolean;
    /** The sample site has taken a version; null where there is no sample site. */
    sample_site: boolean | null;
    /** There is a project beside the sample site's. */
    own_project: boolean;
    /** The check of a receiver, other than the sample site's, found that it works. */
    receiver: boolean;
  };
}

/** Answer of `GET /overview/attention`: how many need attention. */
export interface AttentionCount {
  articles: number;
  fonts: number;
}

export interface SiteInTrouble {
  project_id: string;
  /** Its name. */
  project: string;
  environment: Environment;
  /** Scheme, host and port. */
  origin: string;
  host: string;
  /** One of its articles', without a password. */
  callback_url: string;
  /** How many articles and fonts it should have and has not. */
  waiting: number;
  /** How many of them are not under way: what `POST /overview/retry` sends. */
  resendable: number;
  /** Whether its last attempt failed; else it takes some and refuses others. */
  is_failing: boolean;
  since: string;
  /** Of the last attempt that failed; null where none was made. */
  code: DeliveryView["code"];
  /** Of the newest, where the site confirmed it and never downloaded its archive; else null. */
  warning: ArchiveWarning | null;
  /** HTTP status of the last attempt, null where none came. */
  last_status: number | null;
  /** What is wrong with the newest that it did not take, for people. */
  explanation: string;
  explanation_sentence?: SentenceRef | null;
  last_taken_at: string | null;
}

/** Body of `POST /overview/retry`: what needs attention of one site, or of all. */
export interface SendAgainBody {
  site?: { project: string; origin: string };
}

/** Its answer. What is held or on its way is left alone. */
export interface SentAgain {
  sent: number;
  /** There are more than can be sent at once. */
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
  /** Its name. */
  project: string;
  version_number: number | null;
  /**
   * retrying: failed, and will be tried again. sending: failed before, and under way again. delivered: the site confirmed it
   * and never downloaded its archive, see `warning`.
   */
  state: "retrying" | "sending" | "held" | "rejected" | "failed" | "exhausted" | "delivered";
  warning: ArchiveWarning | null;
  /** Of the last attempt; null where none was made. */
  code: DeliveryView["code"];
  last_status: number | null;
  /** What the site said of it, its beginning. */
  site_message: string | null;
  attempts: number;
  next_attempt_at: string | null;
  /** Since when the site should have had it. */
  since: string;
  callback_host: string;
}
