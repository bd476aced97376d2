/**
 * Makes ZIP archives of known size: text is deflated in memory, files are stored and read while streaming. yazl does not
 * know a file's size and checksum in advance, and its data descriptors break streaming readers such as Java's.
 */
import fs from "node:fs";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Blob, BlobStore } from "../storage/blobs.ts";

/** Text is deflated, bytes are stored. Names are unique. */
type MemoryEntry = { name: string } & ({ text: string } | { bytes: Buffer });
export type ZipEntry = MemoryEntry | { name: string; blob: Blob };

interface ZipOptions {
  /** Name of the archive for Content-Disposition; ASCII. */
  fileName: string;
  /** Time of all entries, so that the archive is reproducible. */
  time: Date;
}

/** An entry without its offset. */
interface Packed {
  record: Omit<ZipRecord, "offset">;
  bytes: Segment;
}

export async function zipInMemory(entries: MemoryEntry[], options: ZipOptions): Promise<Archive> {
  return layOut(await Promise.all(entries.map(packMemory)), options);
}

/** @throws AppError unavailable, with the file's name, if a blob is missing or has another size */
export async function buildZip(
  entries: ZipEntry[],
  options: ZipOptions,
  blobs: Pick<BlobStore, "stat" | "path">,
): Promise<Archive> {
  const pack = (entry: ZipEntry) => ("blob" in entry ? packBlob(entry.name, entry.blob, blobs) : packMemory(entry));
  return layOut(await Promise.all(entries.map(pack)), options);
}

function layOut(packed: Packed[], { fileName, time }: ZipOptions): Archive {
  requireNames(packed.map(({ record }) => record.name));
  const segments: Segment[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { record, bytes } of packed) {
    const placed = { ...record, offset };
    const header = localHeader(placed, time);
    segments.push(header, bytes);
    directory.push(centralHeader(placed, time));
    offset += header.length + record.packedSize;
  }
  const central = Buffer.concat(directory);
  const end = endRecords(packed.length, offset, central.length);
  segments.push(central, end);
  return {
    fileName,
    size: offset + central.length + end.length,
    createStream: (options) => new SegmentStream(segments, options),
  };
}

/** Invalid names are bugs, not faults of the request. */
function requireNames(names: string[]): void {
  for (const name of names) {
    if (!/^(?:[\w-][\w.-]*\/)?[\w-][\w.-]*$/.test(name) || name.length > 500)
      throw new Error(`An archive cannot contain a file named ${JSON.stringify(name)}.`);
  }
  if (new Set(names).size !== names.length) throw new Error("An archive cannot contain two files with the same name.");
}

const deflate = promisify(deflateRaw);
/** Shorter texts do not shrink. */
const MIN_TO_DEFLATE = 64;

async function packMemory(entry: MemoryEntry): Promise<Packed> {
  const raw = "text" in entry ? Buffer.from(entry.text) : entry.bytes;
  const packed = "bytes" in entry || raw.length < MIN_TO_DEFLATE ? raw : await deflate(raw);
  const deflated = packed.length < raw.length;
  const bytes = deflated ? packed : raw;
  const record = { name: entry.name, deflated, crc32: crc32(raw), packedSize: bytes.length, size: raw.length };
  return { record, bytes };
}

async function packBlob(name: string, blob: Blob, blobs: Pick<BlobStore, "stat" | "path">): Promise<Packed> {
  const onDisk = await blobs.stat(blob.sha256);
  if (onDisk?.size !== blob.size)
    throw new AppError("unavailable", sentence(`storage.file_${onDisk === null ? "missing" : "damaged"}`, { name }));
  return {
    record: { name, deflated: false, crc32: blob.crc32, packedSize: blob.size, size: blob.size },
    bytes: { file: blobs.path(blob.sha256), size: blob.size },
  };
}

// The records of a ZIP file (APPNOTE 6.3). Sizes and checksums are in the local headers, without data descriptors;
// ZIP64 records appear only where a number does not fit.

export interface ZipRecord {
  name: string;
  deflated: boolean;
  crc32: number;
  packedSize: number;
  size: number;
  offset: number;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
/** Marks a field whose value is in the ZIP64 record. */
const SEE_ZIP64_32 = 0xffffffff;
const SEE_ZIP64_16 = 0xffff;
const VERSION = 20;
const VERSION_64 = 45;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const MADE_ON_UNIX = 3 << 8;
/** A regular file, rw-r--r--. */
const UNIX_FILE_MODE = 0o100644;

/** DOS date and time in UTC, 1980 to 2107, so that archives are reproducible. */
function dosTime(time: Date): { date: number; time: number } {
  const year = Math.min(Math.max(time.getUTCFullYear(), 1980), 2107);
  return {
    date: ((year - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(),
    time: (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1),
  };
}

export function localHeader(record: ZipRecord, time: Date): Buffer {
  const isLarge = record.size >= SEE_ZIP64_32 || record.packedSize >= SEE_ZIP64_32;
  // In a local header, the ZIP64 field must contain both sizes.
  const extra = isLarge ? zip64Field([record.size, record.packedSize]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  writeCommonFields(
    header,
    4,
    record,
    isLarge ? [SEE_ZIP64_32, SEE_ZIP64_32] : [record.packedSize, record.size],
    extra,
    time,
  );
  return Buffer.concat([header, Buffer.from(record.name, "latin1"), extra]);
}

export function centralHeader(record: ZipRecord, time: Date): Buffer {
  const large = [record.size, record.packedSize, record.offset].filter((number) => number >= SEE_ZIP64_32);
  const extra = large.length > 0 ? zip64Field(large) : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(MADE_ON_UNIX | VERSION_64, 4);
  writeCommonFields(header, 6, record, [cap32(record.packedSize), cap32(record.size)], extra, time);
  header.writeUInt32LE((UNIX_FILE_MODE << 16) >>> 0, 38);
  header.writeUInt32LE(cap32(record.offset), 42);
  return Buffer.concat([header, Buffer.from(record.name, "latin1"), extra]);
}

/** The fields common to both headers: version needed up to the length of the extra field. */
function writeCommonFields(
  header: Buffer,
  at: number,
  record: ZipRecord,
  [packedSize, size]: [number, number],
  extra: Buffer,
  time: Date,
): void {
  const dos = dosTime(time);
  header.writeUInt16LE(extra.length > 0 ? VERSION_64 : VERSION, at);
  header.writeUInt16LE(FLAGS, at + 2);
  header.writeUInt16LE(record.deflated ? 8 : 0, at + 4);
  header.writeUInt16LE(dos.time, at + 6);
  header.writeUInt16LE(dos.date, at + 8);
  header.writeUInt32LE(record.crc32, at + 10);
  header.writeUInt32LE(packedSize, at + 14);
  header.writeUInt32LE(size, at + 18);
  header.writeUInt16LE(record.name.length, at + 22);
  header.writeUInt16LE(extra.length, at + 24);
}

/** The end records; the directory begins at `offset` and has `size` bytes. */
export function endRecords(count: number, offset: number, size: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(cap16(count), 8);
  end.writeUInt16LE(cap16(count), 10);
  end.writeUInt32LE(cap32(size), 12);
  end.writeUInt32LE(cap32(offset), 16);
  if (count < SEE_ZIP64_16 && size < SEE_ZIP64_32 && offset < SEE_ZIP64_32) return end;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(END_64, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(MADE_ON_UNIX | VERSION_64, 12);
  end64.writeUInt16LE(VERSION_64, 14);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(END_64_LOCATOR, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}

function zip64Field(numbers: number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * numbers.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * numbers.length, 2);
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  return field;
}

function cap32(number: number): number {
  return Math.min(number, SEE_ZIP64_32);
}

function cap16(number: number): number {
  return Math.min(number, SEE_ZIP64_16);
}

// Streams memory and files in chunks of equal size, so that many small files cost no more than a large one. At most two
// chunks are in memory.

/** File descriptors, because a FileHandle is 10 % slower for a large archive. */
const open = promisify(fs.open);
const close = promisify(fs.close);
const read = (descriptor: number, target: Buffer, length: number, position: number): Promise<number> =>
  new Promise((resolve, reject) =>
    fs.read(descriptor, target, 0, length, position, (error, bytes) => (error ? reject(error) : resolve(bytes))),
  );

/** Bytes in memory, or a whole file of `size` bytes. */
export type Segment = Uint8Array | { file: string; size: number };

/** Larger chunks are not faster on a socket; smaller ones cost event-loop turns. */
const CHUNK_BYTES = 512 * 1024;

/** Streams the segments in order; fails if a file is missing or too short. */
export class SegmentStream extends Readable {
  readonly #segments: Iterator<Segment>;
  #segment: Segment | null = null;
  /** Bytes read of `#segment`. */
  #done = 0;
  #descriptor: number | null = null;
  /** The current read, during which its file must not be closed. */
  #reading: Promise<unknown> = Promise.resolve();
  /** Used alternately: one is filled while the reader uses the other. Null: a new buffer per chunk. */
  readonly #buffers: [Buffer, Buffer] | null;

  constructor(segments: Iterable<Segment>, options: { reuseChunks: boolean } = { reuseChunks: false }) {
    // The next chunk is read only after the previous one was consumed.
    super({ highWaterMark: CHUNK_BYTES });
    this.#segments = segments[Symbol.iterator]();
    this.#buffers = options.reuseChunks ? [newBuffer(), newBuffer()] : null;
  }

  override _read(): void {
    this.#reading = this.#fill().then(
      (chunk) => void this.push(chunk.length === 0 ? null : chunk),
      (error: Error) => void this.destroy(error),
    );
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    void this.#reading
      .then(() => (this.#descriptor === null ? undefined : close(this.#descriptor)))
      .then(
        () => callback(error),
        (closeError: Error) => callback(error ?? closeError),
      );
  }

  /** The next chunk, full except the last; empty at the end. */
  async #fill(): Promise<Buffer> {
    const chunk = this.#buffers === null ? newBuffer() : this.#buffers[0];
    this.#buffers?.reverse();
    let filled = 0;
    while (filled < chunk.length && !this.destroyed) {
      this.#segment ??= this.#segments.next().value ?? null;
      const segment = this.#segment;
      if (segment === null) break;
      if (segment instanceof Uint8Array) {
        const part = segment.subarray(this.#done, this.#done + chunk.length - filled);
        chunk.set(part, filled);
        filled += part.length;
        this.#done += part.length;
        if (this.#done === segment.length) this.#next();
      } else {
        filled += await this.#readFile(segment.file, segment.size, chunk.subarray(filled));
      }
    }
    return chunk.subarray(0, filled);
  }

  async #readFile(file: string, size: number, target: Buffer): Promise<number> {
    this.#descriptor ??= await open(file, "r");
    const length = Math.min(target.length, size - this.#done);
    const bytes = length === 0 ? 0 : await read(this.#descriptor, target, length, this.#done);
    if (bytes === 0 && length > 0) throw new Error(`A file of ${size} bytes ended after ${this.#done}.`);
    this.#done += bytes;
    if (this.#done === size) {
      // No need to wait for the close.
      close(this.#descriptor).catch((error: Error) => this.destroy(error));
      this.#next();
    }
    return bytes;
  }

  #next(): void {
    this.#segment = null;
    this.#descriptor = null;
    this.#done = 0;
  }
}

/** Avoids Node's shared pool. */
function newBuffer(): Buffer {
  return Buffer.allocUnsafeSlow(CHUNK_BYTES);
}

/** A ZIP archive that is ready to send. Contract 2.6, 2.7. */
export interface Archive {
  fileName: string;
  size: number;
  /** A new stream of `size` bytes; the caller destroys it. @param options `reuseChunks`: a chunk is valid until the next */
  createStream(options?: { reuseChunks: boolean }): Readable;
}
