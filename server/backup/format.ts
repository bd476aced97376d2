/**
 * The exact bytes of a backup: a ZIP with `manifest.json`, `galley.db` and `blobs/<sha256>` in ascending order, all stored,
 * with the manifest's time. Nothing is optional, so reader.ts checks every byte and trusts no name, size or offset.
 */
import { crc32 } from "node:zlib";
import { z } from "zod";
import { centralHeader, endRecords, localHeader, type Segment, type ZipRecord } from "../archives/zip.ts";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Blob } from "../storage/blobs.ts";
import type { Database } from "../storage/database.ts";

export const MANIFEST_ENTRY = "manifest.json";
export const DATABASE_ENTRY = "galley.db";

/** Computes the headers and offsets of consecutive entries. */
export type Layout = ReturnType<typeof createLayout>;

export function createLayout(time: Date) {
  let offset = 0;
  return {
    add(name: string, { size, crc32: crc }: { size: number; crc32: number }) {
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

function manifestBytes(manifest: Manifest): Buffer {
  const bytes = Buffer.from(JSON.stringify(manifest));
  if (bytes.length > MAX_MANIFEST_BYTES) throw new Error("The manifest is too large.");
  return bytes;
}

const PAGE = 500;

/** The blobs of a backup in ascending order. Keeps no query open between them. */
export function* blobsIn(snapshot: Database, manifest: Pick<Manifest, "missing">): Generator<Blob> {
  const missing = new Set(manifest.missing);
  const page = snapshot.prepare<[string, number], Blob>(
    "SELECT sha256, size, crc32 FROM blobs WHERE sha256 > ? ORDER BY sha256 LIMIT ?",
  );
  for (let rows = page.all("", PAGE); rows.length > 0; rows = page.all(rows.at(-1)?.sha256 ?? "", PAGE))
    for (const blob of rows) if (!missing.has(blob.sha256)) yield blob;
}

/** The bytes of a backup, in order. Fails once the snapshot is closed. */
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

export function sizeOf(manifest: Manifest, snapshot: Database): number {
  let size = 0;
  for (const segment of backupSegments(manifest, snapshot, { database: "", blob: () => "" }))
    size += "file" in segment ? segment.size : segment.length;
  return size;
}

/** Limits memory and the number of pieces. */
const PIECE_BYTES = 64 * 1024;

/** The central directory. It is computed again each time, because it is too large to keep. */
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

// snapshot: the copy of the database in a backup. fingerprint: identifies a master key without revealing it. staged: a
// complete, checked restore that has not replaced the data yet.

/** Changes with every change of the layout. */
export const FORMAT = "galley-backup/1";
/** Enough for `MAX_MISSING` files. */
export const MAX_MANIFEST_BYTES = 1024 * 1024;
/** With more missing files, the folder itself is missing. */
export const MAX_MISSING = 10_000;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.int().min(0);
const uint32 = z.int().min(0).max(0xffffffff);

const ManifestSchema = z.object({
  format: z.literal(FORMAT),
  created_at: z.iso.datetime({ offset: true }),
  galley_version: z.string().max(100),
  schema: z.int().min(1),
  counts: z.object({ projects: bytes, sessions: bytes, versions: bytes, blobs: bytes }),
  database: z.object({ size: bytes, sha256, crc32: uint32 }),
  /** Blobs missing or damaged on the disk, ascending. */
  missing: z.array(sha256).max(MAX_MISSING),
  key: z.object({
    /** Fingerprint of the master key that encrypts the database's secrets. */
    fingerprint: z.string().max(100),
    /** That key encrypted with a passphrase, see passphrase.ts; null: without secrets. */
    wrapped: z.object({ salt: z.string().max(100), sealed: z.string().max(500) }).nullable(),
  }),
});

export type Manifest = z.output<typeof ManifestSchema>;

/** A backup that cannot be restored. */
export class BackupRefused extends AppError {
  constructor(reason: Sentence) {
    super("invalid", reason);
    this.name = "BackupRefused";
  }
}

/** @throws BackupRefused for anything but a supported manifest */
export function readManifest(text: string, newestSchema: number): Manifest {
  const value = parse(text);
  const { format, galley_version: version } = (value ?? {}) as { format?: unknown; galley_version?: unknown };
  const made = typeof version === "string" && version.length <= 100 ? `Galley ${version}` : "another Galley";
  if (format !== FORMAT)
    throw new BackupRefused(
      typeof format === "string" && /^galley-backup\/\d+$/.test(format)
        ? sentence("backups.other_format", { made })
        : sentence("backups.not_a_backup"),
    );
  const parsed = ManifestSchema.safeParse(value);
  if (!parsed.success)
    throw new BackupRefused(
      sentence("backups.manifest_field", { field: parsed.error.issues[0]?.path.join(".") ?? "" }),
    );
  if (parsed.data.schema > newestSchema)
    throw new BackupRefused(
      sentence("backups.newer_schema", {
        version: String(version),
        schema: String(parsed.data.schema),
        newest: String(newestSchema),
      }),
    );
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupRefused(sentence("backups.manifest_no_json"));
  }
}
