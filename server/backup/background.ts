/** Runs a task of a backup or restore in a worker thread. */
import { Worker } from "node:worker_threads";
import { AppError } from "../core/errors.ts";
import { untilExit } from "../core/worker-thread.ts";
import type { TaskAnswer, TaskRequest, Tasks } from "./backup-worker.ts";

const WORKER_URL = new URL("./backup-worker.ts", import.meta.url);

/** The signal terminates the thread. @throws the task's AppError; system and SQLite errors with their code; the signal's reason */
export async function inBackground<Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
  signal: AbortSignal,
): Promise<ReturnType<Tasks[Name]>> {
  signal.throwIfAborted();
  const request: TaskRequest<Name> = { name, input };
  const worker = new Worker(WORKER_URL, { name: "backup", workerData: request, execArgv: [] });
  let answer: TaskAnswer | null = null;
  const receive = (message: TaskAnswer) => {
    answer = message;
  };
  await untilExit(worker, receive, signal);
  return outputOf(answer, signal) as ReturnType<Tasks[Name]>;
}

function outputOf(answer: TaskAnswer | null, signal: AbortSignal): unknown {
  if (answer === null) {
    signal.throwIfAborted();
    throw new Error("The backup thread ended without a result.");
  }
  if (answer.kind === "done") return answer.output;
  if (answer.kind === "refused") throw new AppError(answer.code, answer.reason);
  throw Object.assign(new Error(answer.message), { code: answer.code });
}
