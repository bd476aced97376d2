/** One run of a check: its project, its site, and calls like those of deliveries. */

import { secretsToMask } from "../articles/sessions/metadata.ts";
import type { AttemptView } from "../contracts/deliveries-api.ts";
import type { JsonText } from "../core/json-text.ts";
import {
  buildCallback,
  type CallbackContent,
  dialSite,
  loggedResponse,
  maskFacts,
} from "../deliveries/callback-request.ts";
import { downloadView } from "../deliveries/deliveries.ts";
import type { StoredDownload } from "../deliveries/delivery-store.ts";
import type { DialRequest, DialResult } from "../outbound/dial.ts";
import type { Outgoing } from "../outbound/site-request.ts";
import type { Project, Projects } from "../projects/projects.ts";
import type { CheckArchives } from "./check-archives.ts";
import { NOTHING_SENT, type StepRecord } from "./findings.ts";

export interface CheckRun {
  project: Project;
  materialId: string;
  callbackUrl: URL;
  /** The metadata of an open, in clear text. */
  metadata: JsonText;
  fingerprint: string;
  /** Ends the run. */
  signal: AbortSignal;
}

/** Secrets are masked. */
export interface CheckedCallback {
  outcome: DialResult["outcome"] | null;
  downloads: StoredDownload[];
  /** A download continued after the response. */
  unfinished: boolean;
  record: StepRecord;
}

/** The admin cancelled the check, or the connection closed. */
export class CheckCancelled extends Error {}

export type SiteCalls = ReturnType<typeof createSiteCalls>;

export function createSiteCalls(projects: Projects, archives: CheckArchives, outgoing: Outgoing) {
  const { userAgent } = outgoing;
  const call = async (
    { project, signal }: CheckRun,
    request: Pick<DialRequest, "url" | "headers" | "body"> & Partial<DialRequest>,
  ) => {
    const dialled = await dialSite(project, outgoing, { ...request, signal });
    if (signal.aborted) throw new CheckCancelled();
    return dialled;
  };
  return {
    /** Sends a callback and accepts downloads of its archive. `secret` forges a signature. @throws CheckCancelled */
    async send(
      run: CheckRun,
      archiveId: string,
      content: CallbackContent,
      secret = projects.signingSecret(run.project),
    ): Promise<CheckedCallback> {
      const secrets = secretsToMask(run.metadata);
      const started = performance.now();
      const request = buildCallback(
        { ...run.project, secret },
        { materialId: run.materialId, callbackUrl: run.callbackUrl.href, metadata: run.metadata },
        content,
        userAgent,
      );
      if (request === null) return { outcome: null, downloads: [], unfinished: false, record: NOTHING_SENT };
      const dialled = await call(run, request);
      const durationMs = Math.round(performance.now() - started);
      const { downloads, unfinished } = await archives.takeDownloads(archiveId);
      return {
        outcome: masked(dialled.outcome, secrets),
        downloads,
        unfinished,
        record: {
          ...recordOf(dialled, durationMs),
          request: request.logged,
          answer: responseOf(dialled.outcome, secrets),
          downloads: downloads.map(downloadView),
        },
      };
    },
    /** @throws CheckCancelled */
    fetch: (
      run: CheckRun,
      url: URL,
      how: Pick<DialRequest, "responseTimeoutMs" | "responseLimit"> & Partial<DialRequest>,
    ): Promise<DialResult> =>
      call(run, {
        url: url.href,
        method: "GET",
        headers: { "user-agent": userAgent, accept: "*/*" },
        body: Buffer.alloc(0),
        ...how,
      }),
  };
}

/** Records a call without its content. */
export function recordOf(dialled: DialResult, durationMs: number): StepRecord {
  return {
    ...NOTHING_SENT,
    duration_ms: durationMs,
    phases: { queued: null, ...dialled.phases } satisfies AttemptView["phases"],
    remote_address: dialled.remoteAddress,
    certificate: dialled.certificate,
    status: dialled.outcome.status,
  };
}

function masked(outcome: DialResult["outcome"], secrets: string[]): DialResult["outcome"] {
  return outcome.ok ? outcome : { ...outcome, facts: maskFacts(outcome.facts, secrets) };
}

function responseOf(outcome: DialResult["outcome"], secrets: string[]): StepRecord["answer"] {
  const logged = loggedResponse(outcome, secrets);
  if (logged === null) return null;
  const { headers, body, body_truncated } = logged;
  return { headers, body, body_truncated };
}
