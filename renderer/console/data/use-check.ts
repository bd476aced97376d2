import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
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

export interface Check {
  state: CheckState;
  steps: ReceiverCheckStep[];
  current: Extract<ReceiverCheckLine, { event: "started" }> | null;
  result: ReceiverCheck | null;
  error: unknown;
  start: (body: ReceiverCheckBody) => void;
  stop: () => void;
}

type Run = Omit<Check, "start" | "stop">;

const IDLE: Run = { state: "idle", steps: [], current: null, result: null, error: undefined };

/** ms for which the appliance may still run a stopped check. A new check gets 409 during this time. */
const ENDING_MS = 5_000;
const ENDING_RETRY_MS = 200;

/** Leaving the page stops the check. */
export function useCheck(projectId: string): Check {
  const client = useQueryClient();
  const [run, setRun] = useState<Run>(IDLE);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    (body: ReceiverCheckBody) => {
      const own = new AbortController();
      const retryUntil = running.current === null ? 0 : Date.now() + ENDING_MS;
      running.current?.abort();
      running.current = own;
      const change = (next: (before: Run) => Run) => running.current === own && setRun(next);
      setRun({ ...IDLE, state: "running" });
      const onLine = (line: ReceiverCheckLine) => {
        if (line.event === "started") change((before) => ({ ...before, current: line }));
        if (line.event === "step")
          change((before) => ({ ...before, current: null, steps: [...before.steps, line.step] }));
        if (line.event === "done") change((before) => ({ ...before, state: "done", result: line.check }));
      };
      const attempt = (): Promise<void> =>
        api.checkReceiver(projectId, body, own.signal, onLine).catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 409 || Date.now() > retryUntil) throw error;
          await new Promise((resolve) => setTimeout(resolve, ENDING_RETRY_MS));
          return attempt();
        });
      attempt()
        .then(() => client.invalidateQueries({ queryKey: keys.overview }))
        .catch((error: unknown) =>
          change((before) => ({ ...before, current: null, state: isAbort(error) ? "ended" : "failed", error })),
        );
    },
    [client, projectId],
  );
  const stop = useCallback(() => running.current?.abort(), []);
  return { ...run, start, stop };
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
