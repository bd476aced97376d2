/**
 * Compares two versions of a session, block by block and word by word. It runs in a thread of its own: the largest article
 * takes half a second, and the appliance must not block for it.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { CompareLanguage } from "../../article/compare/attribute-names.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import type { VersionComparison } from "../../contracts/sessions-api.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime, yieldToRequests } from "../../core/runtime.ts";
import type { CompareAnswer, CompareRequest } from "./compare-states.ts";
import { ORIGINAL, type Version } from "./version-store.ts";
import type { Versions } from "./versions.ts";

const TIME_LIMIT_MS = 20_000;
const MEMORY_LIMIT_MB = 512;
/** Heap for the thread's short-lived values. */
const YOUNG_LIMIT_MB = 16;

/** Written so that the bundler sees it and makes an entry of its own for the thread. */
const WORKER_URL = new URL("./compare-worker.ts", import.meta.url);

interface Comparison extends Omit<VersionComparison, "files_path"> {
  sessionId: string;
}

export function createVersionComparing(versions: Pick<Versions, "byId">) {
  let last: Promise<unknown> = Promise.resolve();

  const compareNow = async (fromId: string, toId: string, language: CompareLanguage): Promise<Comparison> => {
    const from = versions.byId(fromId);
    await yieldToRequests();
    const to = versions.byId(toId);
    if (from.sessionId !== to.sessionId) throw new AppError("invalid", sentence("articles.two_articles"));
    for (const version of [from, to]) if (version.number === ORIGINAL) throw unreadable(version);
    const answer = await inThread({ from: from.vmsJson.text, to: to.vmsJson.text, language });
    if (answer.kind === "unreadable") throw unreadable(answer.which === "from" ? from : to);
    const { changes, blocks, leftOut } = answer;
    return { sessionId: from.sessionId, from: headOf(from), to: headOf(to), changes, blocks, left_out: leftOut };
  };

  return {
    /**
     * One comparison at a time.
     * @param language of the names that a block's settings have among its words
     * @throws AppError not_found; invalid for versions of two sessions, or one that another editor wrote; unavailable
     */
    compare(fromId: string, toId: string, language: CompareLanguage): Promise<Comparison> {
      const mine = last.then(() => compareNow(fromId, toId, language));
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

/** Starts a new thread for each comparison: they are rare, and an idle thread would keep its memory. */
async function inThread(request: CompareRequest): Promise<CompareAnswer> {
  const worker = new Worker(WORKER_URL, {
    name: "compare",
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB, maxYoungGenerationSizeMb: YOUNG_LIMIT_MB },
    // Flags that are meant for the main thread (a debugger's port, a test runner's hooks) are not handed on.
    execArgv: [],
  });
  worker.unref();
  // Errors after its response, or after the timeout, are ignored.
  worker.on("error", () => {});
  worker.postMessage(request);
  try {
    const [answer] = await once(worker, "message", { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    return answer as CompareAnswer;
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    if (name === "AbortError" || code === "ERR_WORKER_OUT_OF_MEMORY")
      throw new AppError("unavailable", sentence("articles.compare_too_long"));
    throw error;
  } finally {
    void worker.terminate();
  }
}

function unreadable({ number }: Version): AppError {
  return new AppError("invalid", sentence("articles.foreign_compare", { number: String(number) }));
}

function headOf({ id, number, createdAt, userEmail }: Version): VersionComparison["from"] {
  return { id, number, created_at: isoTime(createdAt), user_email: userEmail };
}
