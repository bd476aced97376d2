/** What a step of a check found out, and how findings make the step's verdict. */

import type { DeliveryCode } from "../contracts/delivery-states.ts";
import type { CheckStepName, CheckVerdict, ReceiverCheckStep } from "../contracts/receiver-check-api.ts";
import { tell } from "../deliveries/explain.ts";
import type { Facts } from "../outbound/codes.ts";

/** One thing that a step found out, good ones included. */
export interface Finding {
  verdict: CheckVerdict;
  code: string | null;
  happened: string;
  change: string;
  expected?: string;
  received?: string;
}

/** Everything of a step but its place and its verdict. */
export type StepRecord = Omit<
  ReceiverCheckStep,
  "number" | "step" | "title" | "verdict" | "code" | "happened" | "change" | "expected" | "received"
>;

export const NOTHING_SENT: StepRecord = {
  duration_ms: 0,
  phases: { queued: null, dns: null, connect: null, tls: null, sent: null, first_byte: null, total: null },
  remote_address: null,
  certificate: null,
  status: null,
  request: null,
  answer: null,
  downloads: [],
  fetches: [],
};

export const TITLES: Record<CheckStepName, string> = {
  reachability: "The site is reached",
  tls: "Its certificate is trusted",
  article_saved: "It takes an article with a picture",
  repeated: "It takes the same callback once more",
  forged_signature: "It refuses a forged signature",
  odd_file_name: "It takes an odd but legal file name",
  large_archive: "It takes an archive of 20 MB",
  fonts: "It takes fonts",
};

/** From best to worst. */
const ORDER: readonly CheckVerdict[] = ["skipped", "passed", "warning", "failed"];

export function worst(verdicts: readonly CheckVerdict[]): CheckVerdict {
  return ORDER[Math.max(0, ...verdicts.map((verdict) => ORDER.indexOf(verdict)))] ?? "skipped";
}

/** A step out of its findings: the worst of them decide, and only they are told. */
export function stepOf(
  number: number,
  step: CheckStepName,
  findings: readonly Finding[],
  record: StepRecord,
): ReceiverCheckStep {
  const verdict = worst(findings.map((finding) => finding.verdict));
  const told = findings.filter((finding) => finding.verdict === verdict);
  const textOf = (part: "happened" | "change") =>
    [...new Set(told.map((finding) => finding[part]))].filter(Boolean).join(" ");
  const against = told.find(({ received }) => received !== undefined && received !== "");
  return {
    number,
    step,
    title: TITLES[step],
    verdict,
    code: told.find(({ code }) => code !== null)?.code ?? null,
    happened: textOf("happened"),
    change: textOf("change"),
    expected: against?.expected ?? "",
    received: against?.received ?? "",
    ...record,
  };
}

export const passed = (happened: string): Finding => ({ verdict: "passed", code: null, happened, change: "" });
export const skipped = (happened: string): Finding => ({ verdict: "skipped", code: null, happened, change: "" });

/** A failure for which deliveries have a code and a sentence too. */
export function failedWith(code: DeliveryCode, facts: Facts): Finding {
  return { verdict: "failed", code, ...tell(code, facts) };
}
