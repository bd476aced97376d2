/** Runs a task of a backup or restore in a worker thread. */
import { Worker } from "node:worker_threads";
import { AppError } from "../core/errors.ts";
import { untilExit } from "../core/worker-thread.ts";
import type { TaskRequest, TaskResponse, Tasks } from "./backup-worker.ts";

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
  let response: TaskResponse | null = null;
  const receive = (message: TaskResponse) => {
    response = message;
  };
  await untilExit(worker, receive, signal);
  return outputOf(response, signal) as ReturnType<Tasks[Name]>;
}

function outputOf(response: TaskResponse | null, signal: AbortSignal): unknown {
  if (response === null) {
    signal.throwIfAborted();
    throw new Error("The backup thread ended without a result.");
  }
  if (response.kind === "done") return response.output;
  if (response.kind === "refused") throw new AppError(response.code, response.reason);
  throw Object.assign(new Error(response.message), { code: response.code });
}
