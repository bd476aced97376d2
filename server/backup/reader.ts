/**
 * Reads a backup as a stream, once, and checks every byte: headers must be exactly those that format.ts writes for the
 * manifest and database, and files must match their checksums. This rejects path traversal, wrong sizes, extra entries,
 * foreign ZIPs and flipped bits.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import Sqlite from "better-sqlite3";
import { sentence } from "../contracts/sentences/index.ts";
import { closing } from "../core/runtime.ts";
import { type Blob, blobFile } from "../storage/blobs.ts";
import { newestSchema } from "../storage/database.ts";
import { syncFolder } from "../storage/disk.ts";
import { inBackground } from "./background.ts";
import {
  BackupRefused,
  blobEntry,
  blobsIn,
  createLayout,
  DATABASE_ENTRY,
  directory,
  type Layout,
  MANIFEST_ENTRY,
  MAX_MANIFEST_BYTES,
  type Manifest,
  readManifest,
} from "./format.ts";

/** Receives the parts of a backup, in this order. Each method may throw to reject it. */
export interface BackupReceiver {
  manifest(manifest: Manifest): Promise<void>;
  /** Stores the unchecked database; returns the path of the closed file. */
  database(bytes: AsyncIterable<Buffer>): Promise<string>;
  /** Inspects the database, whose checksum is correct, before any row is used. */
  databaseIsWhole(file: string, manifest: Manifest): Promise<void>;
  /** Stores a blob; its checksum is compared afterwards. */
  blob(blob: Blob, bytes: AsyncIterable<Buffer>): Promise<void>;
}

const HEADER_BYTES = 30;
const CRC_AT = 14;
const SIZE_AT = 22;

/** Does not destroy the source. @throws BackupRefused; errors of receiver and source; the signal's reason */
export async function readBackup(
  source: AsyncIterable<Uint8Array>,
  receiver: BackupReceiver,
  signal: AbortSignal,
): Promise<Manifest> {
  const reader = createByteReader(source, signal);
  const { manifest, text, layout } = await readHead(reader);
  await receiver.manifest(manifest);

  await expectBytes(reader, layout.add(DATABASE_ENTRY, manifest.database).header);
  const file = await checked(reader, DATABASE_ENTRY, manifest.database, (bytes) => receiver.database(bytes));
  await receiver.databaseIsWhole(file, manifest);

  using snapshot = closing(new Sqlite(file, { readonly: true }));
  for (const blob of blobsIn(snapshot, manifest)) {
    requireBlob(blob);
    await expectBytes(reader, layout.add(blobEntry(blob.sha256), blob).header);
    await checked(reader, blobEntry(blob.sha256), blob, (bytes) => receiver.blob(blob, bytes));
  }
  for (const piece of directory(manifest, text, snapshot)) await expectBytes(reader, piece);
  if (!(await reader.isAtEnd())) throw new BackupRefused(sentence("backups.too_long"));
  return manifest;
}

/** Reads the manifest. Its size comes from the file; the sizes of all later entries are known. */
async function readHead(reader: ByteReader): Promise<{ manifest: Manifest; text: Buffer; layout: Layout }> {
  const start = await reader.take(HEADER_BYTES + MANIFEST_ENTRY.length).catch((error) => {
    // A file that is too short for the manifest is not a backup.
    throw error instanceof BackupRefused ? notABackup() : error;
  });
  const size = start.readUInt32LE(SIZE_AT);
  const isOurs = start.readUInt32LE(0) === 0x04034b50 && start.toString("latin1", HEADER_BYTES) === MANIFEST_ENTRY;
  if (!isOurs || size > MAX_MANIFEST_BYTES) throw notABackup();
  const text = await reader.take(size);
  const sums = { size, crc32: crc32(text) };
  if (sums.crc32 !== start.readUInt32LE(CRC_AT)) throw changed(MANIFEST_ENTRY);
  const manifest = readManifest(text.toString("utf8"), newestSchema());
  const layout = createLayout(new Date(manifest.created_at));
  if (!layout.add(MANIFEST_ENTRY, sums).header.equals(start)) throw changed(MANIFEST_ENTRY);
  return { manifest, text, layout };
}

const notABackup = () => new BackupRefused(sentence("backups.not_a_backup"));

/** Passes an entry's bytes to `keep`, then compares its checksums. */
async function checked<T>(
  reader: ByteReader,
  name: string,
  sums: { size: number; sha256: string; crc32: number },
  keep: (bytes: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const hash = createHash("sha256");
  let crc = 0;
  async function* passing(): AsyncGenerator<Buffer> {
    for await (const bytes of reader.pieces(sums.size)) {
      hash.update(bytes);
      crc = crc32(bytes, crc);
      yield bytes;
    }
  }
  const kept = await keep(passing());
  if (crc !== sums.crc32 || hash.digest("hex") !== sums.sha256) throw changed(name);
  return kept;
}

async function expectBytes(reader: ByteReader, expected: Buffer): Promise<void> {
  const at = reader.position();
  if (!(await reader.take(expected.length)).equals(expected))
    throw new BackupRefused(sentence("backups.unexpected_bytes", { offset: at }));
}

/** Validates a row of the untrusted database. */
function requireBlob({ sha256, size, crc32: crc }: Blob): void {
  const isSum = Number.isInteger(crc) && crc >= 0 && crc <= 0xffffffff;
  if (!/^[0-9a-f]{64}$/.test(sha256) || !Number.isSafeInteger(size) || size < 0 || !isSum)
    throw new BackupRefused(sentence("backups.impossible_file"));
}

function changed(name: string): BackupRefused {
  return new BackupRefused(sentence("backups.wrong_checksum", { name }));
}

type ByteReader = ReturnType<typeof createByteReader>;

/** Hashing larger pieces would block the event loop. */
const PIECE_BYTES = 256 * 1024;

/** The caller closes the source. The signal ends reading with its reason, even while the source blocks. */
function createByteReader(source: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  const chunks = source[Symbol.asyncIterator]();
  // One listener per chunk, because the signal outlives the source and would retain it.
  const nextChunk = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      signal.throwIfAborted();
      const abort = () => reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      const removeListener = () => signal.removeEventListener("abort", abort);
      chunks.next().then(resolve, reject).finally(removeListener);
    });
  let chunk: Uint8Array = new Uint8Array(0);
  let position = 0;

  /** Returns up to `most` bytes; empty at the end. */
  const next = async (most: number): Promise<Buffer> => {
    while (chunk.length === 0) {
      const { done, value } = await nextChunk();
      if (done) return Buffer.alloc(0);
      chunk = value;
    }
    const part = chunk.subarray(0, Math.min(most, PIECE_BYTES));
    chunk = chunk.subarray(part.length);
    position += part.length;
    return Buffer.from(part.buffer, part.byteOffset, part.length);
  };

  /** Exactly `size` bytes in pieces of at most 256 kB. @throws BackupRefused if the stream ends early */
  async function* pieces(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      const part = await next(left);
      if (part.length === 0) throw new BackupRefused(sentence("backups.too_short", { bytes: position }));
      left -= part.length;
      yield part;
    }
  }

  return {
    position: () => position,
    /** Reads exactly `size` bytes. @throws BackupRefused if the stream ends early */
    async take(size: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      for await (const part of pieces(size)) parts.push(part);
      return Buffer.concat(parts, size);
    },
    pieces,
    async isAtEnd(): Promise<boolean> {
      const { length } = await next(1);
      return length === 0;
    },
  };
}

/** Checks every byte and the database, which it temporarily extracts next to the file. @throws BackupRefused; system errors */
export async function checkBackup(file: string, signal: AbortSignal): Promise<Manifest> {
  const folder = await fs.promises.mkdtemp(`${path.resolve(file)}.check-`);
  const source = fs.createReadStream(file, { highWaterMark: 256 * 1024 });
  try {
    const database = path.join(folder, "galley.db");
    return await readBackup(
      source,
      {
        manifest: async () => undefined,
        async database(bytes) {
          await createFileKeeper(folder).write(database, bytes);
          return database;
        },
        databaseIsWhole: (extracted, manifest) =>
          inBackground("inspectDatabase", { file: extracted, manifest }, signal),
        async blob(_blob, bytes) {
          for await (const _ of bytes);
        },
      },
      signal,
    );
  } finally {
    source.destroy();
    await fs.promises.rm(folder, { recursive: true, force: true });
  }
}

const MAX_FLUSHING = 16;

/** Writes the database and the blobs of a restore. */
export function createFileKeeper(blobsDir: string) {
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
    /** Writes a file and flushes it. */
    async write(file: string, bytes: AsyncIterable<Buffer>): Promise<void> {
      await using handle = await begin(file, bytes);
      await handle.sync();
    },
    /** Writes a blob and flushes it while others are written. */
    async writeBlob(sha256: string, bytes: AsyncIterable<Buffer>): Promise<void> {
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
      if (flushing.size >= MAX_FLUSHING) await Promise.race(flushing);
      throwFailure();
    },
    /** Waits until all files and folders are flushed. */
    async finish(): Promise<void> {
      await Promise.all(flushing);
      throwFailure();
      for (const folder of [...folders, blobsDir]) await syncFolder(folder);
    },
  };
}
