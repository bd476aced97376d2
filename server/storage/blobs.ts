/**
 * The content-addressed store of uploaded files. A blob is named by its SHA-256, in `blobs/ab/cdef…`; it never changes, and
 * rows refer to it only once its file exists. An upload is received into `tmp/`, and then kept or discarded.
 */
import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync, renameSync, rmSync, unlinkSync } from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { crc32 as updateCrc32 } from "node:zlib";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Runtime } from "../core/runtime.ts";
import { freeBytes, ifMissing, MIN_FREE_FOR_FILES, orDiskFull, syncFile, syncFolder } from "./disk.ts";

export interface Blob {
  /** Lower-case hex. */
  sha256: string;
  size: number;
  crc32: number;
}

/** An fsynced upload, not yet kept or discarded. */
export interface Received extends Blob {
  /** Absolute path of the temporary file. */
  path: string;
}

export type ByteSource = Readable | AsyncIterable<Uint8Array> | Uint8Array;

/** Subfolders of the data folder: blobs, unfinished uploads, unreferenced files. */
export const BLOBS_FOLDER = "blobs";
export const TEMPORARY_FOLDER = "tmp";
export const ASIDE_FOLDER = "unknown-files";

/** The file may not exist. */
export function blobFile(blobsDir: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("not a SHA-256");
  return path.join(blobsDir, sha256.slice(0, 2), sha256.slice(2));
}

/** Hashing larger slices would block the event loop on a slow machine. */
const SLICE_BYTES = 256 * 1024;
const READ_CHUNK_BYTES = 256 * 1024;

export type BlobStore = ReturnType<typeof createBlobStore>;

/** Opens the store in a held data folder. Empties `tmp/`. */
export function createBlobStore(dataDir: string, runtime: Pick<Runtime, "random" | "log">) {
  const blobsDir = path.join(dataDir, BLOBS_FOLDER);
  const tmpDir = path.join(dataDir, TEMPORARY_FOLDER);
  mkdirSync(blobsDir, { recursive: true, mode: 0o700 });
  mkdirSync(tmpDir, { recursive: true, mode: 0o700 });
  const leftovers = readdirSync(tmpDir);
  for (const name of leftovers) rmSync(path.join(tmpDir, name), { recursive: true, force: true });
  if (leftovers.length > 0) runtime.log.info(`Removed ${leftovers.length} unfinished uploads.`);

  const blobPath = (sha256: string) => blobFile(blobsDir, sha256);
  const space = createUploadSpace(dataDir);

  async function sizeOf(file: string): Promise<number | null> {
    const found = await stat(file).catch(ifMissing(null));
    return found?.size ?? null;
  }

  /** Moves a received file to its place, unless the blob exists. Returns whether the place was empty. */
  async function settle(received: Received): Promise<boolean> {
    const target = blobPath(received.sha256);
    const folder = path.dirname(target);
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(blobsDir);
    // A file of another size is left from a crash or was changed manually.
    const present = await sizeOf(target);
    if (present === received.size) await syncFile(target);
    else await rename(received.path, target);
    await syncFolder(folder);
    return present === null;
  }

  /** Blobs whose rows are being written: pending uploads, whether the file is new, whether any rows were written. */
  const keeping = new Map<string, { uploads: number; isNew: boolean; hasRows: boolean }>();
  const holds = new Set<object>();

  const store = {
    /**
     * Writes a source to a temporary file. A source that is too large stays open for the response. @throws AppError too_large, disk_full
     */
    async receive(source: ByteSource, { limitBytes }: { limitBytes: number }): Promise<Received> {
      const file = path.join(tmpDir, runtime.random.token(18));
      try {
        await using handle = await open(file, "wx", 0o600);
        const blob = await copy(space.within(chunksOf(source)), handle, limitBytes);
        await handle.datasync();
        return { ...blob, path: file };
      } catch (error) {
        await rm(file, { force: true });
        throw asDiskFull(error);
      }
    },

    /**
     * Makes a received upload a blob. `commit` writes its rows once the file is durable; `remove` ignores the blob until
     * then. If `commit` throws, a new file is removed. @throws AppError disk_full
     */
    async keep<T>(received: Received, commit: (blob: Blob) => T): Promise<T> {
      const { sha256, size, crc32 } = received;
      const waiting = keeping.get(sha256) ?? { uploads: 0, isNew: false, hasRows: false };
      keeping.set(sha256, waiting);
      waiting.uploads += 1;
      try {
        if (await settle(received)) waiting.isNew = true;
        const result = commit({ sha256, size, crc32 });
        waiting.hasRows = true;
        return result;
      } catch (error) {
        throw asDiskFull(error);
      } finally {
        waiting.uploads -= 1;
        if (waiting.uploads === 0) {
          keeping.delete(sha256);
          // No upload of this new file could write its rows.
          if (waiting.isNew && !waiting.hasRows && holds.size === 0) rmSync(blobPath(sha256), { force: true });
        }
        await store.discard(received);
      }
    },

    /** Has no effect after `keep`. */
    async discard(received: Received): Promise<void> {
      await rm(received.path, { force: true });
    },

    async write<T>(source: ByteSource, options: { limitBytes: number }, commit: (blob: Blob) => T): Promise<T> {
      return store.keep(await store.receive(source, options), commit);
    },

    path: blobPath,

    async stat(sha256: string): Promise<{ size: number } | null> {
      const size = await sizeOf(blobPath(sha256));
      return size === null ? null : { size };
    },

    /** @param range both offsets are inclusive */
    createReadStream(sha256: string, range?: { start: number; end: number }): Readable {
      return createReadStream(blobPath(sha256), { highWaterMark: READ_CHUNK_BYTES, ...range });
    },

    readWhole: (sha256: string): Promise<Buffer> => readFile(blobPath(sha256)),

    /** Removes a file, unless it is being kept or `isUnused` returns false. Returns whether it was removed. */
    remove(sha256: string, isUnused: () => boolean): boolean {
      if (holds.size > 0 || keeping.has(sha256) || !isUnused()) return false;
      try {
        unlinkSync(blobPath(sha256));
        return true;
      } catch (error) {
        return ifMissing(false)(error);
      }
    },

    /** Moves a blob's file to `<folder>/ab/cdef…` under the same conditions. */
    setAside(sha256: string, folder: string, isUnknown: () => boolean): boolean {
      if (holds.size > 0 || keeping.has(sha256) || !isUnknown()) return false;
      const target = blobFile(folder, sha256);
      try {
        mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
        renameSync(blobPath(sha256), target);
        return true;
      } catch (error) {
        // EXDEV: the blobs are on another disk, so the file stays.
        if (["ENOENT", "EXDEV"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
        throw error;
      }
    },

    /** Disables `remove` and `setAside` until the returned function is called. */
    hold(): () => void {
      const hold = {};
      holds.add(hold);
      return () => void holds.delete(hold);
    },
  };
  return store;
}

async function copy(source: AsyncIterable<Uint8Array>, handle: FileHandle, limitBytes: number): Promise<Blob> {
  const sha256 = createHash("sha256");
  let crc = 0;
  let size = 0;
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      size += slice.length;
      if (size > limitBytes) throw new AppError("too_large", sentence("media.too_large", { limit: limitBytes }));
      const writing = writeAll(handle, slice);
      sha256.update(slice);
      crc = updateCrc32(slice, crc);
      await writing;
    }
  }
  return { sha256: sha256.digest("hex"), size, crc32: crc };
}

function chunksOf(source: ByteSource): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (source instanceof Uint8Array) return [source];
  return source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source;
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten;
  }
}

const asDiskFull = (error: unknown) => orDiskFull(error, sentence("storage.no_space_for_file"));

/** "100 MB", "1.5 GB": decimal units, at most one digit after the point. */
export function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${Math.round((bytes / 1000 ** power) * 10) / 10} ${units[power]}`;
}

/** Reserved for a file before its bytes are written. */
const STEP_BYTES = 4 * 1024 * 1024;

/** Reserves disk space for uploads, and leaves space for saves. */
function createUploadSpace(dataDir: string) {
  /** Reserved and not yet written. */
  let reserved = 0;
  const requireStep = async () => {
    const free = await freeBytes(dataDir);
    if (free - reserved - STEP_BYTES < MIN_FREE_FOR_FILES)
      throw new AppError("disk_full", sentence("storage.little_space_for_files", { limit: MIN_FREE_FOR_FILES }));
    reserved += STEP_BYTES;
  };
  return {
    /** Yields a file's bytes while there is space. @throws AppError disk_full */
    async *within(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      let granted = 0;
      try {
        for await (const chunk of chunks) {
          while (granted < chunk.length) {
            await requireStep();
            granted += STEP_BYTES;
          }
          granted -= chunk.length;
          reserved -= chunk.length;
          yield chunk;
        }
      } finally {
        reserved -= granted;
      }
    },
  };
}
