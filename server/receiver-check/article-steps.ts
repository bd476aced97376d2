/** The steps that send an article_saved: the site's response, its downloads and its public files. */

import { secretsToMask } from "../articles/sessions/metadata.ts";
import type { ClientUrlFetch } from "../contracts/receiver-check-api.ts";
import { advised, sentence } from "../contracts/sentences/index.ts";
import { maskFacts } from "../deliveries/callback-request.ts";
import { clientUrlParts } from "../deliveries/explain.ts";
import {
  answerOf,
  asMap,
  CLIENT_URL_WARNINGS,
  judgeArticleSaved,
  readAnswer,
  type SiteAnswer,
  type Verdict,
  verdictOf,
} from "../deliveries/judge.ts";
import { judgeDownloads } from "../deliveries/judge-downloads.ts";
import { type CheckArticle, keepsState } from "./check-articles.ts";
import type { CheckedCallback, CheckRun, SiteCalls } from "./check-run.ts";
import { checkClientUrl } from "./client-urls.ts";
import { type Finding, failedWith, passed, type StepOutcome, type StepRecord } from "./findings.ts";

export interface ArticleOutcome extends StepOutcome {
  /** rc 1. */
  accepted: boolean;
  /** The response is usable, so the check continues. */
  usable: boolean;
  clientUrls: ReadonlyMap<string, string>;
}

/** Judges a response like a delivery, and masks secrets. */
export function judgeSafely(sent: CheckedCallback, run: CheckRun, judge: (answer: SiteAnswer) => Verdict): Verdict {
  const verdict = verdictOf(sent.outcome, run.callbackUrl.host, judge);
  if (verdict.kind === "accepted") return verdict;
  const facts = maskFacts(verdict.facts, secretsToMask(run.metadata));
  return verdict.kind === "failed" ? { ...verdict, facts } : { ...verdict, facts, rm: String(facts.rm ?? "") };
}

/**
 * Judges the response to a correctly signed article_saved.
 * @param before URLs returned for the first copy of this callback, after which the site need not download again; else null
 * @throws CheckCancelled
 */
export async function judgeArticle(
  run: CheckRun,
  calls: SiteCalls,
  article: CheckArticle,
  sent: CheckedCallback,
  before: ReadonlyMap<string, string> | null,
): Promise<ArticleOutcome> {
  const names = article.files.map(({ fileName }) => fileName);
  const verdict = judgeSafely(sent, run, (answer) =>
    judgeArticleSaved(answer, run.callbackUrl.href, { known: new Set(names), sent: names, lacking: [] }),
  );
  const accepted = verdict.kind === "accepted";
  const findings: Finding[] = [];
  const downloaded = sent.unfinished ? null : judgeDownloads(sent.downloads, accepted);
  if (sent.unfinished && accepted)
    findings.push({ verdict: "failed", code: "archive_unfinished", ...advised("check.archive_unfinished") });
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
  for (const warning of CLIENT_URL_WARNINGS.filter((each) => verdict.warnings.includes(each)))
    findings.push({
      // The resolved URL is fetched below.
      verdict: warning === "client_url_relative" ? "warning" : "failed",
      code: warning,
      ...clientUrlParts(warning, verdict.facts),
    });
  const fetches = await checkFiles(run, calls, article, verdict.clientUrls, entries, findings);
  if (returned !== null && !keepsState(article.state, returned))
    findings.push({ verdict: "warning", code: "state_changed", ...advised("check.state_changed") });
  const moved = [...(before ?? [])].filter(([name, url]) => (verdict.clientUrls.get(name) ?? url) !== url);
  if (moved.length > 0)
    findings.push({
      verdict: "warning",
      code: "other_client_url",
      ...advised("check.other_client_url", { names: moved.map(([name]) => name) }),
    });
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
      verdict: "failed",
      code: "client_url_missing",
      ...advised("check.client_url_missing", { names: missing }),
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
export function bodyOf(sent: CheckedCallback, run: CheckRun): Record<string, unknown> | null {
  const answer = answerOf(sent.outcome);
  const read = answer === null ? null : readAnswer(answer, run.callbackUrl.host);
  return read?.kind === "accepted" ? read.body : null;
}
