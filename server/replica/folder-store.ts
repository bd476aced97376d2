/** A target that is a folder: a second disk, or a mounted share. */
import path from "node:path";
import { Worker } from "node:worker_threads";
import { createWorkerThread, LimitExceeded } from "../core/worker-thread.ts";
import type { FolderRequest, FolderTasks } from "./folder-worker.ts";
import { type Store, targetFault } from "./store.ts";

const WORKER_URL = new URL("./folder-worker.ts", import.meta.url);

/** Time limit of a request that copies a folder of blobs or a snapshot. A slow disk writes a few MB per second. */
const LIMIT_MS = 10 * 60_000;
/** Time limit of requests that transfer little data. */
const SHORT_LIMIT_MS = 15_000;
const BATCH = 200;
const MEMORY_MB = 256;
const IDLE_MS = 60_000;

export function createFolderStore(folder: string): Store {
  const thread = createWorkerThread<FolderRequest, unknown>({
    start: (options) => new Worker(WORKER_URL, { ...options, name: "replica", workerData: folder }),
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
  });
  let turn: Promise<unknown> = Promise.resolve();

  const ask = async <Name extends keyof FolderTasks>(
    name: Name,
    signal: AbortSignal,
    ...args: Parameters<FolderTasks[Name]>
  ): Promise<ReturnType<FolderTasks[Name]>> => {
    signal.throwIfAborted();
    const limitMs = name === "list" || name === "read" ? SHORT_LIMIT_MS : LIMIT_MS;
    const asked = turn.then(() => thread.ask({ name, args }, limitMs));
    turn = asked.catch(() => {});
    try {
      return (await asked) as ReturnType<FolderTasks[Name]>;
    } catch (error) {
      throw targetFault(folder, error instanceof LimitExceeded ? "timed out" : (error as Error).message);
    }
  };

  const copyTree: Store["putFolder"] = async (from, to, onCopied, signal) => {
    const done = { bytes: 0, files: 0 };
    const copy = async (sub: string) => {
      const { bytes, files, names } = await ask("copyFolder", signal, path.join(from, sub), path.join(to, sub));
      done.bytes += bytes;
      done.files += files;
      onCopied({ ...done });
      for (const name of names) await copy(path.join(sub, name));
    };
    await copy("");
  };

  const copyFiles = async (files: readonly { from: string; to: string }[], signal: AbortSignal) => {
    for (let start = 0; start < files.length; start += BATCH)
      await ask("copyFiles", signal, files.slice(start, start + BATCH));
  };
  const at = (name: string) => path.join(folder, name);

  return {
    list: (name, signal) => ask("list", signal, name),
    read: (name, signal) => ask("read", signal, name),
    put(files, signal) {
      const copies = files.map(({ from, name }) => ({ from, to: at(name) }));
      return copyFiles(copies, signal);
    },
    get(names, to, signal) {
      const copies = names.map((name) => ({ from: at(name), to: path.join(to, name) }));
      return copyFiles(copies, signal);
    },
    putFolder: (from, name, onCopied, signal) => copyTree(from, at(name), onCopied, signal),
    getFolder: (name, to, onCopied, signal) => copyTree(at(name), to, onCopied, signal),
    remove: (names, signal) => ask("remove", signal, names),
    removeFolder: (name, signal) => ask("remove", signal, [name]),
    removeOlder: (name, before, signal) => ask("removeOlder", signal, name, before),
    close: () => thread.close(),
  };
}
