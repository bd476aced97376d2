/**
 * Makes ZIP archives whose every byte is accounted for before the first is sent: text is deflated in memory, files are
 * stored as they are and read only while the archive is streamed.
 */
import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import { AppError } from "../core/errors.ts";
import type { Blob, BlobStore } from "../storage/blobs.ts";
import type { Archive } from "./archive.ts";
import { type Segment, SegmentStream } from "./segment-stream.ts";
import { centralHeader, endRecords, localHeader, type ZipRecord } from "./zip-format.ts";

/** A file of an archive: text that is deflated, or a blob or bytes that are stored. Names are unique. */
export type ZipEntry = { name: string } & ({ text: string } | { blob: Blob } | { bytes: Uint8Array });

export interface ZipOptions {
  /** Of the archive, for Content-Disposition; ASCII. */
  fileName: string;
  /** Of all entries: the same archive comes out whenever it is asked for. */
  time: Date;
}

/** An entry with its bytes, not placed yet. */
interface Packed {
  record: Omit<ZipRecord, "offset">;
  bytes: Segment;
}

/**
 * Lays the archive out.
 * @throws AppError unavailable, naming the file, where a blob is missing or is not of its size
 */
export async function buildZip(
  entries: ZipEntry[],
  { fileName, time }: ZipOptions,
  blobs: Pick<BlobStore, "stat" | "path">,
): Promise<Archive> {
  requireNames(entries.map((entry) => entry.name));
  const packed = await Promise.all(
    entries.map((entry) => {
      if ("text" in entry) return packText(entry.name, entry.text);
      return "bytes" in entry ? packBytes(entry.name, entry.bytes) : packBlob(entry.name, entry.blob, blobs);
    }),
  );
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

/** A name that is no such name is a fault of the appliance, not of a request. */
function requireNames(names: string[]): void {
  for (const name of names) {
    if (!/^(?:[\w-][\w.-]*\/)?[\w-][\w.-]*$/.test(name) || name.length > 500)
      throw new Error(`An archive cannot hold a file named ${JSON.stringify(name)}.`);
  }
  if (new Set(names).size !== names.length) throw new Error("An archive cannot hold two files of one name.");
}

const deflate = promisify(deflateRaw);
/** Shorter texts do not get smaller. */
const SHORTEST_TO_DEFLATE = 64;

async function packText(name: string, text: string): Promise<Packed> {
  const raw = Buffer.from(text);
  const packed = raw.length < SHORTEST_TO_DEFLATE ? raw : await deflate(raw);
  const deflated = packed.length < raw.length;
  const bytes = deflated ? packed : raw;
  return { record: { name, deflated, crc32: crc32(raw), packedSize: bytes.length, size: raw.length }, bytes };
}

function packBytes(name: string, bytes: Uint8Array): Packed {
  const size = bytes.length;
  return { record: { name, deflated: false, crc32: crc32(bytes), packedSize: size, size }, bytes };
}

async function packBlob(name: string, blob: Blob, blobs: Pick<BlobStore, "stat" | "path">): Promise<Packed> {
  const onDisk = await blobs.stat(blob.sha256);
  if (onDisk?.size !== blob.size)
    throw new AppError(
      "unavailable",
      `The file ${name} is ${onDisk === null ? "missing" : "damaged"} on the appliance's disk; restore it from a backup or upload it again.`,
    );
  return {
    record: { name, deflated: false, crc32: blob.crc32, packedSize: blob.size, size: blob.size },
    bytes: { file: blobs.path(blob.sha256), size: blob.size },
  };
}
