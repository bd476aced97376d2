/** Types of the console API for receiver checks (`/projects/:id/check-receiver`). */
import type { AttemptView, DownloadView, HttpMessage } from "./deliveries-api.ts";
import type { WithSentence } from "./sentences/index.ts";

/**
 * Body of `POST /projects/:id/check-receiver`. Response: `ReceiverCheck` after the last step. With `Accept:
 * application/x-ndjson`, Galley sends a `ReceiverCheckLine` when a step begins or ends. Closing the connection cancels
 * the check. 409 while another check of the project runs, or if the material has a session.
 */
export interface ReceiverCheckBody {
  callback_url: string;
  /** A material of the site without a session in Galley; default `galley-check`. */
  material_id?: string;
  /** Metadata as in an open. The check uses its webhook credentials. */
  metadata?: Record<string, unknown>;
  fonts?: boolean;
}

export type CheckVerdict = "passed" | "warning" | "failed" | "skipped";

export interface ReceiverCheck {
  verdict: CheckVerdict;
  project_id: string;
  callback_url: string;
  material_id: string;
  started_at: string;
  duration_ms: number;
  steps: ReceiverCheckStep[];
}

export type ReceiverCheckLine =
  | ({ event: "started"; number: number; step: CheckStepName; of: number } & WithSentence<"title">)
  | { event: "step"; step: ReceiverCheckStep }
  | { event: "done"; check: ReceiverCheck };

export type CheckStepName =
  | "reachability"
  | "tls"
  | "article_saved"
  | "repeated"
  | "forged_signature"
  | "odd_file_name"
  | "large_archive"
  | "fonts";

/** change: what to change, or "". expected, received: "" if the response was correct; received: its first 2 KB. */
export interface ReceiverCheckStep
  extends WithSentence<"title">,
    WithSentence<"happened">,
    WithSentence<"change">,
    WithSentence<"expected">,
    WithSentence<"received"> {
  number: number;
  step: CheckStepName;
  verdict: CheckVerdict;
  /** Code of the most severe problem; null without one. */
  code: string | null;
  duration_ms: number;
  phases: AttemptView["phases"];
  remote_address: string | null;
  certificate: CertificateView | null;
  status: number | null;
  request: (HttpMessage & { method: string; url: string }) | null;
  answer: HttpMessage | null;
  downloads: DownloadView[];
  /** The clientUrls of the response, fetched without credentials. */
  fetches: ClientUrlFetch[];
}

export interface CertificateView {
  subject: string;
  issuer: string;
  names: string[];
  valid_from: string;
  valid_to: string;
  self_signed: boolean;
}

export interface ClientUrlFetch {
  file_name: string;
  url: string;
  status: number | null;
  content_type: string | null;
  bytes: number;
  expected_bytes: number;
  /** Whether the fetched file equals the sent file byte for byte. */
  same: boolean;
}
