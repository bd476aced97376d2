/** Types of the console's API for deliveries and their attempts (`/deliveries`). */
import type { DeliveryView } from "./editor-api.ts";
import type { AskedState, DeliveryQuery, DeliveryStanding } from "./log-query.ts";
import type { SentenceRef, WithSentence } from "./sentences/index.ts";

/**
 * Row of `GET /deliveries?project=&session=&snapshot=&state=&event=&code=&host=&site=&warning=&from=&to=&q=&cursor=`, newest
 * first. `state` may be repeated and be `queued` or `retrying`. `code` is a part of a code or an HTTP status; `host`
 * and `warning` are parts too; `site` is the id of a site. `from` and `to` are times with offset. `q` holds words anywhere in material id, title
 * and host, and `state:… host:… code:… warning:… material:… project:… event:…`. A page with few rows or none may still
 * have a next page, because each call reads a part of the log.
 */
export interface DeliveryRow extends DeliveryView {
  id: string;
  standing: DeliveryStanding;
  /** Order of creation: the newest delivery has the highest number. */
  position: number;
  event: "article_saved" | "site_fonts_updated";
  project_id: string;
  project_name: string;
  session_id: string;
  material_id: string;
  /** `metadata.title` of the session, else its first heading; null without either. */
  title: string | null;
  /** Host of the callback URL, with its port unless that is the default. */
  callback_host: string;
  /** Null for a site that was last called by an early version of Galley. */
  site_id: string | null;
  version_id: string | null;
  version_number: number | null;
  created_at: string;
  last_status: number | null;
  last_duration_ms: number | null;
}

export type DeliveryHead = Omit<DeliveryRow, "explanation" | "explanation_sentence">;

/**
 * Response to `GET /deliveries/totals?…`, with the filters of the list: the number of deliveries of each standing,
 * whatever `state` asks for. `resend`: how many `POST /deliveries/retry` resends with the same filter, limited by its
 * standings. Counts stop at 1,000; `more`: there are others, or the time limit was reached.
 */
export type DeliveryTotals = Record<DeliveryStanding | "resend", { count: number; more: boolean }>;

/**
 * Body of `POST /deliveries/retry`: the deliveries of a project that failed since a time, up to 1,000 ids, or every
 * undelivered match of a filter. One call examines at most 1,000 deliveries; `cursor` continues.
 */
export type RetryBody =
  | { project: string; since: string; cursor?: string | null }
  | { ids: string[] }
  | { filter: RetryFilter; cursor?: string | null };

/** The filters of the list by their names; times with offset. */
export type RetryFilter = Partial<Record<Exclude<keyof DeliveryQuery, "states">, string>> & { state?: AskedState[] };

/** Response to `POST /deliveries/retry`. */
export interface RetryOutcome {
  retried: number;
  /** Why the others were skipped, most frequent reason first. */
  skipped: { reason: SkipReason; count: number; sentence: string }[];
  more: boolean;
  next_cursor: string | null;
}

export type SkipReason = "under_way" | "newer" | "taken" | "waiting" | "held" | "gone";

/** Response to `GET /deliveries/:id`. */
export interface DeliveryDetail extends Omit<DeliveryRow, "attempts"> {
  /** Whether its article, or its site's fonts, have a newer delivery. Only the newest can be resent. */
  has_newer: boolean;
  attempts: AttemptView[];
}

/** explanation: "" for a successful attempt. expected, received: "" for a correct response. */
export interface AttemptView extends WithSentence<"explanation">, WithSentence<"expected">, WithSentence<"received"> {
  number: number;
  /**
   * Why the attempt was made. current_secret, former_secret: the site rejected the signature with the project's other
   * secret.
   */
  reason: "saved" | "retry" | "manual" | "restart" | "published" | "current_secret" | "former_secret";
  started_at: string;
  /** null while the attempt runs. */
  duration_ms: number | null;
  /**
   * ms from the start to the end of each phase, null for a phase that was not reached. queued: ms between the due time
   * and the start. sent: the whole request was written.
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
  /** Base64 of the first 4 KB when `body` is not valid UTF-8; else null. */
  bytes: string | null;
}

/** An archive download by the site, during the attempt or between it and the next. */
export interface DownloadView {
  started_at: string;
  /** null for downloads recorded by earlier versions of Galley. */
  duration_ms: number | null;
  status: number;
  bytes: number;
  total_bytes: number | null;
  complete: boolean;
  remote_address: string | null;
  /** Why Galley refused the download; null when it did not. */
  refusal: string | null;
  refusal_sentence?: SentenceRef | null;
}
