/** A run of the check as the screen sees it: its lines as they come. */
import { useCallback, useEffect, useRef, useState } from "react";
import type {
  ReceiverCheck,
  ReceiverCheckBody,
  ReceiverCheckLine,
  ReceiverCheckStep,
} from "../../../../server/contracts/receiver-check-api.ts";
import { ApiError, isAbort } from "../../../shared/api-client.ts";
import { api } from "../../data/api.ts";

/** idle: none yet. ended: given up by the person. */
export type CheckState = "idle" | "running" | "done" | "ended" | "failed";

export interface Check {
  state: CheckState;
  steps: ReceiverCheckStep[];
  /** The step under way, null where none is. */
  current: { number: number; title: string } | null;
  result: ReceiverCheck | null;
  error: unknown;
  start: (body: ReceiverCheckBody) => void;
  stop: () => void;
}

type Run = Omit<Check, "start" | "stop">;

const IDLE: Run = { state: "idle", steps: [], current: null, result: null, error: undefined };

/** ms for which a run that this page gave up may go on at the appliance, which learns of it a moment later. */
const ENDING_MS = 5_000;
const ENDING_RETRY_MS = 200;

/** Leaving the screen ends the run. */
export function useCheck(projectId: string): Check {
  const [run, setRun] = useState<Run>(IDLE);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    (body: ReceiverCheckBody) => {
      const own = new AbortController();
      const before = running.current;
      before?.abort();
      running.current = own;
      const retryUntil = before === null ? 0 : Date.now() + ENDING_MS;
      const change = (next: (before: Run) => Run) => running.current === own && setRun(next);
      setRun({ ...IDLE, state: "running" });
      const tell = (line: ReceiverCheckLine) => {
        if (line.event === "started") change((before) => ({ ...before, current: line }));
        if (line.event === "step")
          change((before) => ({ ...before, current: null, steps: [...before.steps, line.step] }));
        if (line.event === "done") change((before) => ({ ...before, state: "done", result: line.check }));
      };
      const attempt = async (): Promise<void> => {
        try {
          await api.checkReceiver(projectId, body, own.signal, tell);
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 409 || Date.now() > retryUntil) throw error;
          await new Promise((resolve) => setTimeout(resolve, ENDING_RETRY_MS));
          await attempt();
        }
      };
      attempt().catch((error: unknown) =>
        change((before) => ({ ...before, current: null, state: isAbort(error) ? "ended" : "failed", error })),
      );
    },
    [projectId],
  );
  const stop = useCallback(() => running.current?.abort(), []);
  return { ...run, start, stop };
}
