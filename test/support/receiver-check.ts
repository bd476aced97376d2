/** Asking the console for a receiver check. */
import type {
  CheckStepName,
  ReceiverCheck,
  ReceiverCheckBody,
  ReceiverCheckStep,
} from "../../server/contracts/receiver-check-api.ts";
import type { RunningAppliance } from "./appliance.ts";

export interface CheckedReceiver extends ReceiverCheck {
  /** A step by its name. */
  step(name: CheckStepName): ReceiverCheckStep;
  /** `<name>: <verdict>` of every step, with the code where there is one. */
  summary: string[];
}

export async function checkReceiver(
  appliance: RunningAppliance,
  projectId: string,
  body: ReceiverCheckBody,
): Promise<CheckedReceiver> {
  const check = await appliance.console<ReceiverCheck>("POST", `/projects/${projectId}/check-receiver`, body);
  return {
    ...check,
    step(name) {
      const step = check.steps.find((each) => each.step === name);
      if (step === undefined) throw new Error(`There is no step ${name}.`);
      return step;
    },
    summary: check.steps.map(({ step, verdict, code }) => `${step}: ${verdict}${code === null ? "" : ` (${code})`}`),
  };
}
