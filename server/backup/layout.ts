/**
 * What the file of a backup looks like, byte for byte: a ZIP with `manifest.json`, `galley.db`, and `blobs/<sha256>` in
 * ascending order, all stored, all of the manifest's time. Nothing in it is left to choice, so that a reader can say of
 * every byte what it must be: reader.ts believes no name, size or offset that the file brings.
 */
import { crc32 } from "node:zlib";
import type { Segment } from "../archives/segment-stream.ts";
import { centralHeader, endRecords, localHeader, type ZipRecord } from "../archives/zip-format.ts";
import type { Blob } from "../storage/blobs.ts";
import type { Database } from "../storage/database.ts";
import { MAX_MANIFEST_BYTES, type Manifest } from "./manifest.ts";

export const MANIFEST_ENTRY = "manifest.json";
export const DATABASE_ENTRY = "galley.db";

/** An entry with its place, and what stands before its bytes. */
export interface Entry {
  record: ZipRecord;
  header: Buffer;
}

/** Lays out one entry after the other. */
export interface Layout {
  add(name: string, sums: { size: number; crc32: number }): Entry;
  /** Where the next entry begins: the size so far. */
  offset(): number;
}

export function createLayout(time: Date): Layout {
  let offset = 0;
  return {
    add(name, { size, crc32: crc }) {
      const record: ZipRecord = { name, deflated: false, crc32: crc, packedSize: size, size, offset };
      const header = localHeader(record, time);
      offset += header.length + size;
      return { record, header };
    },
    offset: () => offset,
  };
}

export function blobEntry(sha256: string): string {
  return `blobs/${sha256}`;
}

export function manifestBytes(manifest: Manifest): Buffer {
  const bytes = Buffer.from(JSON.stringify(manifest));
  if (bytes.length > MAX_MANIFEST_BYTES) throw new Error("A manifest is larger than it may be.");
  return bytes;
}

const PAGE = 500;

/** The blobs that the backup of a snapshot holds, ascending. Between two of them no query is open. */
export function* blobsIn(snapshot: Database, manifest: Pick<Manifest, "missing">): Generator<Blob> {
  const missing = new Set(manifest.missing);
  const page = snapshot.prepare<[string, number], Blob>(
    "SELECT sha256, size, crc32 FROM blobs WHERE sha256 > ? ORDER BY sha256 LIMIT ?",
  );
  for (let rows = page.all("", PAGE); rows.length > 0; rows = page.all(rows.at(-1)?.sha256 ?? "", PAGE))
    for (const blob of rows) if (!missing.has(blob.sha256)) yield blob;
}

/**
 * The bytes of a backup in their order; they end with an error once the snapshot is closed.
 */
export function* backupSegments(
  manifest: Manifest,
  snapshot: Database,
  files: { database: string; blob(sha256: string): string },
): Generator<Segment> {
  const layout = createLayout(new Date(manifest.created_at));
  const text = manifestBytes(manifest);
  yield layout.add(MANIFEST_ENTRY, { size: text.length, crc32: crc32(text) }).header;
  yield text;
  yield layout.add(DATABASE_ENTRY, manifest.database).header;
  yield { file: files.database, size: manifest.database.size };
  for (const blob of blobsIn(snapshot, manifest)) {
    yield layout.add(blobEntry(blob.sha256), blob).header;
    yield { file: files.blob(blob.sha256), size: blob.size };
  }
  yield* directory(manifest, text, snapshot);
}

/** Bytes of a backup as `backupSegments` makes it. */
export function sizeOf(manifest: Manifest, snapshot: Database): number {
  const layout = createLayout(new Date(manifest.created_at));
  const text = manifestBytes(manifest);
  layout.add(MANIFEST_ENTRY, { size: text.length, crc32: 0 });
  layout.add(DATABASE_ENTRY, manifest.database);
  for (const blob of blobsIn(snapshot, manifest)) layout.add(blobEntry(blob.sha256), blob);
  let size = layout.offset();
  for (const part of directory(manifest, text, snapshot)) size += part.length;
  return size;
}

/** Pieces of this size, so that neither memory nor the number of pieces grows with the number of files. */
const PIECE_BYTES = 64 * 1024;

/** The directory at the end, laid out anew: it is too large to be kept while the files go by. */
export function* directory(manifest: Manifest, text: Buffer, snapshot: Database): Generator<Buffer> {
  const time = new Date(manifest.created_at);
  const layout = createLayout(time);
  let piece: Buffer[] = [];
  let pieceSize = 0;
  let count = 0;
  let size = 0;
  for (const record of records(layout, manifest, text, snapshot)) {
    const header = centralHeader(record, time);
    piece.push(header);
    pieceSize += header.length;
    size += header.length;
    count += 1;
    if (pieceSize < PIECE_BYTES) continue;
    yield Buffer.concat(piece);
    piece = [];
    pieceSize = 0;
  }
  yield Buffer.concat([...piece, endRecords(count, layout.offset(), size)]);
}

function* records(layout: Layout, manifest: Manifest, text: Buffer, snapshot: Database): Generator<ZipRecord> {
  yield layout.add(MANIFEST_ENTRY, { size: text.length, crc32: crc32(text) }).record;
  yield layout.add(DATABASE_ENTRY, manifest.database).record;
  for (const blob of blobsIn(snapshot, manifest)) yield layout.add(blobEntry(blob.sha256), blob).record;
}
