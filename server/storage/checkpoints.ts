/**
 * Checkpoints outside the request path: a thread copies the write-ahead log into the database. SQLite restarts the log only
 * once a checkpoint has caught up, which never happens under continuous commits. So when the log is long, commits are held
 * for some milliseconds, without blocking the event loop. A long reader, such as a backup, lets the log grow.
 */
import { Worker } from "node:worker_threads";
import type { Log } from "../core/runtime.ts";
import { createWorkerThread } from "../core/worker-thread.ts";
import type { LogState } from "./checkpoint-worker.ts";
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
const MEMORY_MB = 32;
const IDLE_MS = 60_000;
/** A slow disk writes a few MB per second. */
const LIMIT_MS = 10 * 60_000;

interface Checkpointed {
  database: Database;
  file: string;
  commits: CommitGroup;
  log: Log;
}

export function startCheckpoints({ database, file, commits, log }: Checkpointed) {
  const thread = createWorkerThread<null, LogState>({
    start: (options) => new Worker(WORKER_URL, { ...options, name: "checkpoints", workerData: file }),
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
  });
  let working: Promise<void> | null = null;
  let closing = false;
  let failed = false;

  const checkpoint = () => thread.ask(null, LIMIT_MS);
  const work = async (): Promise<void> => {
    const [present] = database.pragma("wal_checkpoint(NOOP)") as LogState[];
    if (present === undefined || present.log - present.checkpointed < MIN_PAGES) return;
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
    /** Call it before the database is closed: the last connection to close removes the log. */
    async close(): Promise<void> {
      closing = true;
      clearInterval(timer);
      await working;
      await thread.close();
    },
  };
}
