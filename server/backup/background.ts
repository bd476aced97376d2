/** Runs a task of a backup or restore in a worker thread. */
import { Worker } from "node:worker_threads";
import { AppError } from "../core/errors.ts";
import type { Tasks } from "./backup-worker.ts";

const WORKER_URL = new URL("./backup-worker.ts", import.meta.url);

/** The signal terminates the thread. @throws the task's AppError; system and SQLite errors with their code; the signal's reason */
export async function inBackground<Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
  signal: AbortSignal,
): Promise<ReturnType<Tasks[Name]>> {
  signal.throwIfAborted();
  const worker = new Worker(WORKER_URL, { name: "backup", workerData: { name, input }, execArgv: [] });
  const stop = () => void worker.terminate();
  signal.addEventListener("abort", stop, { once: true });
  // Waits for the exit, which closes the thread's files.
  const exited = Promise.withResolvers<void>();
  worker.once("exit", exited.resolve);
  const done = new Promise<{ output: ReturnType<Tasks[Name]> }>((resolve, reject) => {
    worker.once("message", resolve).once("error", reject);
    void exited.promise.then(() => reject(new Error("The backup thread ended without a result.")));
  });
  try {
    return (await done).output;
  } catch (error) {
    signal.throwIfAborted();
    throw asThrown(error as Error);
  } finally {
    await exited.promise;
    signal.removeEventListener("abort", stop);
  }
}

/** Node passes an error between threads with its properties, but without its class. */
function asThrown(error: Error): Error {
  if (!("sentence" in error)) return error;
  const { code, sentence, message } = error as AppError;
  return new AppError(code, sentence ?? message);
}
