/** One run of a check: its project, its site, and calls like those of deliveries. */
import type { ArchiveKey } from "../archives/archives.ts";
import type { Archive } from "../archives/zip.ts";
import { secretsToMask } from "../articles/sessions/metadata.ts";
import type { AttemptView } from "../contracts/deliveries-api.ts";
import type { ClientUrlFetch } from "../contracts/receiver-check-api.ts";
import { type SentenceWithAdvice, sentence, withAdvice } from "../contracts/sentences/index.ts";
import type { JsonText } from "../core/json-text.ts";
import type { Clock } from "../core/runtime.ts";
import { buildCallback, type CallbackContent, dialSite, loggedResponse } from "../deliveries/callback-request.ts";
import { downloadView } from "../deliveries/deliveries.ts";
import type { StoredDownload } from "../deliveries/delivery-store.ts";
import { failureParts } from "../deliveries/explain.ts";
import { type DialRequest, type DialResult, headerOf } from "../outbound/dial.ts";
import { printable } from "../outbound/failures.ts";
import type { Outgoing } from "../outbound/site-request.ts";
import type { Project, Projects } from "../projects/projects.ts";
import type { CheckFile } from "./check-articles.ts";
import { type Finding, failure, NOTHING_SENT, passed, type StepRecord, warning } from "./findings.ts";

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

/** Secrets are masked in the record only. */
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
      const request = buildCallback(
        { ...run.project, secret },
        { materialId: run.materialId, callbackUrl: run.callbackUrl.href, metadata: run.metadata },
        content,
        userAgent,
      );
      if (request === null) return { outcome: null, downloads: [], unfinished: false, record: NOTHING_SENT };
      const dialled = await call(run, request);
      const { downloads, unfinished } = await archives.takeDownloads(archiveId);
      return {
        outcome: dialled.outcome,
        downloads,
        unfinished,
        record: {
          ...recordOf(dialled),
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
export function recordOf(dialled: DialResult): StepRecord {
  return {
    ...NOTHING_SENT,
    duration_ms: Math.round(dialled.phases.total ?? 0),
    phases: { queued: null, ...dialled.phases } satisfies AttemptView["phases"],
    remote_address: dialled.remoteAddress,
    certificate: dialled.certificate,
    status: dialled.outcome.status,
  };
}

function responseOf(outcome: DialResult["outcome"], secrets: string[]): StepRecord["answer"] {
  const logged = loggedResponse(outcome, secrets);
  if (logged === null) return null;
  const { headers, body, body_truncated } = logged;
  return { headers, body, body_truncated };
}

// The archives of running checks, in memory. Sites download them like any other; Galley never stores them.

const MAX_DOWNLOADS = 100;
const WAIT_FOR_END_MS = 3_000;

interface Offered {
  key: ArchiveKey;
  archive: Archive;
  downloads: StoredDownload[];
  underWay: number;
  /** Called when no download is running. */
  idle: () => void;
}

export type CheckArchives = ReturnType<typeof createCheckArchives>;

export function createCheckArchives(clock: Clock) {
  const offered = new Map<string, Offered>();
  return {
    /** Offers an archive for download while `work` runs. */
    async offer<T>(key: ArchiveKey, archive: Archive, work: () => Promise<T>): Promise<T> {
      offered.set(key.archiveId, { key, archive, downloads: [], underWay: 0, idle: () => undefined });
      try {
        return await work();
      } finally {
        offered.delete(key.archiveId);
      }
    },
    /** Null if the parts of the key do not belong together. */
    find(key: ArchiveKey): Archive | null {
      const entry = offered.get(key.archiveId);
      const fits =
        entry?.key.projectId === key.projectId &&
        entry.key.materialId === key.materialId &&
        entry.key.fingerprint === key.fingerprint;
      return fits ? entry.archive : null;
    },
    /** Returns the function to call at the end of the download; null if it belongs to no check. */
    startDownload(archiveId: string): ((download: StoredDownload) => void) | null {
      const entry = offered.get(archiveId);
      if (entry === undefined) return null;
      entry.underWay += 1;
      return (download) => {
        if (entry.downloads.length < MAX_DOWNLOADS) entry.downloads.push(download);
        entry.underWay -= 1;
        if (entry.underWay === 0) entry.idle();
      };
    },
    /** Downloads that ended since the last call; waits briefly for running ones. @returns unfinished: some still run */
    async takeDownloads(archiveId: string): Promise<{ downloads: StoredDownload[]; unfinished: boolean }> {
      const entry = offered.get(archiveId);
      if (entry === undefined) return { downloads: [], unfinished: false };
      if (entry.underWay > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        entry.idle = resolve;
        const cancel = clock.after(WAIT_FOR_END_MS, resolve);
        await promise;
        cancel();
      }
      return { downloads: entry.downloads.splice(0), unfinished: entry.underWay > 0 };
    },
  };
}

// The clientUrls of a site, fetched like any client on the internet.

const FETCH_TIMEOUT_MS = 30_000;
/** A site may make a file slightly larger. */
const SLACK_BYTES = 1024 * 1024;

/** Fetches the file of one clientUrl and compares it with the file that was sent. @throws CheckCancelled */
export async function checkClientUrl(
  run: CheckRun,
  calls: SiteCalls,
  file: CheckFile,
  clientUrl: string,
): Promise<{ finding: Finding; fetch: ClientUrlFetch }> {
  const url = new URL(clientUrl);
  const { outcome } = await calls.fetch(run, url, {
    responseTimeoutMs: FETCH_TIMEOUT_MS,
    responseLimit: file.bytes.length + SLACK_BYTES,
    anyPublicHost: true,
  });
  const content_type = headerOf(outcome.headers, "content-type") ?? null;
  return {
    finding: findingOf(file, url, outcome, content_type),
    fetch: {
      file_name: file.fileName,
      url: clientUrl,
      status: outcome.status,
      content_type,
      bytes: outcome.body.length,
      expected_bytes: file.bytes.length,
      same: outcome.ok && outcome.status === 200 && outcome.body.equals(file.bytes),
    },
  };
}

function findingOf(file: CheckFile, url: URL, outcome: DialResult["outcome"], contentType: string | null): Finding {
  const { fileName: name, bytes } = file;
  const fail = (code: string, message: SentenceWithAdvice, received = ""): Finding => ({
    ...failure(code, message),
    expected: sentence("check.png_expected", { bytes: bytes.length }),
    received,
  });
  const response = `(${contentType ?? "no type"}): ${printable(outcome.body)}`;

  if (!outcome.ok && outcome.code === "host_not_allowed")
    return fail("client_url_unreachable", withAdvice("check.client_url_private", { name, host: url.host }));
  if (!outcome.ok && outcome.code !== "answer_too_large") {
    const reason = failureParts(outcome.code, outcome.facts).happened;
    return fail("client_url_unreachable", withAdvice("check.client_url_unreachable", { name, reason }));
  }
  if (outcome.status !== 200) {
    const status = String(outcome.status);
    return fail(
      "client_url_status",
      withAdvice("check.client_url_status", { name, status }),
      `status ${status} ${response}`,
    );
  }
  if (outcome.ok && outcome.body.equals(bytes)) return publicFinding(file, contentType);
  if (outcome.ok && isPicture(outcome.body)) {
    const facts = { name, sent: bytes.length, served: outcome.body.length };
    return warning("client_url_differs", withAdvice("check.client_url_changed", facts));
  }
  const received = outcome.ok ? `${outcome.body.length} bytes` : "more bytes";
  return fail("client_url_differs", withAdvice("check.client_url_other", { name }), `${received} ${response}`);
}

function publicFinding(file: CheckFile, contentType: string | null): Finding {
  if (contentType?.startsWith("image/")) return passed(sentence("check.public", { name: file.fileName }));
  return warning(
    "client_url_type",
    withAdvice("check.client_url_type", { name: file.fileName, type: contentType ?? sentence("check.no_type") }),
  );
}

/** Recognizes PNG, JPEG, GIF, BMP, WebP and AVIF by the first bytes. */
function isPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 12).toString("latin1");
  return /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM|RIFF.{4}WEBP|.{4}ftypavif)/s.test(head);
}
