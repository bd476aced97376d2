/** The step that nobody may pass as the service: a callback with a signature that somebody else made. */

import { readAnswer } from "../deliveries/judge.ts";
import { answerOf, bodyOf } from "./article-steps.ts";
import type { CheckedCallback, CheckRun } from "./check-run.ts";
import { type Finding, failedWith, passed } from "./findings.ts";

const RIGHT = "status 403 without rc";

/** @param known whether the site took the same article under a right signature */
export function judgeForged(run: CheckRun, sent: CheckedCallback, known: boolean): Finding[] {
  const answer = answerOf(sent);
  const excerpt = answer?.body.subarray(0, 2_048).toString("utf8") ?? "";
  if (bodyOf(sent, run) !== null)
    return [
      {
        verdict: "failed",
        code: "forged_signature_accepted",
        happened:
          "The site took a callback whose signature is wrong. Whoever knows the address can overwrite its articles.",
        change:
          "Before anything else, compute the HMAC-SHA256 over material_id:content_url of the body with the API secret and compare it with X-Service-Signature, in constant time; answer 403 without rc where they differ.",
        expected: RIGHT,
        received: `status ${answer?.status}: ${excerpt}`,
      },
    ];
  const findings: Finding[] = [];
  if (sent.downloads.length > 0)
    findings.push({
      verdict: "warning",
      code: "forged_signature_followed",
      happened: "The site refused the forged callback, but only after it had downloaded its archive.",
      change: "Check the signature before anything else: the content_url of a forged callback may lead anywhere.",
    });
  if (answer === null && sent.outcome?.ok === false)
    findings.push({
      ...failedWith(sent.outcome.code, sent.outcome.facts),
      verdict: "warning",
      change: "Refuse a wrong signature at once, with status 403 and without rc.",
    });
  else if (answer !== null && answer.status >= 500)
    findings.push({
      verdict: "warning",
      code: "forged_signature_crashed",
      happened: `The site answered a forged signature with status ${answer.status}.`,
      change: "Refuse it with status 403: what looks like a crash hides real ones.",
      expected: RIGHT,
      received: `status ${answer.status}: ${excerpt}`,
    });
  else if (answer !== null && readAnswer(answer, run.callbackUrl.host).kind === "rejected")
    findings.push({
      verdict: "warning",
      code: "forged_signature_final",
      happened:
        "The site answered a wrong signature with an rc, which says that it does not want the save: it is not sent again. A save that comes while the two secrets differ would be lost.",
      change: "Answer a wrong signature with status 403 and without rc.",
      expected: RIGHT,
      received: `status ${answer.status}: ${excerpt}`,
    });
  if (!known && findings.length === 0)
    return [
      {
        verdict: "warning",
        code: "forged_signature_unproven",
        happened: "The site refused the forged signature, but it did not take the right one either.",
        change: "Make the third step pass first, then check again.",
      },
    ];
  return findings.length > 0 ? findings : [passed(`The site refused it with status ${answer?.status}.`)];
}
