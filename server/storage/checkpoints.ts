/**
 * Checkpoints off the request's path: a thread carries the write-ahead log over into the database while commits go on.
 *
 * The log begins anew only once a checkpoint has caught up with it, which never happens by itself while commits follow
 * each other closely. So when the log has become long, commits are held for as long as the rest takes: those who wait are
 * answered some milliseconds later, and the event loop goes on meanwhile. A reader that takes long, such as a backup, lets
 * the log grow until it is done.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Log } from "../core/runtime.ts";
import type { CheckpointAnswer, LogState } from "./checkpoint-worker.ts";
import type { CommitGroup } from "./commit-group.ts";
import type { Database } from "./database.ts";

/** Written so that the bundler sees it and makes an entry of its own for the thread. */
const WORKER_URL = new URL("./checkpoint-worker.ts", import.meta.url);

/** The length of the log is read this often. */
const INTERVAL_MS = 200;
/** Pages of 4 kB in the log, not yet in the database, that are worth a checkpoint. */
const MIN_PAGES = 1_000;
/** From this many pages on commits are held so that the log can begin anew: 16 MB. */
const LONG_LOG = 4_000;
/** Pages that may be left to carry over when commits are held: 8 MB. With more, they would be held for too long. */
const MAX_REST = 2_000;

/** Of the thread's short-lived values: it makes hardly any, and stays for as long as the appliance runs. */
const YOUNG_LIMIT_MB = 2;

export function startCheckpoints({
  database,
  file,
  commits,
  log,
}: {
  database: Database;
  /** Absolute path of the database. */
  file: string;
  commits: CommitGroup;
  log: Log;
}) {
  let worker: Worker | null = null;
  let working: Promise<void> | null = null;
  let closing = false;
  let failed = false;

  const isWorthIt = ({ log: pages, checkpointed }: LogState) => pages - checkpointed >= MIN_PAGES;
  const readState = (): LogState => {
    const [state] = database.pragma("wal_checkpoint(NOOP)") as LogState[];
    return state ?? { log: 0, checkpointed: 0 };
  };

  /** Started at the first need, as a quiet appliance has none, and kept. */
  const theWorker = (): Worker => {
    if (worker !== null) return worker;
    const started = new Worker(WORKER_URL, {
      name: "checkpoints",
      workerData: file,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_LIMIT_MB },
      execArgv: [],
    });
    started.unref();
    started.once("exit", () => {
      if (worker === started) worker = null;
    });
    worker = started;
    return started;
  };

  const checkpoint = async (): Promise<LogState> => {
    const asked = theWorker();
    const ended = new AbortController();
    const onExit = () => ended.abort(new Error("The thread ended."));
    asked.once("exit", onExit);
    try {
      const answered = once(asked, "message", { signal: ended.signal });
      asked.postMessage("checkpoint");
      const [answer] = (await answered) as [CheckpointAnswer];
      if (!answer.ok) throw new Error(answer.message);
      return answer.state;
    } finally {
      asked.off("exit", onExit);
    }
  };

  const work = async (): Promise<void> => {
    if (!isWorthIt(readState())) return;
    const state = await checkpoint();
    if (state.log < LONG_LOG || state.log - state.checkpointed > MAX_REST) return;
    const release = commits.hold();
    try {
      await checkpoint();
    } finally {
      release();
    }
  };

  const timer = setInterval(() => {
    if (working !== null || closing) return;
    working = work()
      .then(() => {
        failed = false;
      })
      .catch((error) => {
        // A full disk above all. What is committed is safe in the log, and the next interval tries again.
        if (!failed) log.error("The database's log could not be carried over; it is tried again.", error);
        failed = true;
      })
      .finally(() => {
        working = null;
      });
  }, INTERVAL_MS);
  timer.unref();

  return {
    /** Ends the thread. To be called before the database is closed. */
    async close(): Promise<void> {
      closing = true;
      clearInterval(timer);
      // In a restart nothing else may be left that the process lives on: it would end here, without a word.
      worker?.ref();
      await working;
      if (worker === null) return;
      const ended = once(worker, "exit");
      worker.postMessage("close");
      await ended;
    },
  };
}
