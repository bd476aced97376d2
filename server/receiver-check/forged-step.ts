/** The step that sends a callback with a forged signature. */

import { advised, sentence } from "../contracts/sentences/index.ts";
import { answerOf, readAnswer } from "../deliveries/judge.ts";
import { bodyOf } from "./article-steps.ts";
import type { CheckedCallback, CheckRun } from "./check-run.ts";
import { type Finding, failedWith, passed } from "./findings.ts";

/** @param accepted whether the site accepted the article with a correct signature */
export function judgeForged(run: CheckRun, sent: CheckedCallback, accepted: boolean): Finding[] {
  const answer = answerOf(sent.outcome);
  const status = String(answer?.status);
  const text = answer?.body.subarray(0, 2_048).toString("utf8") ?? "";
  const against = {
    expected: sentence("check.expected_403"),
    received: sentence("deliveries.received", { status, type: "", text }),
  };
  if (bodyOf(sent, run) !== null)
    return [{ verdict: "failed", code: "forged_signature_accepted", ...advised("check.forged_accepted"), ...against }];
  const findings: Finding[] = [];
  if (sent.downloads.length > 0)
    findings.push({ verdict: "warning", code: "forged_signature_followed", ...advised("check.forged_followed") });
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
      ...advised("check.forged_crashed", { status }),
      ...against,
    });
  else if (answer !== null && readAnswer(answer, run.callbackUrl.host).kind === "rejected")
    findings.push({ verdict: "warning", code: "forged_signature_final", ...advised("check.forged_final"), ...against });
  if (findings.length > 0) return findings;
  if (accepted) return [passed(sentence("check.forged_rejected", { status }))];
  return [{ verdict: "warning", code: "forged_signature_unproven", ...advised("check.forged_unproven") }];
}
