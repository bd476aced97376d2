/** The thread that makes checkpoints, on its own connection. `checkpoints.ts` requests them. */
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";

/** Pages in the log, and pages already copied into the database. */
export interface LogState {
  log: number;
  checkpointed: number;
}

export type CheckpointResponse = { ok: true; state: LogState } | { ok: false; message: string };

/** PASSIVE neither waits nor blocks. */
function checkpoint(database: Sqlite.Database): CheckpointResponse {
  try {
    const [state] = database.pragma("wal_checkpoint(PASSIVE)") as LogState[];
    return { ok: true, state: { log: state?.log ?? 0, checkpointed: state?.checkpointed ?? 0 } };
  } catch (error) {
    return { ok: false, message: (error as Error).message };
  }
}

const database = new Sqlite(workerData as string, { fileMustExist: true, timeout: 0 });
database.pragma("synchronous = FULL");
// The appliance's connection must close last: it removes the log.
parentPort?.on("message", (message: "checkpoint" | "close") => {
  if (message === "checkpoint") return void parentPort?.postMessage(checkpoint(database));
  database.close();
  parentPort?.close();
});
