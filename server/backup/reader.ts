/**
 * Reads a backup as a stream, once, from its first byte to its last, and checks every one of them: what stands between
 * the files must be exactly what layout.ts writes for the manifest and the database that were read before it, and the
 * files must have the sums that those two name. A name that leads elsewhere, a size that lies, an entry too many, a
 * foreign ZIP or a flipped bit anywhere are all the same: not what must stand there.
 */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import Sqlite from "better-sqlite3";
import type { Blob } from "../storage/blobs.ts";
import { newestSchema } from "../storage/database.ts";
import { type ByteReader, createByteReader } from "./byte-reader.ts";
import { blobEntry, blobsIn, createLayout, DATABASE_ENTRY, directory, type Layout, MANIFEST_ENTRY } from "./layout.ts";
import { BackupRefused, MAX_MANIFEST_BYTES, type Manifest, readManifest } from "./manifest.ts";

/** Where the parts of a backup go. Each may throw to refuse it. */
export interface BackupReceiver {
  /** Told first; nothing else was read yet. */
  manifest(manifest: Manifest): Promise<void>;
  /**
   * Keeps the bytes of the database. They are not checked before the promise of `databaseIsWhole`.
   * @returns absolute path of the file, which is closed
   */
  database(bytes: AsyncIterable<Buffer>): Promise<string>;
  /** The database has the sums of its manifest; look into it before any row of it is believed. */
  databaseIsWhole(file: string, manifest: Manifest): Promise<void>;
  /** Keeps the bytes of a blob; they are checked once it has returned. */
  blob(blob: Blob, bytes: AsyncIterable<Buffer>): Promise<void>;
}

const HEADER_BYTES = 30;
const CRC_AT = 14;
const SIZE_AT = 22;

/**
 * @param source is left where the reading ended, not destroyed
 * @param signal ends it with its reason
 * @throws BackupRefused naming what is wrong; what the receiver or the source throw
 */
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

  const snapshot = new Sqlite(file, { readonly: true });
  try {
    for (const blob of blobsIn(snapshot, manifest)) {
      requireBlob(blob);
      await expectBytes(reader, layout.add(blobEntry(blob.sha256), blob).header);
      await checked(reader, blobEntry(blob.sha256), blob, (bytes) => receiver.blob(blob, bytes));
    }
    for (const piece of directory(manifest, text, snapshot)) await expectBytes(reader, piece);
  } finally {
    snapshot.close();
  }
  if (!(await reader.isAtEnd()))
    throw new BackupRefused(
      "The backup is damaged or was changed: more follows where it should end. Use another backup.",
    );
  return manifest;
}

/** The first entry tells its own size; all later ones are known beforehand. */
async function readHead(reader: ByteReader): Promise<{ manifest: Manifest; text: Buffer; layout: Layout }> {
  const start = await reader.take(HEADER_BYTES + MANIFEST_ENTRY.length).catch(asForeign);
  const size = start.readUInt32LE(SIZE_AT);
  const isOurs = start.readUInt32LE(0) === 0x04034b50 && start.toString("latin1", HEADER_BYTES) === MANIFEST_ENTRY;
  if (!isOurs || size > MAX_MANIFEST_BYTES) return notABackup();
  const text = await reader.take(size);
  const sums = { size, crc32: crc32(text) };
  if (sums.crc32 !== start.readUInt32LE(CRC_AT)) throw changed(MANIFEST_ENTRY);
  const manifest = readManifest(text.toString("utf8"), newestSchema());
  const layout = createLayout(new Date(manifest.created_at));
  if (!layout.add(MANIFEST_ENTRY, sums).header.equals(start)) throw changed(MANIFEST_ENTRY);
  return { manifest, text, layout };
}

function notABackup(): never {
  throw new BackupRefused("This is not a backup of Galley.");
}

/** A file too short for the first entry; what the disk says stays what it is. */
function asForeign(error: unknown): never {
  if (error instanceof BackupRefused) notABackup();
  throw error;
}

/** Hands an entry's bytes on and compares its sums when they have gone by. */
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
    throw new BackupRefused(
      `The backup is damaged or was changed: near byte ${at} stands something else than Galley writes there. Use another backup.`,
    );
}

/** The rows come from a file of who knows where; their sums name files and offsets. */
function requireBlob({ sha256, size, crc32: crc }: Blob): void {
  const isSum = Number.isInteger(crc) && crc >= 0 && crc <= 0xffffffff;
  if (!/^[0-9a-f]{64}$/.test(sha256) || !Number.isSafeInteger(size) || size < 0 || !isSum)
    throw new BackupRefused("The backup is damaged: its database names a file that cannot be. Use another backup.");
}

function changed(name: string): BackupRefused {
  return new BackupRefused(
    `The backup is damaged: ${name} does not have the bytes that were saved in it. Use another backup.`,
  );
}
