/** The thread that makes checkpoints, on its own connection. `checkpoints.ts` requests them. */
import { workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import { respondToMessages } from "../core/worker-thread.ts";

/** Pages in the log, and pages already copied into the database. */
export interface LogState {
  log: number;
  checkpointed: number;
}

const database = new Sqlite(workerData as string, { fileMustExist: true, timeout: 0 });
database.pragma("synchronous = FULL");

/** PASSIVE neither waits nor blocks. */
respondToMessages((): LogState => {
  const [state] = database.pragma("wal_checkpoint(PASSIVE)") as LogState[];
  return { log: state?.log ?? 0, checkpointed: state?.checkpointed ?? 0 };
});
