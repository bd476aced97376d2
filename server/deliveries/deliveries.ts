/** Deliveries for the console and the editor: state, explanation, requests and responses. */
import type { Page } from "../contracts/console-api.ts";
import type {
  AttemptView,
  DeliveryDetail,
  DeliveryHead,
  DeliveryRow,
  DeliveryTotals,
  DownloadView,
  HttpMessage,
  ResponseView,
} from "../contracts/deliveries-api.ts";
import { archiveWarning } from "../contracts/delivery-states.ts";
import type { DeliveryView, VersionDelivery } from "../contracts/editor-api.ts";
import { type DeliveryQuery, standingOf } from "../contracts/log-query.ts";
import {
  joined,
  type Sentence,
  sentence,
  shortFacts,
  storedSentence,
  withSentence,
} from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { findJsonFault } from "../core/json-fault.ts";
import { maskAddress, maskHeaders, maskText } from "../core/masking.ts";
import { isoTime } from "../core/runtime.ts";
import { beginningOf } from "../outbound/failures.ts";
import type { DeliveryListRow, DeliveryLists } from "./delivery-lists.ts";
import type { Delivery } from "./delivery-row.ts";
import type { DeliveryStore, StoredAttempt, StoredDownload } from "./delivery-store.ts";
import { explain, explainBriefly, explainWarning, failureParts, judgeDownloads } from "./explain.ts";

const MAX_ATTEMPTS_SHOWN = 100;
/** Bytes of requests and responses in one detail; attempts beyond the limit have no bodies. */
const SHOWN_BYTES = 4 * 1024 * 1024;
const MAX_LISTED_TEXT = 300;

export function createDeliveries(store: DeliveryStore, lists: DeliveryLists) {
  const required = <T>(found: T | null, id: string): T => {
    if (found === null) throw new AppError("not_found", sentence("deliveries.no_delivery", { id }));
    return found;
  };
  const byId = (id: string): Delivery => required(store.byId(id), id);
  const storedRow = (id: string) => required(lists.byId(id), id);
  const row = (id: string) => deliveryRow(storedRow(id));
  const versionDelivery = (delivery: Delivery): VersionDelivery => ({
    ...deliveryView(delivery, explainBriefly),
    downloaded_bytes: delivery.attempts === 0 ? null : store.downloadedBytes(delivery.id),
  });
  const ofVersion = (versionId: string): VersionDelivery | null => {
    const delivery = store.ofVersion(versionId);
    return delivery === null ? null : versionDelivery(delivery);
  };
  return {
    versionDelivery,
    /** Newest first. */
    async list(query: DeliveryQuery, cursor: string | null): Promise<Page<DeliveryRow>> {
      const page = await lists.page(query, cursor);
      return { items: page.items.map((item) => shortened(deliveryRow(item))), next_cursor: page.next_cursor };
    },
    /** @throws AppError not_found */
    head(id: string): DeliveryHead {
      const { explanation: _, explanation_sentence: __, ...head } = shortened(row(id));
      return head;
    },
    /** With the newest 100 attempts. @throws AppError not_found */
    detail(id: string): DeliveryDetail {
      const found = storedRow(id);
      const { attempts: _, ...rest } = deliveryRow(found);
      const stored = store
        .attemptsOf(id, MAX_ATTEMPTS_SHOWN)
        .map((attempt) => ({ attempt, downloads: store.downloadsOf(attempt.id) }));
      // A site that downloaded the archive in one attempt need not do so in another.
      const fetched = store.isFetched(id);
      const downloadFaults = stored.map(({ attempt, downloads }) =>
        fetched ? "" : downloadSentence(attempt, downloads),
      );
      let left = SHOWN_BYTES;
      const views = stored.map(({ attempt, downloads }, index) => {
        left -= attempt.request.length + (attempt.answer?.length ?? 0);
        const view = attemptView(attempt, downloads, downloadFaults[index] ?? "");
        return left >= 0 || index === 0 ? view : withoutBodies(view);
      });
      return {
        ...rest,
        // The warning of a confirmed delivery already says this.
        ...withSentence(
          "explanation",
          joined(
            explanationOf(found, explain),
            archiveWarning(rest.warnings) === null ? (downloadFaults[0] ?? "") : "",
          ),
        ),
        has_newer: store.hasNewer(found),
        attempts: views,
      };
    },
    /** @throws AppError not_found */
    byId,
    /** The newest delivery of a version; null without one. */
    ofVersion,
    /** With shortened texts. */
    listed(versionId: string): VersionDelivery | null {
      const delivery = ofVersion(versionId);
      return delivery === null ? null : shortened(delivery);
    },
    totals: (query: DeliveryQuery): Promise<DeliveryTotals> => lists.totals(query),
    /** @throws AppError not_found */
    row,
  };
}

function explanationOf({ code, facts, warnings }: Delivery, explainFailure: typeof explain): Sentence {
  return joined(
    code === null ? "" : explainFailure(code, facts),
    ...warnings.map((warning) => explainWarning(warning, facts)),
  );
}

/** @param explainFailure explains a failure, briefly for journalists */
function deliveryView(delivery: Delivery, explainFailure: typeof explain): DeliveryView {
  return {
    delivery_id: delivery.id,
    state: delivery.state,
    code: delivery.code,
    ...withSentence("explanation", explanationOf(delivery, explainFailure)),
    site_message: delivery.siteMessage,
    warnings: delivery.warnings,
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt === null ? null : isoTime(delivery.nextAttemptAt),
    finished_at: delivery.finishedAt === null ? null : isoTime(delivery.finishedAt),
  };
}

function shortened<T extends DeliveryView>(delivery: T): T {
  const short = (text: string) => (text.length <= MAX_LISTED_TEXT ? text : `${beginningOf(text, MAX_LISTED_TEXT)}…`);
  const { explanation_sentence } = delivery;
  return {
    ...delivery,
    explanation: short(delivery.explanation),
    ...(explanation_sentence ? { explanation_sentence: shortFacts(explanation_sentence, short) } : {}),
    site_message: delivery.site_message === null ? null : short(delivery.site_message),
  };
}

function deliveryRow(delivery: DeliveryListRow): DeliveryRow {
  return {
    ...deliveryView(delivery, explain),
    id: delivery.id,
    standing: standingOf(delivery),
    position: delivery.position,
    event: delivery.event,
    project_id: delivery.projectId,
    project_name: delivery.projectName,
    session_id: delivery.sessionId,
    material_id: delivery.materialId,
    title: delivery.title,
    callback_host: delivery.origin.replace(/^[^/]*\/\//, ""),
    site_id: delivery.siteId === null ? null : String(delivery.siteId),
    version_id: delivery.versionId,
    version_number: delivery.versionNumber,
    created_at: isoTime(delivery.createdAt),
    last_status: delivery.lastStatus,
    last_duration_ms: delivery.lastDurationMs,
  };
}

function attemptView(attempt: StoredAttempt, downloads: StoredDownload[], downloadFault: Sentence | ""): AttemptView {
  const phases = JSON.parse(attempt.phases) as Partial<AttemptView["phases"]>;
  const request = JSON.parse(attempt.request) as AttemptView["request"];
  const { code, facts } = attempt;
  const parts = code === null ? null : failureParts(code, facts);
  return {
    number: attempt.number,
    reason: attempt.reason,
    started_at: isoTime(attempt.startedAt),
    duration_ms: attempt.finished ? attempt.durationMs : null,
    phases: { queued: null, dns: null, connect: null, tls: null, sent: null, first_byte: null, total: null, ...phases },
    remote_address: attempt.remoteAddress,
    status: attempt.status,
    error_code: attempt.code,
    ...withSentence("explanation", joined(code === null ? "" : explain(code, facts), downloadFault)),
    ...withSentence("expected", joined(parts?.expected ?? "")),
    ...withSentence("received", joined(parts?.received ?? "")),
    request: { ...hidden(request), url: maskAddress(request.url) },
    answer: attempt.answer === null ? null : responseView(JSON.parse(attempt.answer)),
    downloads: downloads.map(downloadView),
  };
}

function responseView({ bytes, ...message }: HttpMessage & { bytes?: string }): ResponseView {
  const shown = hidden(message);
  const fault = shown.body === "" ? null : findJsonFault(shown.body);
  // A fault at the end of a truncated body is caused by the cut.
  const isCut = shown.body_truncated && fault === shown.body.length;
  return { ...shown, fault_at: isCut ? null : fault, bytes: bytes ?? null };
}

/** Masks again, because earlier versions masked fewer names. */
function hidden<T extends HttpMessage>(message: T): T {
  return { ...message, headers: maskHeaders(message.headers, []), body: maskText(message.body, []) };
}

function withoutBodies(view: AttemptView): AttemptView {
  const emptied = <T extends HttpMessage>(message: T): T => ({ ...message, body: "", body_truncated: true });
  const response = view.answer === null ? null : { ...emptied(view.answer), fault_at: null, bytes: null };
  return { ...view, request: emptied(view.request), answer: response };
}

export function downloadView(download: StoredDownload): DownloadView {
  return {
    started_at: isoTime(download.startedAt),
    duration_ms: download.durationMs,
    status: download.status,
    bytes: download.bytes,
    total_bytes: download.totalBytes,
    complete: Boolean(download.complete),
    remote_address: download.remoteAddress,
    ...(download.refusal === null ? { refusal: null } : withSentence("refusal", storedSentence(download.refusal))),
  };
}

function downloadSentence(attempt: StoredAttempt, downloads: StoredDownload[]): Sentence | "" {
  const fault = attempt.finished ? judgeDownloads(downloads, attempt.code === null) : null;
  return fault === null ? "" : joined(fault.happened, fault.change);
}
