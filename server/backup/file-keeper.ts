/** Writes the files of a restore so that all of them are on the disk when it is committed. */
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { blobFile } from "../storage/blobs.ts";
import { syncFolder } from "../storage/durable-file.ts";

export interface FileKeeper {
  /** Writes a new file and flushes it. */
  write(file: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Writes a blob; it is flushed later, while others are written. */
  writeBlob(sha256: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Waits until everything is flushed, with the names. */
  finish(): Promise<void>;
}

/** Files that may wait for the disk at a time. */
const FLUSHING_AT_ONCE = 16;

export function createFileKeeper(blobsDir: string): FileKeeper {
  const folders = new Set<string>();
  const flushing = new Set<Promise<void>>();
  let failure: unknown;

  const begin = async (file: string, bytes: AsyncIterable<Buffer>) => {
    const handle = await open(file, "wx", 0o600);
    try {
      for await (const piece of bytes)
        for (let done = 0; done < piece.length; ) done += (await handle.write(piece, done)).bytesWritten;
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  };
  const throwFailure = () => {
    if (failure !== undefined) throw failure;
  };

  return {
    async write(file, bytes) {
      const handle = await begin(file, bytes);
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    async writeBlob(sha256, bytes) {
      const file = blobFile(blobsDir, sha256);
      const folder = path.dirname(file);
      if (!folders.has(folder)) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        folders.add(folder);
      }
      const handle = await begin(file, bytes);
      const flushed: Promise<void> = handle
        .datasync()
        .finally(() => handle.close())
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => flushing.delete(flushed));
      flushing.add(flushed);
      if (flushing.size >= FLUSHING_AT_ONCE) await Promise.race(flushing);
      throwFailure();
    },
    async finish() {
      await Promise.all(flushing);
      throwFailure();
      for (const folder of [...folders, blobsDir]) await syncFolder(folder);
    },
  };
}
