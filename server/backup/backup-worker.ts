/** The thread for one task of SQLite or hashing work; started by background.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { AppError } from "../core/errors.ts";
import { DatabaseRefused } from "../storage/database.ts";
import { wrapKey } from "./passphrase.ts";
import { checkReplicaKey, inspectReplica, prepareTakeOver } from "./replica-database.ts";
import { inspectDatabase, prepareDatabase } from "./restored-database.ts";
import { prepareBackup } from "./snapshot.ts";

const TASKS = {
  prepareBackup,
  inspectDatabase: ({ file, manifest }: { file: string; manifest: Parameters<typeof inspectDatabase>[1] }) =>
    inspectDatabase(file, manifest),
  prepareDatabase,
  checkReplicaKey,
  inspectReplica,
  prepareTakeOver,
  wrapKey: ({ key, passphrase }: { key: Uint8Array; passphrase: string }) => wrapKey(Buffer.from(key), passphrase),
};

export type Tasks = typeof TASKS;

const { name, input } = workerData as { name: keyof Tasks; input: unknown };
try {
  parentPort?.postMessage({ output: (TASKS[name] as (given: unknown) => unknown)(input) });
} catch (error) {
  throw error instanceof DatabaseRefused ? new AppError("conflict", error.message) : error;
}
