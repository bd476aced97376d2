/** Inspects uploads in a worker thread, one at a time with sessions in turn, so that no file can block the appliance. */
import { Worker } from "node:worker_threads";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { createTurns } from "../core/tasks.ts";
import { createWorkerThread, LimitExceeded } from "../core/worker-thread.ts";
import type { Received } from "../storage/blobs.ts";
import type { Inspected, InspectRequest } from "./inspect-file.ts";
import { unsupported } from "./media-types.ts";

const TIME_LIMIT_MS = 5_000;
/** Files of one session that wait for their turn. */
const MAX_WAITING = 4;
/** Retry-After in seconds: most files take far less than the time limit. */
export const RETRY_AFTER_S = "5";

const thread = createWorkerThread<InspectRequest, Inspected>({
  start: (options) => new Worker(new URL("./media-worker.ts", import.meta.url), { name: "media", ...options }),
  memoryMb: 512,
  idleMs: 30_000,
});
const turns = createTurns();

/**
 * Finds the type of a file (contract 10). @param originalName its extension decides between text formats @throws AppError
 * unsupported_media_type, too_large, too_many_requests
 */
export async function inspect(
  turnOf: string,
  received: Pick<Received, "path" | "size">,
  originalName: string,
): Promise<Inspected> {
  if (turns.waiting(turnOf) >= MAX_WAITING)
    throw new AppError("too_many_requests", sentence("media.others_checked"), { "Retry-After": RETRY_AFTER_S });
  const request: InspectRequest = { file: received.path, size: received.size, originalName };
  return turns
    .run(turnOf, () => thread.ask(request, TIME_LIMIT_MS))
    .catch((error: unknown) => {
      if (!(error instanceof LimitExceeded)) throw error;
      throw unsupported(sentence(error.limit === "time" ? "media.too_slow" : "media.too_much_memory"));
    });
}
