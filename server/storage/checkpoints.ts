/**
 * Checkpoints off the request's path: a thread carries the write-ahead log over into the database while commits go on.
 *
 * The log begins anew only once a checkpoint has caught up with it, which never happens by itself while commits follow
 * each other closely. So when the log has become long, commits are held for the moment that the rest takes: those who
 * wait are answered some milliseconds later, and the event loop goes on meanwhile. A reader that takes long, such as a
 * backup, lets the log grow until it is done.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Log } from "../core/runtime.ts";
import type { CheckpointAnswer, LogState } from "./checkpoint-worker.ts";
import type { CommitGroup } from "./commit-group.ts";
import type { Database } from "./database.ts";

export interface Checkpoints {
  /** Ends the thread. Before the database is closed. */
  close(): Promise<void>;
}

/** The bundle makes an entry of its own of it. */
const WORKER_URL = new URL("./checkpoint-worker.ts", import.meta.url);

/** The log is looked at this often. */
const LOOK_MS = 200;
/** Pages of 4 kB that are worth a checkpoint. */
const WORTH_IT = 1_000;
/** From this many pages on commits are held so that the log can begin anew: 16 MB. */
const LONG_LOG = 4_000;
/** Pages that are carried over while commits are held, at most: 8 MB. */
const SHORT_REST = 2_000;

/** Of the thread's short-lived values: it makes hardly any, and stays for as long as the appliance runs. */
const YOUNG_LIMIT_MB = 2;

interface Parts {
  database: Database;
  file: string;
  commits: Pick<CommitGroup, "hold">;
  log: Log;
}

export function startCheckpoints({ database, file, commits, log }: Parts): Checkpoints {
  let worker: Worker | null = null;
  let working: Promise<void> | null = null;
  let closing = false;
  let failed = false;

  const isWorthIt = ({ log: pages, checkpointed }: LogState) => pages - checkpointed >= WORTH_IT;
  const look = (): LogState => {
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
    if (!isWorthIt(look())) return;
    const state = await checkpoint();
    if (state.log < LONG_LOG || state.log - state.checkpointed > SHORT_REST) return;
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
        // A full disk above all. What is committed is safe in the log, and it is tried again at the next look.
        if (!failed) log.error("The database's log could not be carried over; it is tried again.", error);
        failed = true;
      })
      .finally(() => {
        working = null;
      });
  }, LOOK_MS);
  timer.unref();

  return {
    async close() {
      closing = true;
      clearInterval(timer);
      await working;
      if (worker === null) return;
      const ended = once(worker, "exit");
      worker.postMessage("close");
      await ended;
    },
  };
}
