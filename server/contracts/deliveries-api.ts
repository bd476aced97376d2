/** Types of the console API for deliveries and their attempts (`/deliveries`). */
import type { DeliveryView } from "./editor-api.ts";
import type { DeliveryQuery, DeliveryStanding, FilterableDelivery, FilterState } from "./log-query.ts";
import type { SentenceRef, WithSentence } from "./sentences/index.ts";

/**
 * Row of `GET /deliveries?project=&session=&snapshot=&state=&event=&code=&host=&site=&warning=&from=&to=&q=&cursor=`,
 * newest first. `state` may occur several times and may be `queued` or `retrying`. `code` is an HTTP status or part of
 * a code; `host` and `warning` are parts too; `site` is a site's id. `from` and `to` are times with offset. `q`
 * contains words from the material id, title and host, and `state:… host:… code:… warning:… material:… project:…
 * event:…`. Each call searches only a part of the log, so a page without rows may have a next page.
 */
export interface DeliveryRow extends DeliveryView, FilterableDelivery {
  standing: DeliveryStanding;
  /** Increases with every new delivery. */
  position: number;
  version_id: string | null;
  version_number: number | null;
  last_duration_ms: number | null;
}

export type DeliveryHead = Omit<DeliveryRow, "explanation" | "explanation_sentence">;

/**
 * Response to `GET /deliveries/totals?…`, with the filters of the list: the number of deliveries in each state,
 * ignoring the `state` filter. `resend`: the number that `POST /deliveries/retry` resends with the same filter. Counts
 * stop at 1,000; `more`: further deliveries exist, or the time limit was reached.
 */
export type DeliveryTotals = Record<DeliveryStanding | "resend", { count: number; more: boolean }>;

/**
 * Body of `POST /deliveries/retry`: a project's failed deliveries since a time, up to 1,000 ids, or all undelivered
 * matches of a filter. One call checks at most 1,000 deliveries; `cursor` continues.
 */
export type RetryBody =
  | { project: string; since: string; cursor?: string | null }
  | { ids: string[] }
  | { filter: RetryFilter; cursor?: string | null };

/** The filters of the list; times with offset. */
export type RetryFilter = Partial<Record<Exclude<keyof DeliveryQuery, "states">, string>> & { state?: FilterState[] };

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
  /** Whether a newer delivery exists for the article or the site's fonts. Only the newest can be resent. */
  has_newer: boolean;
  attempts: AttemptView[];
}

/** explanation: "" for a successful attempt. expected, received: "" for a correct response. */
export interface AttemptView extends WithSentence<"explanation">, WithSentence<"expected">, WithSentence<"received"> {
  number: number;
  /** The cause of the attempt. current_secret, former_secret: the site rejected the signature of the other secret. */
  reason: "saved" | "retry" | "manual" | "restart" | "published" | "current_secret" | "former_secret";
  started_at: string;
  /** Null while the attempt runs. */
  duration_ms: number | null;
  /** ms from the start to the end of each phase; null if not reached. queued: from the due time. sent: request written. */
  phases: Record<"queued" | "dns" | "connect" | "tls" | "sent" | "first_byte" | "total", number | null>;
  remote_address: string | null;
  status: number | null;
  error_code: string | null;
  request: HttpMessage & { method: string; url: string };
  answer: ResponseView | null;
  downloads: DownloadView[];
}

export interface HttpMessage {
  /** Authorization, Cookie and Set-Cookie as `•••`. */
  headers: [name: string, value: string][];
  /** At most 64 KB; secrets masked. */
  body: string;
  body_truncated: boolean;
}

export interface ResponseView extends HttpMessage {
  /** Offset of the first JSON error in `body`, UTF-16 units; null if the body is valid JSON or empty. */
  fault_at: number | null;
  /** Base64 of the first 4 KB if `body` is not valid UTF-8; else null. */
  bytes: string | null;
}

/** A site's archive download, during or after the attempt. */
export interface DownloadView {
  started_at: string;
  /** Null for downloads that earlier versions of Galley recorded. */
  duration_ms: number | null;
  status: number;
  bytes: number;
  total_bytes: number | null;
  complete: boolean;
  remote_address: string | null;
  /** Why Galley refused the download; null if it did not. */
  refusal: string | null;
  refusal_sentence?: SentenceRef | null;
}
