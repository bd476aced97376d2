/** A target that is a folder: a second disk, or a mounted share. */
import path from "node:path";
import { Worker } from "node:worker_threads";
import { createWorkerThread, LimitExceeded } from "../core/worker-thread.ts";
import type { FolderRequest, FolderResponse } from "./folder-worker.ts";
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
  const thread = createWorkerThread<FolderRequest, FolderResponse>({
    start: (options) => new Worker(WORKER_URL, { ...options, name: "replica", workerData: folder }),
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
  });
  let turn: Promise<unknown> = Promise.resolve();

  const ask = async (request: FolderRequest, signal: AbortSignal, limitMs = LIMIT_MS): Promise<FolderResponse> => {
    signal.throwIfAborted();
    const asked = turn.then(() => thread.ask(request, limitMs));
    turn = asked.catch(() => {});
    try {
      return await asked;
    } catch (error) {
      throw targetFault(folder, error instanceof LimitExceeded ? "timed out" : (error as Error).message);
    }
  };

  const copyTree: Store["putFolder"] = async (from, to, onCopied, signal) => {
    const done = { bytes: 0, files: 0 };
    const copy = async (sub: string) => {
      const request = { do: "copy", from: path.join(from, sub), to: path.join(to, sub) } as const;
      const { bytes, files, names } = await ask(request, signal);
      done.bytes += bytes;
      done.files += files;
      onCopied({ ...done });
      for (const name of names) await copy(path.join(sub, name));
    };
    await copy("");
  };

  const copyFiles = async (files: readonly { from: string; to: string }[], signal: AbortSignal) => {
    for (let start = 0; start < files.length; start += BATCH)
      await ask({ do: "copyFiles", files: files.slice(start, start + BATCH) }, signal);
  };

  return {
    list: (name, signal) => ask({ do: "list", folder: name }, signal, SHORT_LIMIT_MS).then(({ names }) => names),
    read: (name, signal) => ask({ do: "read", name }, signal, SHORT_LIMIT_MS).then(({ text }) => text),
    put: (files, signal) =>
      copyFiles(
        files.map(({ from, name }) => ({ from, to: path.join(folder, name) })),
        signal,
      ),
    get: (names, to, signal) =>
      copyFiles(
        names.map((name) => ({ from: path.join(folder, name), to: path.join(to, name) })),
        signal,
      ),
    putFolder: (from, name, onCopied, signal) => copyTree(from, path.join(folder, name), onCopied, signal),
    getFolder: (name, to, onCopied, signal) => copyTree(path.join(folder, name), to, onCopied, signal),
    async remove(names, signal) {
      await ask({ do: "remove", names }, signal);
    },
    async removeFolder(name, signal) {
      await ask({ do: "remove", names: [name] }, signal);
    },
    async removeOlder(name, before, signal) {
      await ask({ do: "removeOlder", folder: name, before }, signal);
    },
    close: () => thread.close(),
  };
}
