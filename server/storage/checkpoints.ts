/**
 * Checkpoints outside the request path: a thread copies the write-ahead log into the database. SQLite restarts the log only
 * once a checkpoint has caught up, which never happens under continuous commits. So when the log is long, commits are held
 * for some milliseconds, without blocking the event loop. A long reader, such as a backup, lets the log grow.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Log } from "../core/runtime.ts";
import type { CheckpointResponse, LogState } from "./checkpoint-worker.ts";
import type { CommitGroup } from "./commit-group.ts";
import type { Database } from "./database.ts";

const WORKER_URL = new URL("./checkpoint-worker.ts", import.meta.url);

const INTERVAL_MS = 200;
/** A shorter log is not checkpointed. Pages of 4 kB. */
const MIN_PAGES = 1_000;
/** From this many pages on, commits are held so that the log can restart. */
const LONG_LOG = 4_000;
/** With more pages left, commits would be held for too long. */
const MAX_REST = 2_000;
/** Keeps the memory of the permanent thread small. */
const YOUNG_LIMIT_MB = 2;

export function startCheckpoints({
  database,
  file,
  commits,
  log,
}: {
  database: Database;
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

  const workerOrNew = (): Worker => {
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
    const target = workerOrNew();
    const ended = new AbortController();
    const onExit = () => ended.abort(new Error("The thread ended."));
    target.once("exit", onExit);
    try {
      const responded = once(target, "message", { signal: ended.signal });
      target.postMessage("checkpoint");
      const [response] = (await responded) as [CheckpointResponse];
      if (!response.ok) throw new Error(response.message);
      return response.state;
    } finally {
      target.off("exit", onExit);
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
        // For example a full disk. Commits are safe in the log, and the next interval retries.
        if (!failed) log.error("The write-ahead log could not be checkpointed. Galley retries.", error);
        failed = true;
      })
      .finally(() => {
        working = null;
      });
  }, INTERVAL_MS);
  timer.unref();

  return {
    /** Call it before the database is closed. */
    async close(): Promise<void> {
      closing = true;
      clearInterval(timer);
      // Keeps the process alive during a restart.
      worker?.ref();
      await working;
      if (worker === null) return;
      const ended = once(worker, "exit");
      worker.postMessage("close");
      await ended;
    },
  };
}
