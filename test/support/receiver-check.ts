import type * as api from "../../server/contracts/receiver-check-api.ts";
import type { RunningAppliance } from "./appliance.ts";

/** Requests a receiver check whose lines are streamed as steps begin and end. */
export const requestCheck = (
  appliance: RunningAppliance,
  projectId: string,
  body: api.ReceiverCheckBody,
  signal: AbortSignal | null = null,
) =>
  appliance.request("POST", `/projects/${projectId}/check-receiver`, body, {
    headers: { accept: "application/x-ndjson" },
    signal,
  });

/** @param until ends the check after this step, such as before the large files */
export async function checkReceiver(
  appliance: RunningAppliance,
  projectId: string,
  body: api.ReceiverCheckBody,
  until?: api.CheckStepName,
) {
  const stop = new AbortController();
  const response = await requestCheck(appliance, projectId, body, stop.signal);
  if (!response.ok) throw new Error(`Receiver check: status ${response.status}: ${await response.text()}`);
  const lines: api.ReceiverCheckLine[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  const isDone = () => lines.some((line) => line.event === "step" && line.step.step === until);
  for await (const chunk of response.body ?? []) {
    const texts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = texts.pop() ?? "";
    lines.push(...texts.map((text) => JSON.parse(text) as api.ReceiverCheckLine));
    if (isDone()) break;
  }
  stop.abort();
  const steps = lines.flatMap((line) => (line.event === "step" ? [line.step] : []));
  return {
    lines,
    steps,
    /** The whole check; null if it was ended early. */
    check: lines.flatMap((line) => (line.event === "done" ? [line.check] : []))[0] ?? null,
    step(name: api.CheckStepName): api.ReceiverCheckStep {
      const step = steps.find((each) => each.step === name);
      if (step === undefined) throw new Error(`Step ${name} is missing.`);
      return step;
    },
    /** `<name>: <verdict>` of every step, with the code if it has one. */
    summary: steps.map(({ step, verdict, code }) => `${step}: ${verdict}${code === null ? "" : ` (${code})`}`),
  };
}
