/**
 * The thread that carries the write-ahead log over into the database, on a connection of its own. One message in, one
 * message out; `checkpoints.ts` says when.
 */
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";

/** Pages in the log, and how many of them the database has too. */
export interface LogState {
  log: number;
  checkpointed: number;
}

export type CheckpointAnswer = { ok: true; state: LogState } | { ok: false; message: string };

/** `wal_checkpoint` in a way that waits for nobody and holds up nobody. */
function checkpoint(database: Sqlite.Database): CheckpointAnswer {
  try {
    const [state] = database.pragma("wal_checkpoint(PASSIVE)") as LogState[];
    return { ok: true, state: { log: state?.log ?? 0, checkpointed: state?.checkpointed ?? 0 } };
  } catch (error) {
    return { ok: false, message: (error as Error).message };
  }
}

const database = new Sqlite(workerData as string, { fileMustExist: true, timeout: 0 });
database.pragma("synchronous = FULL");
// The appliance's own connection must be the last to close: it is the one that tidies up.
parentPort?.on("message", (message: "checkpoint" | "close") => {
  if (message === "checkpoint") return void parentPort?.postMessage(checkpoint(database));
  database.close();
  parentPort?.close();
});
