/** The steps of a check: connection, articles with their downloads and public files, a forged signature, and fonts. */
import { asMap } from "../article/vms-json.ts";
import { secretsToMask } from "../articles/sessions/metadata.ts";
import type { ClientUrlFetch } from "../contracts/receiver-check-api.ts";
import { sentence, withAdvice } from "../contracts/sentences/index.ts";
import { type ContentUrls, maskFacts } from "../deliveries/callback-request.ts";
import { clientUrlParts, judgeDownloads } from "../deliveries/explain.ts";
import {
  CLIENT_URL_WARNINGS,
  judgeArticleSaved,
  readResponse,
  responseOf,
  type SiteResponse,
  type Verdict,
  verdictOf,
} from "../deliveries/judge.ts";
import { judgeFontsUpdated } from "../fonts/fonts-updated.ts";
import { addressKind } from "../outbound/address-kind.ts";
import { hostName } from "../outbound/allowed-hosts.ts";
import type { DialResult } from "../outbound/dial.ts";
import type { Services } from "../services.ts";
import { type CheckArticle, keepsState } from "./check-articles.ts";
import {
  type CheckArchives,
  type CheckedCallback,
  type CheckRun,
  checkClientUrl,
  recordOf,
  type SiteCalls,
} from "./check-run.ts";
import {
  type Finding,
  failedWith,
  failure,
  NOTHING_SENT,
  passed,
  type StepOutcome,
  type StepRecord,
  skipped,
  skippedStep,
  warning,
} from "./findings.ts";

interface ArticleOutcome extends StepOutcome {
  /** rc 1. */
  accepted: boolean;
  /** The response is usable, so the check continues. */
  usable: boolean;
  clientUrls: ReadonlyMap<string, string>;
}

/** Judges a response like a delivery, and masks secrets. */
function judgeSafely(sent: CheckedCallback, run: CheckRun, judge: (response: SiteResponse) => Verdict): Verdict {
  const verdict = verdictOf(sent.outcome, run.callbackUrl.host, judge);
  if (verdict.kind === "accepted") return verdict;
  const facts = maskFacts(verdict.facts, secretsToMask(run.metadata));
  return verdict.kind === "failed" ? { ...verdict, facts } : { ...verdict, facts, rm: String(facts.rm ?? "") };
}

/**
 * Judges the response to a correct signature. @param before URLs for the callback's first copy; then no download is needed @throws
 * CheckCancelled
 */
export async function judgeArticle(
  run: CheckRun,
  calls: SiteCalls,
  article: CheckArticle,
  sent: CheckedCallback,
  before: ReadonlyMap<string, string> | null,
): Promise<ArticleOutcome> {
  const names = article.files.map(({ fileName }) => fileName);
  const verdict = judgeSafely(sent, run, (response) =>
    judgeArticleSaved(response, run.callbackUrl.href, { known: new Set(names), sent: names, lacking: [] }),
  );
  const accepted = verdict.kind === "accepted";
  const findings: Finding[] = [];
  const downloaded = sent.unfinished ? null : judgeDownloads(sent.downloads, accepted);
  if (sent.unfinished && accepted) findings.push(failure("archive_unfinished", withAdvice("check.archive_unfinished")));
  if (downloaded !== null && !(before !== null && downloaded.code === "archive_not_downloaded"))
    findings.push({ verdict: "failed", ...downloaded });
  if (!accepted) {
    findings.push(refusal(run, verdict, before !== null));
    return {
      findings,
      record: sent.record,
      accepted: bodyOf(sent, run) !== null,
      usable: false,
      clientUrls: new Map(),
    };
  }
  const returned = asMap(asMap(bodyOf(sent, run)?.data)?.vms_json);
  const entries = Object.keys(asMap(returned?.assets) ?? {});
  // The resolved URL of a relative one is fetched below.
  for (const code of CLIENT_URL_WARNINGS.filter((each) => verdict.warnings.includes(each)))
    findings.push((code === "client_url_relative" ? warning : failure)(code, clientUrlParts(code, verdict.facts)));
  const fetches = await checkFiles(run, calls, article, verdict.clientUrls, entries, findings);
  if (returned !== null && !keepsState(article.state, returned))
    findings.push(warning("state_changed", withAdvice("check.state_changed")));
  const moved = [...(before ?? [])].filter(([name, url]) => (verdict.clientUrls.get(name) ?? url) !== url);
  if (moved.length > 0)
    findings.push(
      warning("other_client_url", withAdvice("check.other_client_url", { names: moved.map(([name]) => name) })),
    );
  findings.push(...slowness(run, sent.record));
  if (findings.every(({ verdict: each }) => each === "passed"))
    findings.push(passed(sentence(before === null ? "check.rc_1" : "check.rc_1_again")));
  return {
    findings,
    record: { ...sent.record, fetches },
    accepted: true,
    usable: true,
    clientUrls: verdict.clientUrls,
  };
}

async function checkFiles(
  run: CheckRun,
  calls: SiteCalls,
  article: CheckArticle,
  clientUrls: ReadonlyMap<string, string>,
  returned: string[],
  findings: Finding[],
): Promise<ClientUrlFetch[]> {
  const fetches: ClientUrlFetch[] = [];
  const missing: string[] = [];
  for (const file of article.files) {
    const url = clientUrls.get(file.fileName);
    if (url === undefined) {
      if (!returned.includes(file.fileName)) missing.push(file.fileName);
    } else {
      const { finding, fetch } = await checkClientUrl(run, calls, file, url);
      findings.push(finding);
      fetches.push(fetch);
    }
  }
  if (missing.length > 0)
    findings.push({
      ...failure("client_url_missing", withAdvice("check.client_url_missing", { names: missing })),
      expected: sentence("check.entry_for", { names: missing }),
      received:
        returned.length === 0
          ? sentence("check.no_entries")
          : sentence("check.only_entries", { names: returned.slice(0, 20) }),
    });
  return fetches;
}

function refusal(run: CheckRun, verdict: Exclude<Verdict, { kind: "accepted" }>, again: boolean): Finding {
  if (verdict.kind === "failed") return failedWith(verdict.code, verdict.facts);
  const finding = failedWith("rejected_by_site", verdict.facts);
  return {
    ...finding,
    change: again ? sentence("check.rejected_again_do") : sentence("check.rejected_do", { id: run.materialId }),
    expected: sentence("check.expected_rc_1"),
    received: JSON.stringify({ rc: verdict.facts.rc, rm: verdict.rm ?? "" }),
  };
}

/** Warns above half of the timeout, because a larger article would exceed it. */
function slowness(run: CheckRun, { duration_ms }: StepRecord): Finding[] {
  const limit = run.project.settings.answer_timeout_s;
  if (duration_ms < limit * 500) return [];
  return [
    {
      verdict: "warning",
      code: "slow",
      happened: sentence("check.slow", { seconds: Math.round(duration_ms / 1000), limit }),
      change: sentence("deliveries.answer_timeout_do"),
    },
  ];
}

/** The JSON of a response with rc 1, even if it is unusable; null for other responses. */
function bodyOf(sent: CheckedCallback, run: CheckRun): Record<string, unknown> | null {
  const response = responseOf(sent.outcome);
  const read = response === null ? null : readResponse(response, run.callbackUrl.host);
  return read?.kind === "accepted" ? read.body : null;
}

const TIMEOUT_MS = 15_000;
const EXPIRES_SOON_MS = 21 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** The first two steps, over one connection. Connects without a request, because a receiver need not support any but the callback. `open`: callbacks can be sent. */
export async function checkConnection(
  run: CheckRun,
  calls: SiteCalls,
  now: number,
): Promise<{ reachability: StepOutcome; tls: StepOutcome; open: boolean }> {
  const dialled = await calls.fetch(run, run.callbackUrl, {
    responseTimeoutMs: TIMEOUT_MS,
    responseLimit: 0,
    onlyConnect: true,
  });
  const record = { ...recordOf(dialled), certificate: null, status: null };
  const reached = reachabilityOf(run, dialled);
  const reachability = { findings: [reached], record };
  if (reached.verdict === "failed")
    return { reachability, tls: skippedStep(sentence("check.not_reached")), open: false };
  const secured = tlsOf(run, dialled, now);
  return {
    reachability,
    tls: { findings: [secured], record: { ...NOTHING_SENT, certificate: dialled.certificate } },
    open: secured.verdict !== "failed",
  };
}

function reachabilityOf(run: CheckRun, { outcome, phases, remoteAddress }: DialResult): Finding {
  if (!outcome.ok && phases.connect === null) return failedWith(outcome.code, outcome.facts);
  const via = remoteAddress === null ? "" : sentence("deliveries.via_address", { address: remoteAddress });
  return passed(
    sentence("check.accepted_connection", { site: run.callbackUrl.host, via, ms: Math.round(phases.connect ?? 0) }),
  );
}

function tlsOf(run: CheckRun, { outcome, certificate }: DialResult, now: number): Finding {
  if (run.callbackUrl.protocol === "http:") return plainHttp(hostName(run.callbackUrl));
  if (!outcome.ok) return failedWith(outcome.code, outcome.facts);
  if (certificate === null) return passed(sentence("check.trusted"));
  const days = Math.floor((Date.parse(certificate.valid_to) - now) / DAY_MS);
  const { issuer, valid_to } = certificate;
  const until = { issuer, day: valid_to.slice(0, 10) };
  if (days * DAY_MS > EXPIRES_SOON_MS) return passed(sentence("check.trusted_until", until));
  return {
    verdict: "warning",
    code: "certificate_ends_soon",
    happened:
      days < 1
        ? sentence("check.ends_on_day", { ...until, time: valid_to.slice(11, 16) })
        : sentence("check.ends_soon", { ...until, days }),
    change: sentence("check.ends_soon_do"),
  };
}

function plainHttp(host: string): Finding {
  if (host === "localhost" || addressKind(host) === "loopback") return skipped(sentence("check.plain_http_local"));
  return warning("plain_http", withAdvice("check.plain_http"));
}

/** Sends the published fonts, so that the step does not change the site's fonts. @param fonts null without published fonts */
export async function checkFonts(
  run: CheckRun,
  fonts: ReturnType<Services["snapshots"]["published"]>,
  snapshotId: string,
  { archives, contentUrls, calls }: { archives: CheckArchives; contentUrls: ContentUrls; calls: SiteCalls },
): Promise<StepOutcome> {
  if (fonts === null) return skippedStep(sentence("check.no_fonts"));
  const { project, materialId, fingerprint } = run;
  const key = { projectId: project.id, materialId, fingerprint, archiveId: snapshotId };
  return archives.offer(key, await fonts.archive(), async () => {
    const sent = await calls.send(run, snapshotId, {
      event: "site_fonts_updated",
      contentUrl: contentUrls.fonts(fingerprint, snapshotId),
      metadata: run.metadata,
      fonts: fonts.tree,
    });
    const verdict = judgeSafely(sent, run, (response) =>
      judgeFontsUpdated(response, run.callbackUrl.host, new Set(fonts.fileNames), project.allowedHosts),
    );
    const downloaded = judgeDownloads(sent.downloads, verdict.kind === "accepted");
    return {
      record: sent.record,
      findings: [
        ...(downloaded === null ? [] : [{ verdict: "failed" as const, ...downloaded }]),
        verdict.kind === "accepted"
          ? passed(sentence("check.rc_1"))
          : failedWith(verdict.kind === "failed" ? verdict.code : "rejected_by_site", verdict.facts),
      ],
    };
  });
}

/** Judges the response to a forged signature. @param accepted whether the site accepted the article with a correct one */
export function judgeForged(run: CheckRun, sent: CheckedCallback, accepted: boolean): Finding[] {
  const response = responseOf(sent.outcome);
  const status = String(response?.status);
  const text = response?.body.subarray(0, 2_048).toString("utf8") ?? "";
  const against = {
    expected: sentence("check.expected_403"),
    received: sentence("deliveries.received", { status, type: "", text }),
  };
  if (bodyOf(sent, run) !== null)
    return [{ ...failure("forged_signature_accepted", withAdvice("check.forged_accepted")), ...against }];
  const findings: Finding[] = [];
  if (sent.downloads.length > 0)
    findings.push(warning("forged_signature_followed", withAdvice("check.forged_followed")));
  if (response === null && sent.outcome?.ok === false)
    findings.push({
      ...failedWith(sent.outcome.code, maskFacts(sent.outcome.facts, secretsToMask(run.metadata))),
      verdict: "warning",
      change: sentence("check.forged_slow_do"),
    });
  else if (response !== null && response.status >= 500)
    findings.push({
      ...warning("forged_signature_crashed", withAdvice("check.forged_crashed", { status })),
      ...against,
    });
  else if (response !== null && readResponse(response, run.callbackUrl.host).kind === "rejected")
    findings.push({ ...warning("forged_signature_final", withAdvice("check.forged_final")), ...against });
  if (findings.length > 0) return findings;
  if (accepted) return [passed(sentence("check.forged_rejected", { status }))];
  return [warning("forged_signature_unproven", withAdvice("check.forged_unproven"))];
}
