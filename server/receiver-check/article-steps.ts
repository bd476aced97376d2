/** The steps that send an article_saved: what the site's answer, its downloads and its public files say about it. */

import { secretsToMask } from "../articles/sessions/metadata.ts";
import type { ClientUrlFetch } from "../contracts/receiver-check-api.ts";
import { maskFacts } from "../deliveries/callback-request.ts";
import { CLIENT_URL_WARNINGS } from "../deliveries/client-urls.ts";
import { tellClientUrls } from "../deliveries/explain.ts";
import { asMap, judgeArticleSaved, readAnswer, type SiteAnswer, type Verdict } from "../deliveries/judge.ts";
import { judgeDownloads } from "../deliveries/judge-downloads.ts";
import { type CheckArticle, keepsState } from "./check-articles.ts";
import type { CheckedCallback, CheckRun, SiteCalls } from "./check-run.ts";
import { checkClientUrl } from "./client-urls.ts";
import { type Finding, failedWith, passed, type StepRecord } from "./findings.ts";

/** What a step with an article found out. */
export interface ArticleOutcome {
  findings: Finding[];
  record: StepRecord;
  /** Whether the site answered rc 1. */
  accepted: boolean;
  /** Whether its answer is of use besides, so that it makes sense to go on. */
  usable: boolean;
  clientUrls: ReadonlyMap<string, string>;
}

/** What was answered, as the judges of deliveries read it; null where no answer came. */
export function answerOf({ outcome }: CheckedCallback): SiteAnswer | null {
  if (outcome?.ok !== true) return null;
  const contentType = outcome.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  return { status: outcome.status, contentType, body: outcome.body };
}

/** The verdict on an answer, as deliveries have it; the secrets of the run masked. */
export function verdictOf(
  sent: CheckedCallback,
  run: CheckRun,
  judge: (answer: SiteAnswer, host: string) => Verdict,
): Verdict {
  const host = run.callbackUrl.host;
  const answer = answerOf(sent);
  if (answer !== null) return withoutSecrets(judge(answer, host), run);
  if (sent.outcome === null || sent.outcome.ok) return { kind: "failed", code: "invalid_credentials", facts: { host } };
  return { kind: "failed", code: sent.outcome.code, facts: sent.outcome.facts };
}

function withoutSecrets(verdict: Verdict, run: CheckRun): Verdict {
  if (verdict.kind === "accepted") return verdict;
  const facts = maskFacts(verdict.facts, secretsToMask(run.metadata));
  return verdict.kind === "failed" ? { ...verdict, facts } : { ...verdict, facts, rm: String(facts.rm ?? "") };
}

/**
 * Judges what came of a rightly signed article_saved.
 * @param before of the same callback sent before: a site need not download again then
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
  const verdict = verdictOf(sent, run, (answer) =>
    judgeArticleSaved(answer, run.callbackUrl.href, { known: new Set(names), sent: names, lacking: [] }),
  );
  const accepted = verdict.kind === "accepted";
  const findings: Finding[] = [];
  const downloaded = sent.unfinished ? null : judgeDownloads(sent.downloads, accepted);
  if (sent.unfinished && accepted)
    findings.push({
      verdict: "failed",
      code: "archive_unfinished",
      happened: "The site answered rc 1 while it was still downloading the archive.",
      change: "Answer when the article is stored: what fails afterwards is lost without a word.",
    });
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
      // What was resolved is fetched below.
      verdict: warning === "client_url_relative" ? "warning" : "failed",
      code: warning,
      ...tellClientUrls(warning, verdict.facts),
    });
  const fetches = await checkFiles(run, calls, article, verdict.clientUrls, entries, findings);
  if (returned !== null && !keepsState(article.state, returned))
    findings.push({
      verdict: "warning",
      code: "state_changed",
      happened: "The vms_json that the site returned is not the one it got, apart from its clientUrls.",
      change:
        "Keep every key of vms_json as it is, those you do not know included, in UTF-8: it is what the next opening is made from.",
    });
  const moved = [...(before ?? [])].filter(([name, url]) => (verdict.clientUrls.get(name) ?? url) !== url);
  if (moved.length > 0)
    findings.push({
      verdict: "warning",
      code: "other_client_url",
      happened: `The same callback made another copy of ${moved.map(([name]) => name).join(", ")}, under another clientUrl.`,
      change: "Recognise version_id, or store a file of the same name in the same place.",
    });
  findings.push(...slowness(run, sent.record));
  if (findings.every(({ verdict: each }) => each === "passed"))
    findings.push(
      passed(before === null ? "The site answered rc 1." : "The site answered rc 1 to the second one as well."),
    );
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
      happened: `The site answered rc 1, but data.vms_json.assets has no clientUrl for ${missing.join(", ")}.`,
      change:
        "Return the vms_json of the archive in data.vms_json, with the public URL in assets[<file_name>].clientUrl.",
      expected: `an entry for ${missing.join(", ")}`,
      received: returned.length === 0 ? "no entries at all" : `entries for ${returned.slice(0, 20).join(", ")} only`,
    });
  return fetches;
}

function refusal(run: CheckRun, verdict: Exclude<Verdict, { kind: "accepted" }>, again: boolean): Finding {
  if (verdict.kind === "failed") return failedWith(verdict.code, verdict.facts);
  const finding = failedWith("rejected_by_site", verdict.facts);
  return {
    ...finding,
    change: again
      ? "The same callback comes twice when an answer was lost on its way: answer the second one as the first."
      : `If the site does not know the material ${run.materialId}: name an unpublished test article of its own here, or let the receiver do everything but publish for this id. If it speaks of the signature: compare the secret.`,
    expected: "rc 1",
    received: JSON.stringify({ rc: verdict.facts.rc, rm: verdict.rm ?? "" }),
  };
}

/** More than half of the time it may take: one large article more, and it is too late. */
function slowness(run: CheckRun, { duration_ms }: StepRecord): Finding[] {
  const limit = run.project.settings.answer_timeout_s;
  if (duration_ms < limit * 500) return [];
  return [
    {
      verdict: "warning",
      code: "slow",
      happened: `The answer took ${Math.round(duration_ms / 1000)} of the ${limit} seconds that it may take.`,
      change:
        "Answer once the article is stored and do slow things afterwards, or allow more time in the project's settings.",
    },
  ];
}

/** The answer's JSON where it says rc 1: also one that is of no use otherwise was meant to take it. */
export function bodyOf(sent: CheckedCallback, run: CheckRun): Record<string, unknown> | null {
  const answer = answerOf(sent);
  const read = answer === null ? null : readAnswer(answer, run.callbackUrl.host);
  return read?.kind === "accepted" ? read.body : null;
}
