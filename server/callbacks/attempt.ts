/** One attempt, from the row that is written before the request leaves to the outcome that is committed with its merge. */
import type { EventHub } from "../events.ts";
import type { AssetStore } from "../media/asset-store.ts";
import type { Resolver } from "../projects/guarded-lookup.ts";
import type { Project, Projects } from "../projects/projects.ts";
import type { Runtime } from "../runtime.ts";
import type { Metadata } from "../sessions/metadata.ts";
import type { Session, SessionStore } from "../sessions/session-store.ts";
import type { Database } from "../storage/database.ts";
import {
  buildCallback,
  type CallbackContent,
  type CallbackRequest,
  loggedBody,
  maskHeaders,
  secretsToMask,
} from "./callback-request.ts";
import { isRetried } from "./codes.ts";
import type { ContentUrls } from "./content-url.ts";
import type { AttemptResult, Delivery, DeliveryResult, DeliveryStore } from "./delivery-store.ts";
import type { DialResult } from "./dial.ts";
import { dial } from "./dial.ts";
import { judgeArticleSaved, type Verdict } from "./judge.ts";
import { readRetryAfter, retryDelay } from "./schedule.ts";

/** Begins an attempt: null where the delivery is not pending any more. `done` settles when its outcome is committed. */
export type AttemptMaker = (
  delivery: Delivery,
  signal: AbortSignal,
) => { attemptId: number; done: Promise<void> } | null;

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_LIMIT_BYTES = 20 * 1024 * 1024;

interface Parts {
  database: Database;
  runtime: Runtime;
  events: EventHub;
  store: DeliveryStore;
  projects: Projects;
  sessions: SessionStore;
  assets: AssetStore;
  versionMetadata: (versionId: string) => Metadata;
  contentUrls: ContentUrls;
  userAgent: string;
  resolve: Resolver;
}

export function createAttemptMaker(parts: Parts): AttemptMaker {
  const { database, runtime, events, store, projects, sessions, assets } = parts;

  const contentOf = (delivery: Delivery, session: Session): CallbackContent => ({
    event: delivery.event,
    contentUrl: parts.contentUrls.media(session.fingerprint, delivery.versionId ?? ""),
    metadata: parts.versionMetadata(delivery.versionId ?? ""),
  });

  /** The verdict as it stands on the delivery, with the time of the next attempt where there is one. */
  const resultOf = (
    delivery: Delivery,
    verdict: Verdict,
    dialled: DialResult | null,
    durationMs: number,
  ): DeliveryResult => {
    const base = {
      code: null,
      facts: {},
      warnings: [],
      siteMessage: null,
      nextAttemptAt: null,
      lastStatus: dialled?.outcome.status ?? null,
      durationMs,
    };
    if (verdict.kind === "accepted")
      return { ...base, state: "delivered", warnings: verdict.warnings, siteMessage: verdict.rm };
    if (verdict.kind === "rejected")
      return { ...base, state: "rejected", code: "rejected_by_site", facts: verdict.facts, siteMessage: verdict.rm };
    const failed = { ...base, code: verdict.code, facts: verdict.facts };
    if (!isRetried(verdict.code)) return { ...failed, state: "failed" };
    if (store.isOvertaken(delivery)) return { ...failed, state: "superseded" };
    const now = runtime.clock.now();
    // What the appliance itself cut short is no try of the site's.
    const delay =
      verdict.code === "interrupted"
        ? 0
        : retryDelay(delivery.attempts + 1, runtime.random.fraction(), retryAfterOf(dialled, now));
    if (delay === null) return { ...failed, state: "exhausted" };
    return { ...failed, state: "pending", nextAttemptAt: now + delay };
  };

  const run = async (
    attemptId: number,
    delivery: Delivery,
    project: Project,
    session: Session,
    request: CallbackRequest | null,
    signal: AbortSignal,
  ) => {
    const started = performance.now();
    const dialled =
      request === null
        ? null
        : await dial(
            {
              url: request.url,
              headers: request.headers,
              body: request.body,
              allowedHosts: project.allowedHosts,
              connectTimeoutMs: CONNECT_TIMEOUT_MS,
              answerTimeoutMs: project.settings.answer_timeout_s * 1000,
              answerLimit: ANSWER_LIMIT_BYTES,
              signal,
            },
            parts.resolve,
          );
    const durationMs = Math.round(performance.now() - started);
    const host = URL.parse(session.callbackUrl)?.host ?? session.callbackUrl;
    const commit = database.transaction(() => {
      const files = {
        known: new Set(assets.ofSession(session.id).keys()),
        sent: delivery.versionId === null ? 0 : assets.ofVersion(delivery.versionId).length,
      };
      const verdict = verdictOf(dialled, host, files);
      if (verdict.kind === "accepted")
        for (const [fileName, url] of verdict.clientUrls) assets.keepClientUrl(session.id, fileName, url);
      const result = resultOf(delivery, verdict, dialled, durationMs);
      store.finishAttempt(
        attemptId,
        delivery.id,
        attemptOf(result, dialled, durationMs, session),
        result,
        runtime.clock.now(),
      );
      return result;
    });
    const result = commit.immediate();
    events.publish("attempt", { delivery_id: delivery.id, session_id: session.id, number: delivery.attempts + 1 });
    events.publish("delivery", {
      id: delivery.id,
      session_id: session.id,
      project_id: project.id,
      state: result.state,
    });
  };

  return (delivery, signal) => {
    const session = sessions.byId(delivery.sessionId);
    if (session === null) return null;
    const project = projects.byId(delivery.projectId);
    const content = contentOf(delivery, session);
    const request = buildCallback(project, session, content, parts.userAgent);
    const attemptId = store.beginAttempt({
      deliveryId: delivery.id,
      startedAt: runtime.clock.now(),
      contentUrl: content.contentUrl,
      request: JSON.stringify(
        request?.logged ?? { method: "POST", url: session.callbackUrl, headers: [], body: "", body_truncated: false },
      ),
    });
    if (attemptId === null) return null;
    return { attemptId, done: run(attemptId, delivery, project, session, request, signal) };
  };
}

function verdictOf(
  dialled: DialResult | null,
  host: string,
  files: { known: ReadonlySet<string>; sent: number },
): Verdict {
  if (dialled === null) return { kind: "failed", code: "invalid_credentials", facts: { host } };
  const { outcome } = dialled;
  if (!outcome.ok) return { kind: "failed", code: outcome.code, facts: outcome.facts };
  return judgeArticleSaved(
    { status: outcome.status, contentType: headerOf(outcome.headers, "content-type"), body: outcome.body },
    host,
    files,
  );
}

function attemptOf(
  result: DeliveryResult,
  dialled: DialResult | null,
  durationMs: number,
  session: Session,
): AttemptResult {
  const outcome = dialled?.outcome;
  const answered = outcome !== undefined && outcome.status !== null;
  return {
    durationMs,
    status: outcome?.status ?? null,
    code: result.code,
    facts: result.facts,
    phases: JSON.stringify(dialled?.phases ?? {}),
    remoteAddress: dialled?.remoteAddress ?? null,
    answer: answered
      ? JSON.stringify({
          headers: maskHeaders(outcome.headers),
          ...loggedBody(outcome.body.toString("utf8"), secretsToMask(session.metadata)),
        })
      : null,
  };
}

function retryAfterOf(dialled: DialResult | null, now: number): number | null {
  return dialled === null ? null : readRetryAfter(headerOf(dialled.outcome.headers, "retry-after"), now);
}

function headerOf(headers: [string, string][], name: string): string | undefined {
  return headers.find(([header]) => header.toLowerCase() === name)?.[1];
}
