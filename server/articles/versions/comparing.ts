/**
 * Compares two versions of a session, block by block and word by word. A worker thread does the work: the largest article
 * takes half a second, which would block the appliance.
 */
import { Worker } from "node:worker_threads";
import type { CompareLanguage } from "../../article/compare/block-text.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import type { VersionComparison } from "../../contracts/sessions-api.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime, yieldToRequests } from "../../core/runtime.ts";
import { createTurnsByKey } from "../../core/tasks.ts";
import { createWorkerThread, LimitExceeded } from "../../core/worker-thread.ts";
import type { CompareRequest, compareStates } from "./compare-states.ts";
import type { Version } from "./version-store.ts";
import type { Versions } from "./versions.ts";

const TIME_LIMIT_MS = 20_000;

const thread = createWorkerThread<CompareRequest, ReturnType<typeof compareStates>>({
  start: (options) => new Worker(new URL("./compare-worker.ts", import.meta.url), { name: "compare", ...options }),
  memoryMb: 512,
  // Comparisons are rare, and an idle thread keeps its memory.
  idleMs: 1_000,
});

interface Comparison extends Omit<VersionComparison, "files_path"> {
  sessionId: string;
}

export function createVersionComparing(versions: Pick<Versions, "byId">) {
  const inTurn = createTurnsByKey();

  const compareNow = async (fromId: string, toId: string, language: CompareLanguage): Promise<Comparison> => {
    const from = versions.byId(fromId);
    await yieldToRequests();
    const to = versions.byId(toId);
    if (from.sessionId !== to.sessionId) throw new AppError("invalid", sentence("articles.two_articles"));
    const compared = await thread
      .ask({ from: numbered(from), to: numbered(to), language }, TIME_LIMIT_MS)
      .catch((error: unknown) => {
        throw error instanceof LimitExceeded
          ? new AppError("unavailable", sentence("articles.compare_too_long"))
          : error;
      });
    return { sessionId: from.sessionId, from: headOf(from), to: headOf(to), ...compared };
  };

  return {
    /**
     * One comparison at a time. @param language of attribute names @throws AppError not_found, unavailable; invalid for other sessions or
     * editors
     */
    compare: (fromId: string, toId: string, language: CompareLanguage): Promise<Comparison> =>
      inTurn("", () => compareNow(fromId, toId, language)),
  };
}

const numbered = ({ number, vmsJson }: Version) => ({ number, json: vmsJson.text });

function headOf({ id, number, createdAt, userEmail }: Version): VersionComparison["from"] {
  return { id, number, created_at: isoTime(createdAt), user_email: userEmail };
}
