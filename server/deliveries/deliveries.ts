/** Deliveries as people see and steer them: where each stands, in words, and sending one again by hand. */
import type {
  AttemptView,
  DeliveryDetail,
  DeliveryHead,
  DeliveryRow,
  DownloadView,
  HttpMessage,
  Page,
} from "../contracts/console-api.ts";
import type { DeliveryView, VersionDelivery } from "../contracts/editor-api.ts";
import { AppError } from "../core/errors.ts";
import type { EventHub } from "../core/events.ts";
import { maskAddress, maskHeaders, maskText } from "../core/masking.ts";
import type { Runtime } from "../core/runtime.ts";
import { isoTime } from "../core/runtime.ts";
import { beginningOf } from "../outbound/codes.ts";
import type { DeliveryListRow, DeliveryLists, DeliveryQuery } from "./delivery-lists.ts";
import type { Delivery, DeliveryStore, StoredAttempt, StoredDownload } from "./delivery-store.ts";
import { explain, explainWarning } from "./explain.ts";
import { judgeDownloads } from "./judge-downloads.ts";
import type { Sender } from "./sender.ts";

export interface Deliveries {
  /** A page of the log, newest first. */
  list(query: DeliveryQuery, cursor: string | null): Page<DeliveryRow>;
  /** What a row of the log shows of it. @throws AppError not_found */
  head(id: string): DeliveryHead;
  /** With its attempts, newest first, at most 100. @throws AppError not_found */
  detail(id: string): DeliveryDetail;
  /** @throws AppError not_found */
  byId(id: string): Delivery;
  /** The delivery of a version, null for a version that was never owed to the site. */
  ofVersion(versionId: string): VersionDelivery | null;
  /** The same for a list: of its texts the beginning. */
  listed(versionId: string): VersionDelivery | null;
  /** A version's delivery as the editor tells it. */
  told(delivery: Delivery): VersionDelivery;
  /** Sends one again now. @throws AppError conflict while it is under way, or once a newer version was delivered */
  retry(id: string): DeliveryRow;
  /** Holds what waits where deliveries are paused, releases what is held where they are not. */
  followPause(): void;
  /** Sends again all that failed, were rejected or exhausted since `since` (ms). Returns how many. */
  retrySince(projectId: string, since: number): number;
}

const MAX_ATTEMPTS_SHOWN = 100;
/** Bytes of requests and answers in one detail; of the attempts beyond, the bodies are left out. */
const SHOWN_BYTES = 4 * 1024 * 1024;
/** Characters of a text in a list. */
const LISTED_TEXT = 300;

interface Parts {
  runtime: Runtime;
  events: EventHub;
  store: DeliveryStore;
  lists: DeliveryLists;
  sender: Pick<Sender, "wake">;
  isPaused: () => boolean;
}

export function createDeliveries({ runtime, events, store, lists, sender, isPaused }: Parts): Deliveries {
  const byId = (id: string) => {
    const delivery = store.byId(id);
    if (delivery === null) throw new AppError("not_found", `There is no delivery ${id}.`);
    return delivery;
  };
  const row = (id: string) => {
    const found = lists.byId(id);
    if (found === null) throw new AppError("not_found", `There is no delivery ${id}.`);
    return deliveryRow(found);
  };
  const refuseWhilePaused = () => {
    if (isPaused())
      throw new AppError(
        "conflict",
        "Deliveries are paused. The admin releases them in Galley's settings; then send this again.",
      );
  };
  const sendAgain = (delivery: Delivery) => {
    store.sendAgain(delivery.id, "manual", runtime.clock.now());
    events.publish("delivery", {
      id: delivery.id,
      session_id: delivery.sessionId,
      project_id: delivery.projectId,
      state: "pending",
    });
  };
  const told = (delivery: Delivery): VersionDelivery => ({
    ...deliveryView(delivery),
    downloaded_bytes: delivery.attempts === 0 ? null : store.downloadedBytes(delivery.id),
  });
  const ofVersion = (versionId: string) => {
    const delivery = store.ofVersion(versionId);
    return delivery === null ? null : told(delivery);
  };
  return {
    told,
    list(query, cursor) {
      const page = lists.page(query, cursor);
      return { items: page.items.map((item) => shortened(deliveryRow(item))), next_cursor: page.nextCursor };
    },
    head(id) {
      const { explanation: _, site_message: __, ...head } = row(id);
      return head;
    },
    detail(id) {
      const { attempts: _, ...rest } = row(id);
      const stored = store
        .attemptsOf(id, MAX_ATTEMPTS_SHOWN)
        .map((attempt) => ({ attempt, downloads: store.downloadsOf(attempt.id) }));
      // A site that has the archive from one attempt need not download it in another.
      const fetched = stored.some(({ downloads }) => downloads.some(({ complete }) => complete));
      const words = stored.map(({ attempt, downloads }) => (fetched ? "" : downloadWords(attempt, downloads)));
      let left = SHOWN_BYTES;
      const views = stored.map(({ attempt, downloads }, index) => {
        left -= attempt.request.length + (attempt.answer?.length ?? 0);
        const view = attemptView(attempt, downloads, words[index] ?? "");
        return left >= 0 || index === 0 ? view : withoutBodies(view);
      });
      return {
        ...rest,
        explanation: [rest.explanation, words[0] ?? ""].filter(Boolean).join(" "),
        attempts: views,
      };
    },
    byId,
    ofVersion,
    listed(versionId) {
      const delivery = ofVersion(versionId);
      return delivery === null ? null : shortened(delivery);
    },
    followPause() {
      const sessions = isPaused() ? store.holdAll() : store.releaseAll(runtime.clock.now());
      if (sessions.size > 0) events.publish("deliveries", { sessions });
      sender.wake();
    },
    retry(id) {
      refuseWhilePaused();
      const delivery = byId(id);
      if (delivery.state === "sending")
        throw new AppError("conflict", "This callback is under way already; wait for its outcome.");
      if (store.isOutdated(delivery))
        throw new AppError(
          "conflict",
          "The site has taken a newer version already; sending this one would put the older text back.",
        );
      sendAgain(delivery);
      sender.wake();
      return row(id);
    },
    retrySince(projectId, since) {
      refuseWhilePaused();
      const due = store.retriable(projectId, since).filter((delivery) => !store.isOvertaken(delivery));
      for (const delivery of due) sendAgain(delivery);
      sender.wake();
      return due.length;
    },
  };
}

/** A delivery as the editor and the console tell it. */
export function deliveryView(delivery: Delivery): DeliveryView {
  return {
    delivery_id: delivery.id,
    state: delivery.state,
    code: delivery.code,
    explanation: [
      ...(delivery.code === null ? [] : [explain(delivery.code, delivery.facts)]),
      ...delivery.warnings.map((warning) => explainWarning(warning, delivery.facts)),
    ].join(" "),
    site_message: delivery.siteMessage,
    warnings: delivery.warnings,
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt === null ? null : isoTime(delivery.nextAttemptAt),
    finished_at: delivery.finishedAt === null ? null : isoTime(delivery.finishedAt),
  };
}

/** For a list: whoever wants to read on opens the delivery. */
function shortened<T extends DeliveryView>(delivery: T): T {
  const short = (text: string) => (text.length <= LISTED_TEXT ? text : `${beginningOf(text, LISTED_TEXT)}…`);
  return {
    ...delivery,
    explanation: short(delivery.explanation),
    site_message: delivery.site_message === null ? null : short(delivery.site_message),
  };
}

function deliveryRow({ delivery, projectName, materialId, versionNumber }: DeliveryListRow): DeliveryRow {
  return {
    ...deliveryView(delivery),
    id: delivery.id,
    position: delivery.position,
    event: delivery.event,
    project_id: delivery.projectId,
    project_name: projectName,
    session_id: delivery.sessionId,
    material_id: materialId,
    version_id: delivery.versionId,
    version_number: versionNumber,
    created_at: isoTime(delivery.createdAt),
    last_status: delivery.lastStatus,
    last_duration_ms: delivery.lastDurationMs,
  };
}

function attemptView(attempt: StoredAttempt, downloads: StoredDownload[], words: string): AttemptView {
  const phases = JSON.parse(attempt.phases) as Partial<AttemptView["phases"]>;
  const request = JSON.parse(attempt.request) as AttemptView["request"];
  return {
    number: attempt.number,
    reason: attempt.reason,
    started_at: isoTime(attempt.startedAt),
    duration_ms: attempt.finished ? attempt.durationMs : null,
    phases: { dns: null, connect: null, tls: null, first_byte: null, total: null, ...phases },
    remote_address: attempt.remoteAddress,
    status: attempt.status,
    error_code: attempt.code,
    explanation: [attempt.code === null ? "" : explain(attempt.code, attempt.facts), words].filter(Boolean).join(" "),
    request: { ...hidden(request), url: maskAddress(request.url) },
    answer: attempt.answer === null ? null : hidden(JSON.parse(attempt.answer) as HttpMessage),
    downloads: downloads.map(downloadView),
  };
}

/** Attempts of before hid fewer names when they were written. */
function hidden<T extends HttpMessage>(message: T): T {
  return { ...message, headers: maskHeaders(message.headers, []), body: maskText(message.body, []) };
}

function withoutBodies(view: AttemptView): AttemptView {
  const emptied = <T extends HttpMessage>(message: T): T => ({ ...message, body: "", body_truncated: true });
  return { ...view, request: emptied(view.request), answer: view.answer === null ? null : emptied(view.answer) };
}

/** An archive download as the console tells it. */
export function downloadView(download: StoredDownload): DownloadView {
  return {
    started_at: isoTime(download.startedAt),
    status: download.status,
    bytes: download.bytes,
    total_bytes: download.totalBytes,
    complete: Boolean(download.complete),
    remote_address: download.remoteAddress,
    refusal: download.refusal,
  };
}

/** What the downloads of an attempt say, "" while it is under way or where nothing is wrong with them. */
function downloadWords(attempt: StoredAttempt, downloads: StoredDownload[]): string {
  const fault = attempt.finished ? judgeDownloads(downloads, attempt.code === null) : null;
  return fault === null ? "" : `${fault.happened} ${fault.change}`;
}
