/** The thread for one task of SQLite or hashing work; started by background.ts. */
import { parentPort, workerData } from "node:worker_threads";
import type { Sentence } from "../contracts/sentences/index.ts";
import { AppError, type ErrorCode } from "../core/errors.ts";
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

export interface TaskRequest<Name extends keyof Tasks = keyof Tasks> {
  name: Name;
  input: Parameters<Tasks[Name]>[0];
}

export type TaskResponse =
  | { kind: "done"; output: ReturnType<Tasks[keyof Tasks]> }
  | { kind: "refused"; code: ErrorCode; reason: string | Sentence }
  /** A system or SQLite error with its code. */
  | { kind: "failed"; code: string; message: string };

function respond(): TaskResponse {
  const { name, input } = workerData as TaskRequest;
  try {
    return { kind: "done", output: (TASKS[name] as (given: unknown) => ReturnType<Tasks[keyof Tasks]>)(input) };
  } catch (error) {
    if (error instanceof DatabaseRefused) return { kind: "refused", code: "conflict", reason: error.message };
    if (error instanceof AppError)
      return { kind: "refused", code: error.code, reason: error.sentence ?? error.message };
    const { code, stack, message } = error as NodeJS.ErrnoException;
    return { kind: "failed", code: code ?? "", message: stack ?? message };
  }
}

parentPort?.postMessage(respond());
