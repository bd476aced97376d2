/** One attempt: its row is written before the request, and its outcome is committed together with the merge of URLs. */
import { secretsToMask } from "../articles/sessions/metadata.ts";
import { archiveWarning } from "../contracts/delivery-states.ts";
import { maskAddress } from "../core/masking.ts";
import { pause, type Runtime } from "../core/runtime.ts";
import { type DialResult, headerOf } from "../outbound/dial.ts";
import { type AttemptReason, isRetried } from "../outbound/failures.ts";
import type { Project, Projects } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { buildCallback, type CallbackKind, dialSite, loggedResponse, maskFacts } from "./callback-request.ts";
import type { Delivery, DeliveryResult } from "./delivery-row.ts";
import { downloadWarning } from "./explain.ts";
import { isAboutSignature, type Verdict, verdictOf } from "./judge.ts";

interface AttemptSignals {
  /** The appliance closes: recording the outcome is tried only once. */
  closing: AbortSignal;
  /** The machine slept past the deadline. */
  suspended: AbortSignal;
}

export type AttemptMaker = ReturnType<typeof createAttemptMaker>;

export function createAttemptMaker(
  services: Pick<
    Services,
    "commits" | "runtime" | "events" | "settings" | "deliveryStore" | "projects" | "sessionStore" | "seal" | "outgoing"
  > & { kinds: Readonly<Record<Delivery["event"], CallbackKind>> },
) {
  const { commits, runtime, events, settings, projects, seal, kinds, outgoing } = services;
  const { deliveryStore: store, sessionStore: sessions } = services;
  /** Checked in each transaction that begins or ends an attempt. */
  const isOnHold = (id: string) => settings.get().deliveries_paused || store.isOnHold(id);
  /** A retry waits for the release. */
  const orHeld = (result: DeliveryResult, id: string): DeliveryResult =>
    result.state === "pending" && isOnHold(id) ? { ...result, state: "held", nextAttemptAt: null } : result;

  /** @param otherSecret reason of the attempt with the project's other secret, null if none may follow */
  const resultOf = (
    delivery: Delivery,
    verdict: Verdict,
    dialled: DialResult | null,
    durationMs: number,
    otherSecret: AttemptReason | null,
  ): DeliveryResult => {
    const now = runtime.clock.now();
    const base = {
      reason: "retry" as const,
      code: null,
      facts: {},
      warnings: [],
      siteMessage: null,
      nextAttemptAt: null,
      lastStatus: dialled?.outcome.status ?? null,
      durationMs,
    };
    if (verdict.kind === "accepted") {
      const accepted = { ...base, state: "delivered" as const, siteMessage: verdict.rm };
      if (store.isFetched(delivery.id)) return { ...accepted, warnings: verdict.warnings, facts: verdict.facts };
      const { warning, facts } = downloadWarning(store.lastDownload(delivery.id));
      return { ...accepted, warnings: [warning, ...verdict.warnings], facts: { ...verdict.facts, ...facts } };
    }
    if (verdict.kind === "rejected") {
      const rejected = { ...base, code: "rejected_by_site" as const, facts: verdict.facts, siteMessage: verdict.rm };
      const isFinal =
        otherSecret === null || !rejectsSignature(base.lastStatus, verdict.rm) || store.hasNewer(delivery);
      return isFinal
        ? { ...rejected, state: "rejected" }
        : { ...rejected, state: "pending", reason: otherSecret, nextAttemptAt: now };
    }
    const failed = { ...base, code: verdict.code, facts: verdict.facts };
    if (!isRetried(verdict.code)) return { ...failed, state: "failed" };
    if (store.hasNewer(delivery)) return { ...failed, state: "superseded" };
    // An interruption by Galley says nothing about the site, so the delivery is due again immediately.
    const delay =
      verdict.code === "interrupted"
        ? 0
        : retryDelay(delivery.attempts + 1, runtime.random.fraction(), retryAfterOf(dialled, now));
    if (delay === null) return { ...failed, state: "exhausted" };
    return { ...failed, state: "pending", nextAttemptAt: now + delay };
  };

  const run = async (
    delivery: Delivery,
    { attemptId, project, session, request, secrets, queuedMs, otherSecret }: Begun,
    { closing, suspended }: AttemptSignals,
  ) => {
    const started = performance.now();
    const signal = AbortSignal.any([closing, suspended]);
    const dialled = request && (await dialSite(project, outgoing, { ...request, signal }));
    const durationMs = Math.round(performance.now() - started);
    const response = dialled && loggedResponse(dialled.outcome, secrets);
    const host = URL.parse(session.callbackUrl)?.host ?? session.callbackUrl;
    const kind = kinds[delivery.event];
    /** An error while judging counts as an unreadable response. */
    const judged = (): Verdict => {
      try {
        return verdictOf(dialled?.outcome ?? null, host, (response) =>
          kind.judge(response, { host, delivery, session, project }),
        );
      } catch (error) {
        if (isStorageError(error)) throw error;
        runtime.log.error(`Galley could not process the response to delivery ${delivery.id}.`, error);
        return { kind: "failed", code: "not_json", facts: { host, status: dialled?.outcome.status ?? null } };
      }
    };
    const record = () => {
      const verdict = judged();
      if (verdict.kind === "accepted") kind.keep(verdict.clientUrls, session);
      const decided = withoutSecrets(resultOf(delivery, verdict, dialled, durationMs, otherSecret), secrets);
      const result = orHeld(decided, delivery.id);
      const site = store.finishAttempt(
        {
          attemptId,
          deliveryId: delivery.id,
          projectId: project.id,
          sessionId: session.id,
          origin: URL.parse(session.callbackUrl)?.origin ?? delivery.origin,
        },
        {
          phases: JSON.stringify({ queued: queuedMs, ...dialled?.phases }),
          remoteAddress: dialled?.remoteAddress ?? null,
          answer: response && JSON.stringify(response),
        },
        result,
        runtime.clock.now(),
      );
      return { result, site };
    };
    const { result, site } = await untilRecorded(() => commits.run(record), runtime, closing);
    events.publish("attempt", { delivery_id: delivery.id, session_id: session.id, number: delivery.attempts + 1 });
    if (site !== null) events.publish("site", site);
    events.publish("delivery", {
      id: delivery.id,
      session_id: session.id,
      project_id: project.id,
      state: result.state,
      attempt: { code: result.code ?? archiveWarning(result.warnings), durationMs },
    });
  };

  const begin = (delivery: Delivery) => {
    if (isOnHold(delivery.id)) return { kind: "gone" } as const;
    // A newer one was delivered while an older one was resent manually.
    if (store.hasNewerDelivered(delivery)) {
      store.supersede(delivery.id, runtime.clock.now());
      return { kind: "superseded" } as const;
    }
    const session = sessions.byId(delivery.sessionId);
    if (session === null) return { kind: "gone" } as const;
    const project = projects.byId(delivery.projectId);
    const clear = { ...session, metadata: seal.open(session.id, session.metadata) };
    const content = kinds[delivery.event].content(delivery, clear);
    const { secret, other: otherSecret } = signingFor(projects, project, delivery.reason);
    const request = buildCallback({ ...project, secret }, clear, content, outgoing.userAgent);
    const startedAt = runtime.clock.now();
    const attemptId = store.beginAttempt({
      deliveryId: delivery.id,
      startedAt,
      contentUrl: content.contentUrl,
      request: JSON.stringify(
        request?.logged ?? {
          method: "POST",
          url: maskAddress(session.callbackUrl),
          headers: [],
          body: "",
          body_truncated: false,
        },
      ),
    });
    if (attemptId === null) return { kind: "gone" } as const;
    const queuedMs = delivery.nextAttemptAt === null ? null : Math.max(0, startedAt - delivery.nextAttemptAt);
    return {
      kind: "begun",
      attemptId,
      project,
      session,
      request,
      queuedMs,
      otherSecret,
      secrets: secretsToMask(clear.metadata),
      endsBy: startedAt + project.settings.answer_timeout_s * 1000,
    } as const;
  };
  type Begun = Extract<ReturnType<typeof begin>, { kind: "begun" }>;

  /**
   * Begins an attempt, and resolves once its row is committed.
   * - begun: `endsBy` is the response deadline in ms since the epoch; `done` settles when the outcome is committed.
   * - superseded: the site already has a newer delivery.
   * - gone: the delivery is no longer pending, or on hold.
   *
   * @throws the SQLite error if the row cannot be written
   */
  return async (delivery: Delivery, signals: AttemptSignals) => {
    const begun = await commits.run(() => begin(delivery));
    if (begun.kind !== "begun") return begun;
    const { kind, attemptId, endsBy } = begun;
    return { kind, attemptId, endsBy, done: run(delivery, begun, signals) };
  };
}

/** Masks the session's secrets, which a site may repeat in its response. */
function withoutSecrets(result: DeliveryResult, secrets: string[]): DeliveryResult {
  const facts = maskFacts({ ...result.facts, message: result.siteMessage }, secrets);
  const { message, ...rest } = facts;
  return { ...result, facts: rest, siteMessage: typeof message === "string" ? message : null };
}

function retryAfterOf(dialled: DialResult | null, now: number): number | null {
  return dialled === null ? null : readRetryAfter(headerOf(dialled.outcome.headers, "retry-after"), now);
}

/** Interval between tries to record an outcome. */
const RETRY_MS = 2_000;

/**
 * Repeats `commit` until it succeeds, however long the disk stays full. The outcome stays in memory, so that Galley does
 * not call the site again.
 * @throws the error of `commit` if a retry cannot help, or if Galley closes: the next start counts it as interrupted
 */
async function untilRecorded<T>(
  commit: () => Promise<T>,
  { clock, log }: Pick<Runtime, "clock" | "log">,
  signal: AbortSignal,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await commit();
    } catch (error) {
      if (!isStorageError(error) || signal.aborted) throw error;
      if (tries === 1) log.error("The outcome of a callback could not be stored. Galley keeps it and retries.", error);
      await pause(clock, RETRY_MS, signal);
    }
  }
}

/** The disk is full or failing, or another process has locked the database. */
function isStorageError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^SQLITE_(FULL|IOERR|BUSY|LOCKED|NOMEM|CANTOPEN|READONLY)/.test(code);
}

// While the project accepts several secrets, one signs and Galley may try the other. Contract 6.3.

interface Signing {
  secret: string;
  /** Reason of the attempt with the other accepted secret; null if none follows. */
  other: AttemptReason | null;
}

/** The reason names the secret, because the default may change between the two attempts. */
function signingFor(projects: Projects, project: Project, reason: AttemptReason): Signing {
  const [, former] = projects.acceptedSecrets(project);
  if (reason === "current_secret") return { secret: project.secret, other: null };
  if (reason === "former_secret") return { secret: former ?? project.secret, other: null };
  const secret = projects.signingSecret(project);
  if (former === undefined) return { secret, other: null };
  return { secret, other: secret === project.secret ? "former_secret" : "current_secret" };
}

function rejectsSignature(status: number | null, words: string | null): boolean {
  return status === 401 || status === 403 || isAboutSignature(words ?? "");
}

// The retry intervals of deliveries (contract 6.4).

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Intervals after the first, second, … failed attempt, ms. After the last one the delivery is exhausted. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
];

const JITTER = 0.2;
/** Maximum interval that Retry-After can cause. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/** The interval after failed attempt `attempt` (from 1), ms; null after the last. @param fraction 0 to 1: spreads it by ±20 % */
function retryDelay(attempt: number, fraction: number, retryAfterMs: number | null): number | null {
  const delay = RETRY_DELAYS_MS[attempt - 1];
  if (delay === undefined) return null;
  const spread = Math.round(delay * (1 - JITTER + 2 * JITTER * fraction));
  return Math.max(spread, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** Reads Retry-After, in seconds or as an HTTP date, into ms; null if it is invalid. */
function readRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * SECOND;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
