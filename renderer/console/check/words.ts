/** How the check speaks of verdicts. */
import type { CheckVerdict, ReceiverCheck } from "../../../server/contracts/console-api.ts";
import { counted } from "../words.ts";

export const VERDICT_WORDS: Record<CheckVerdict, string> = {
  passed: "Passed",
  warning: "Look at this",
  failed: "Failed",
  skipped: "Not tried",
};

/** The whole run in one sentence: what to begin with where something is wrong. */
export function summaryWords({ steps }: ReceiverCheck): string {
  const failed = steps.filter(({ verdict }) => verdict === "failed");
  const warned = steps.filter(({ verdict }) => verdict === "warning");
  const [first] = failed;
  if (first !== undefined)
    return `${counted(failed.length, "step")} failed. Begin with step ${first.number}: the others may be well once it is.`;
  if (warned.length > 0)
    return `The receiver works. ${counted(warned.length, "step")} ${warned.length === 1 ? "is" : "are"} worth a look.`;
  return "The receiver does everything right.";
}
