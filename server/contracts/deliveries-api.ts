/** What the console and the appliance say to each other about deliveries and their attempts (`/deliveries`). Types only. */
import type { DeliveryView } from "./editor-api.ts";
import type { AskedState, DeliveryStanding } from "./log-query.ts";
import type { SentenceRef, WithSentence } from "./sentences/index.ts";

/**
 * Row of `GET /deliveries?project=&session=&snapshot=&state=&event=&code=&host=&warning=&from=&to=&q=&cursor=`, newest first. state
 * may be repeated and be `queued` or `retrying`; code is a part of one or an HTTP status; host and warning a
 * part of one; from and to times with offset; q words anywhere in material id, title and host, and `state:… host:… code:…
 * warning:… material:… project:… event:…`. A page may hold few rows, or none, and have a next one all the same: the rest of the log is not read yet.
 */
export interface DeliveryRow extends DeliveryView {
  id: string;
  /** The state, and of one that is pending whether it failed before. */
  standing: DeliveryStanding;
  /** Deliveries in the order in which they were made: the newest has the highest. */
  position: number;
  event: "article_saved" | "site_fonts_updated";
  project_id: string;
  project_name: string;
  session_id: string;
  material_id: string;
  /** `metadata.title` of the session, else its first heading; null without either. */
  title: string | null;
  /** Where it goes, with its port where that is not the usual one. */
  callback_host: string;
  version_id: string | null;
  version_number: number | null;
  created_at: string;
  /** HTTP status of the last attempt, null where none came. */
  last_status: number | null;
  last_duration_ms: number | null;
}

/** What a row of the log shows: the row without its explanation. */
export type DeliveryHead = Omit<DeliveryRow, "explanation" | "explanation_sentence">;

/**
 * Answer of `GET /deliveries/totals?…`, with the filters of the list: how many it finds of each standing, whichever of them
 * are asked for; `resend`: how many `POST /deliveries/retry` with the same filter sends, which its standings limit. Counted
 * to 1,000; `more`: there are others, or the time for counting was over.
 */
export type DeliveryTotals = Record<DeliveryStanding | "resend", { count: number; more: boolean }>;

/**
 * Body of `POST /deliveries/retry`: those of a project that failed since a time, some by id (at most 1,000), or all that a
 * filter finds and that its site does not have. One call looks at no more than 1,000; `cursor` goes on.
 */
export type RetryBody =
  | { project: string; since: string; cursor?: string | null }
  | { ids: string[] }
  | { filter: RetryFilter; cursor?: string | null };

/** The filters of the list by their names; times with offset. */
export interface RetryFilter {
  project?: string;
  session?: string;
  snapshot?: string;
  state?: AskedState[];
  event?: string;
  code?: string;
  host?: string;
  warning?: string;
  from?: string;
  to?: string;
  q?: string;
}

/** Answer of `POST /deliveries/retry`. */
export interface RetryOutcome {
  /** How many went out. */
  retried: number;
  /** Why the others did not, most frequent first. */
  skipped: { reason: SkipReason; count: number; sentence: string }[];
  more: boolean;
  /** Passed back for those beyond, null where `more` is false. */
  next_cursor: string | null;
}

/** Why a delivery is not sent again. */
export type SkipReason = "under_way" | "newer" | "taken" | "waiting" | "held" | "gone";

/** Answer of `GET /deliveries/:id`. */
export interface DeliveryDetail extends Omit<DeliveryRow, "attempts"> {
  /** Whether its article, or its site's fonts, have a newer delivery: then this one cannot be resent. */
  has_newer: boolean;
  attempts: AttemptView[];
}

/** explanation: "" where the attempt succeeded. expected, received: "" where the response was right. */
export interface AttemptView extends WithSentence<"explanation">, WithSentence<"expected">, WithSentence<"received"> {
  number: number;
  /** Why it was made. current_secret, former_secret: the site rejected the signature with the project's other secret. */
  reason: "saved" | "retry" | "manual" | "restart" | "published" | "current_secret" | "former_secret";
  started_at: string;
  /** null while it is under way. */
  duration_ms: number | null;
  /**
   * ms from the start to the end of each phase, null where it was not reached. queued: ms that it waited before its start
   * although it was due; sent: the whole request had left.
   */
  phases: {
    queued: number | null;
    dns: number | null;
    connect: number | null;
    tls: number | null;
    sent: number | null;
    first_byte: number | null;
    total: number | null;
  };
  remote_address: string | null;
  status: number | null;
  error_code: string | null;
  request: HttpMessage & { method: string; url: string };
  answer: AnswerView | null;
  downloads: DownloadView[];
}

export interface HttpMessage {
  /** Authorization, Cookie and Set-Cookie as `•••`. */
  headers: [name: string, value: string][];
  /** At most 64 KB; secrets masked. */
  body: string;
  body_truncated: boolean;
}

export interface AnswerView extends HttpMessage {
  /** Where the body stops being JSON: an offset in UTF-16 units of `body`; null where it is JSON, or empty. */
  fault_at: number | null;
  /** Base64 of the first 4 KB as they came, where `body` cannot say so: it is not UTF-8. Null elsewhere. */
  bytes: string | null;
}

/** An archive download that the site made while the attempt was under way, or after it and before the next. */
export interface DownloadView {
  started_at: string;
  /** null for those of earlier versions of Galley. */
  duration_ms: number | null;
  status: number;
  bytes: number;
  total_bytes: number | null;
  complete: boolean;
  remote_address: string | null;
  /** Why it was refused, null where it was not. */
  refusal: string | null;
  refusal_sentence?: SentenceRef | null;
}
