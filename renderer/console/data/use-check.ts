import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type {
  ReceiverCheck,
  ReceiverCheckBody,
  ReceiverCheckLine,
  ReceiverCheckStep,
} from "../../../server/contracts/receiver-check-api.ts";
import { ApiError, isAbort } from "../../shared/api-client.ts";
import { messages } from "../messages/index.ts";
import { api } from "./api.ts";
import { keys } from "./queries.ts";

/** idle: not started; ended: stopped by the admin. */
type CheckState = "idle" | "running" | "done" | "ended" | "failed";

export type Check = ReturnType<typeof useCheck>;

interface Progress {
  steps: ReceiverCheckStep[];
  current: Extract<ReceiverCheckLine, { event: "started" }> | null;
  result: ReceiverCheck | null;
}

const NOTHING: Progress = { steps: [], current: null, result: null };

/** ms for which the appliance may still run a stopped check. A new check gets 409 during this time. */
const ENDING_MS = 5_000;
const ENDING_RETRY_MS = 200;

/** Leaving the page stops the check. */
export function useCheck(projectId: string) {
  const client = useQueryClient();
  const [progress, setProgress] = useState(NOTHING);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const check = useMutation({
    mutationFn: (body: ReceiverCheckBody) => {
      const own = new AbortController();
      const retryUntil = running.current === null ? 0 : Date.now() + ENDING_MS;
      running.current?.abort();
      running.current = own;
      setProgress(NOTHING);
      const onLine = (line: ReceiverCheckLine) => {
        if (running.current !== own) return;
        if (line.event === "started") setProgress((before) => ({ ...before, current: line }));
        if (line.event === "step")
          setProgress((before) => ({ ...before, current: null, steps: [...before.steps, line.step] }));
        if (line.event === "done") setProgress((before) => ({ ...before, result: line.check }));
      };
      const attempt = (): Promise<void> =>
        api.checkReceiver(projectId, body, own.signal, onLine).catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 409 || Date.now() > retryUntil) throw error;
          await new Promise((resolve) => setTimeout(resolve, ENDING_RETRY_MS));
          return attempt();
        });
      return attempt();
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.overview }),
  });
  const stop = () => running.current?.abort();
  return { ...progress, state: stateOf(check, progress), error: check.error, start: check.mutate, stop };
}

function stateOf({ isIdle, error }: { isIdle: boolean; error: unknown }, { result }: Progress): CheckState {
  if (isIdle) return "idle";
  if (error !== null) return isAbort(error) ? "ended" : "failed";
  return result === null ? "running" : "done";
}

/** The result in one sentence; names the first failed step. */
export function summaryWords({ steps }: ReceiverCheck): string {
  const t = messages.check;
  const failed = steps.filter(({ verdict }) => verdict === "failed");
  const warned = steps.filter(({ verdict }) => verdict === "warning");
  const [first] = failed;
  if (first !== undefined) return t.failed(failed.length, first.number);
  return warned.length > 0 ? t.warned(warned.length) : t.passed;
}
