import type { DeliveryCode } from "../contracts/delivery-states.ts";
import type { CheckStepName, CheckVerdict, ReceiverCheckStep } from "../contracts/receiver-check-api.ts";
import {
  joined,
  type Sentence,
  type SentenceWithAdvice,
  sentence,
  withSentence,
} from "../contracts/sentences/index.ts";
import { failureParts } from "../deliveries/explain.ts";
import type { Facts } from "../outbound/failures.ts";

export interface Finding {
  verdict: CheckVerdict;
  code: string | null;
  happened: Sentence;
  change: Sentence | "";
  expected?: Sentence | string;
  received?: Sentence | string;
}

export interface StepOutcome {
  findings: readonly Finding[];
  record: StepRecord;
}

export type StepRecord = Omit<
  ReceiverCheckStep,
  "number" | "step" | "verdict" | "code" | SentenceField | `${SentenceField}_sentence`
>;

type SentenceField = "title" | "happened" | "change" | "expected" | "received";

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

/** From best to worst. */
const ORDER: readonly CheckVerdict[] = ["skipped", "passed", "warning", "failed"];

export function worstVerdict(verdicts: readonly CheckVerdict[]): CheckVerdict {
  return ORDER[Math.max(0, ...verdicts.map((verdict) => ORDER.indexOf(verdict)))] ?? "skipped";
}

/** Builds a step from its worst findings. */
export function stepOf(number: number, step: CheckStepName, { findings, record }: StepOutcome): ReceiverCheckStep {
  const verdict = worstVerdict(findings.map((finding) => finding.verdict));
  const decisive = findings.filter((finding) => finding.verdict === verdict);
  const once = (parts: readonly (Sentence | "")[]) => [
    ...new Map(parts.flatMap((part) => (part === "" ? [] : [[part.detail, part] as const]))).values(),
  ];
  const against = decisive.find(({ received }) => received !== undefined && received !== "");
  return {
    number,
    step,
    ...withSentence("title", sentence(`check.title_${step}`)),
    verdict,
    code: decisive.find(({ code }) => code !== null)?.code ?? null,
    ...withSentence("happened", joined(...once(decisive.map(({ happened }) => happened)))),
    ...withSentence("change", joined(...once(decisive.map(({ change }) => change)))),
    ...withSentence("expected", joined(against?.expected ?? "")),
    ...withSentence("received", joined(against?.received ?? "")),
    ...record,
  };
}

export const passed = (happened: Sentence): Finding => ({ verdict: "passed", code: null, happened, change: "" });
export const skipped = (happened: Sentence): Finding => ({ verdict: "skipped", code: null, happened, change: "" });
export const skippedStep = (why: Sentence): StepOutcome => ({ findings: [skipped(why)], record: NOTHING_SENT });

const withCode =
  (verdict: CheckVerdict) =>
  (code: string, message: SentenceWithAdvice): Finding => ({ verdict, code, ...message });
export const warning = withCode("warning");
export const failure = withCode("failed");

/** A failure that deliveries have too. */
export function failedWith(code: DeliveryCode, facts: Facts): Finding {
  const { happened, change, expected, received } = failureParts(code, facts);
  return { verdict: "failed", code, happened, change: change === "" ? "" : joined(change), expected, received };
}
