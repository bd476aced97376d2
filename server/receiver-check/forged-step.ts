/** The step that sends a callback with a forged signature. */

import { sentence } from "../contracts/sentences/index.ts";
import { readAnswer } from "../deliveries/judge.ts";
import { answerOf, bodyOf } from "./article-steps.ts";
import type { CheckedCallback, CheckRun } from "./check-run.ts";
import { type Finding, failedWith, passed } from "./findings.ts";

/** @param known whether the site accepted the article with a correct signature */
export function judgeForged(run: CheckRun, sent: CheckedCallback, known: boolean): Finding[] {
  const answer = answerOf(sent);
  const excerpt = answer?.body.subarray(0, 2_048).toString("utf8") ?? "";
  const received = sentence("deliveries.received", { status: String(answer?.status), type: "", text: excerpt });
  if (bodyOf(sent, run) !== null)
    return [
      {
        verdict: "failed",
        code: "forged_signature_accepted",
        happened: sentence("check.forged_accepted"),
        change: sentence("check.forged_accepted_do"),
        expected: sentence("check.expected_403"),
        received,
      },
    ];
  const findings: Finding[] = [];
  if (sent.downloads.length > 0)
    findings.push({
      verdict: "warning",
      code: "forged_signature_followed",
      happened: sentence("check.forged_followed"),
      change: sentence("check.forged_followed_do"),
    });
  if (answer === null && sent.outcome?.ok === false)
    findings.push({
      ...failedWith(sent.outcome.code, sent.outcome.facts),
      verdict: "warning",
      change: sentence("check.forged_slow_do"),
    });
  else if (answer !== null && answer.status >= 500)
    findings.push({
      verdict: "warning",
      code: "forged_signature_crashed",
      happened: sentence("check.forged_crashed", { status: String(answer.status) }),
      change: sentence("check.forged_crashed_do"),
      expected: sentence("check.expected_403"),
      received,
    });
  else if (answer !== null && readAnswer(answer, run.callbackUrl.host).kind === "rejected")
    findings.push({
      verdict: "warning",
      code: "forged_signature_final",
      happened: sentence("check.forged_final"),
      change: sentence("check.forged_final_do"),
      expected: sentence("check.expected_403"),
      received,
    });
  if (!known && findings.length === 0)
    return [
      {
        verdict: "warning",
        code: "forged_signature_unproven",
        happened: sentence("check.forged_unproven"),
        change: sentence("check.forged_unproven_do"),
      },
    ];
  return findings.length > 0
    ? findings
    : [passed(sentence("check.forged_rejected", { status: String(answer?.status) }))];
}
