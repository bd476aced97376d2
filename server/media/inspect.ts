/**
 * Inspects uploads in a worker thread, so that no file can block the appliance or exhaust its memory: one file at a time,
 * each within five seconds, the sessions in turn. An idle thread ends.
 */

import { Worker } from "node:worker_threads";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { createTurns } from "../core/turns.ts";
import type { Received } from "../storage/blobs.ts";
import type { Inspected } from "./inspect-file.ts";
import { unsupported } from "./media-types.ts";
import type { InspectAnswer, InspectRequest } from "./media-worker.ts";

const TIME_LIMIT_MS = 5_000;
const MEMORY_LIMIT_MB = 512;
/** Heap for the thread's short-lived values: without a limit it takes some 50 MB for as long as the thread lives. */
const YOUNG_LIMIT_MB = 16;
/** Starting the thread costs some 100 ms, so it stays for the next file of a batch. */
const IDLE_MS = 30_000;
/** Files of one session that wait for their turn. */
const MAX_WAITING = 4;
/** Retry-After in seconds: a file takes far less than its limit. */
export const RETRY_AFTER_S = 5;

/** Written so that the bundler sees it and makes an entry of its own for the thread. */
const WORKER_URL = new URL("./media-worker.ts", import.meta.url);

let worker: Worker | null = null;
let idle: NodeJS.Timeout | null = null;
const turns = createTurns();

/**
 * Finds the type of a received file (contract 10).
 * @param turnOf the session that the file is for: sessions take turns
 * @param originalName what the person's file is called; only its extension counts, and only for text formats
 * @returns extension, MIME type and pixel size; for a drawing `replacement`, the sanitised bytes to keep instead
 * @throws AppError unsupported_media_type with the accepted list, too_large; too_many_requests
 *   while MAX_WAITING files of the session wait
 */
export async function inspect(
  turnOf: string,
  received: Pick<Received, "path" | "size">,
  originalName: string,
): Promise<Inspected> {
  if (turns.waiting(turnOf) >= MAX_WAITING)
    throw new AppError("too_many_requests", sentence("media.others_checked"), { retry_after: RETRY_AFTER_S });
  const request: InspectRequest = { file: received.path, size: received.size, originalName };
  return turns.run(turnOf, () => askWorker(request));
}

async function askWorker(request: InspectRequest): Promise<Inspected> {
  if (idle !== null) clearTimeout(idle);
  worker ??= startWorker();
  const asked = worker;
  const answer = await new Promise<InspectAnswer>((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(unsupported(sentence("media.too_slow")))), TIME_LIMIT_MS);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      asked.off("message", onMessage).off("error", onError).off("exit", onError);
      settle();
    };
    const onMessage = (message: InspectAnswer): void => end(() => resolve(message));
    const onError = (error: unknown): void => end(() => reject(asRefusal(error)));
    asked.on("message", onMessage).on("error", onError).on("exit", onError);
    asked.postMessage(request);
  }).catch((error: unknown) => {
    stopWorker(asked);
    throw error;
  });
  idle = setTimeout(() => stopWorker(asked), IDLE_MS);
  idle.unref();
  if (answer.kind === "refused") throw new AppError(answer.code, answer.reason);
  if (answer.kind === "failed") throw new Error(`An upload could not be inspected: ${answer.detail}`);
  return answer.inspected;
}

function startWorker(): Worker {
  const started = new Worker(WORKER_URL, {
    name: "media",
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB, maxYoungGenerationSizeMb: YOUNG_LIMIT_MB },
    // Flags that are meant for the main thread (a debugger's port, a test runner's hooks) are not handed on.
    execArgv: [],
  });
  started.unref();
  // However the thread ends, the next file gets a new one.
  started.on("error", () => stopWorker(started)).on("exit", () => stopWorker(started));
  return started;
}

function stopWorker(stopped: Worker): void {
  if (worker === stopped) worker = null;
  void stopped.terminate();
}

function asRefusal(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException | null)?.code === "ERR_WORKER_OUT_OF_MEMORY")
    return unsupported(sentence("media.too_much_memory"));
  return error instanceof Error ? error : new Error(`The media worker ended with ${String(error)}.`);
}
