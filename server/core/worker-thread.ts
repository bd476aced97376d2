/** A worker thread that responds to one message at a time, within limits. It ends when idle; the next message restarts it. */
import { parentPort, type Worker, type WorkerOptions } from "node:worker_threads";
import { AppError } from "./errors.ts";

/** A message exceeded its time limit or the memory of the thread. */
export class LimitExceeded extends Error {
  readonly limit: "time" | "memory";
  constructor(limit: "time" | "memory") {
    super(`The worker exceeded its ${limit} limit.`);
    this.limit = limit;
  }
}

/** `refused`: an AppError, whose fields would be lost between threads. */
type Response<Reply> =
  | { reply: Reply }
  | { refused: Pick<AppError, "code" | "message" | "sentence"> }
  | { error: unknown };

/** Responds to the messages of `ask`, in the worker. An error of the work reaches the caller. */
export function respondToMessages<Request, Reply>(work: (request: Request) => Reply | Promise<Reply>): void {
  const respond = async (request: Request): Promise<Response<Reply>> => {
    try {
      return { reply: await work(request) };
    } catch (error) {
      if (!(error instanceof AppError)) return { error };
      return { refused: { code: error.code, message: error.message, sentence: error.sentence } };
    }
  };
  parentPort?.on("message", async (request: Request) => parentPort?.postMessage(await respond(request)));
}

/** Heap of short-lived values: without a limit, it takes about 50 MB for the lifetime of the thread. */
const YOUNG_LIMIT_MB = 16;

interface ThreadOptions {
  /** Calls `new Worker` itself, so that the bundler finds it and creates an entry for the thread. */
  start: (options: WorkerOptions) => Worker;
  /** Limit of the thread's heap. */
  memoryMb: number;
  /** Time after which an idle thread ends; starting one takes 100 to 200 ms. */
  idleMs: number;
}

export function createWorkerThread<Request, Reply>({ start, memoryMb, idleMs }: ThreadOptions) {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  const stop = async (stopped: Worker): Promise<void> => {
    if (worker === stopped) worker = null;
    await stopped.terminate();
  };

  const started = (): Worker => {
    const created = start({
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_LIMIT_MB },
      // Does not inherit flags of the main thread, such as a debugger's port or a test runner's hooks.
      execArgv: [],
    });
    created.unref();
    return created.on("error", () => void stop(created)).on("exit", () => void stop(created));
  };

  return {
    /** The caller sends one message at a time. @throws LimitExceeded; errors of the work; Error if the thread ends */
    async ask(request: Request, limitMs: number): Promise<Reply> {
      clearTimeout(idle);
      worker ??= started();
      const current = worker;
      const { promise, resolve, reject } = Promise.withResolvers<Response<Reply>>();
      const timer = setTimeout(() => reject(new LimitExceeded("time")), limitMs);
      const onError = (error: unknown) => reject(asError(error));
      current.on("message", resolve).on("error", onError).on("exit", onError);
      current.postMessage(request);
      const response = await promise
        .catch((error: unknown) => {
          void stop(current);
          throw error;
        })
        .finally(() => {
          clearTimeout(timer);
          current.off("message", resolve).off("error", onError).off("exit", onError);
          idle = setTimeout(() => void stop(current), idleMs).unref();
        });
      if ("reply" in response) return response.reply;
      if ("error" in response) throw response.error;
      throw new AppError(response.refused.code, response.refused.sentence ?? response.refused.message);
    },
    async close(): Promise<void> {
      clearTimeout(idle);
      if (worker !== null) await stop(worker);
    },
  };
}

function asError(error: unknown): Error {
  if ((error as NodeJS.ErrnoException | null)?.code === "ERR_WORKER_OUT_OF_MEMORY") return new LimitExceeded("memory");
  return error instanceof Error ? error : new Error(`The worker ended with ${String(error)}.`);
}
