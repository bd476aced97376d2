/**
 * The accepted formats of fonts, the errors for other files, and the sfnt inside every format: a directory of tables, whose
 * bounds are all checked.
 */
import type { FontFormat } from "../contracts/fonts-api.ts";
import { joined, type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";

export const FONT_FORMATS = ["woff2", "woff", "ttf", "otf"] as const satisfies FontFormat[];

/** Bytes: of an upload; of an unpacked font, which the worker has in memory. */
export const FONT_LIMIT_BYTES = 20 * 1024 * 1024;
const SFNT_LIMIT_BYTES = 64 * 1024 * 1024;

export const FORMAT_NAMES: Readonly<Record<FontFormat, { type: string; css: string }>> = {
  woff2: { type: "font/woff2", css: "woff2" },
  woff: { type: "font/woff", css: "woff" },
  ttf: { type: "font/ttf", css: "truetype" },
  otf: { type: "font/otf", css: "opentype" },
};

/** Refuses a file that is not an accepted font, with the list of formats. HTTP 415. */
export function notAFont(reason: Sentence): AppError {
  return new AppError("unsupported_media_type", joined(reason, sentence("fonts.accepted")));
}

/** Refuses a damaged or malicious font. HTTP 422. */
export function refusedFont(reason: Sentence): AppError {
  return new AppError("invalid", reason);
}

/** @throws AppError unsupported_media_type, with the likely type of the file */
export function formatOf(bytes: Uint8Array): FontFormat {
  const signature = String.fromCharCode(...bytes.subarray(0, 4));
  switch (signature) {
    case "\0\x01\0\0":
    case "true":
      return "ttf";
    case "OTTO":
      return "otf";
    case "wOFF":
      return "woff";
    case "wOF2":
      return "woff2";
    case "ttcf":
      throw notAFont(sentence("fonts.collection"));
  }
  const beginning = String.fromCharCode(...bytes.subarray(0, 512))
    .trimStart()
    .toLowerCase();
  if (signature === "PK\x03\x04") throw notAFont(sentence("fonts.zip"));
  if (/^(<!doctype|<html|<\?xml|<svg)/.test(beginning)) throw notAFont(sentence("fonts.web_page"));
  if (bytes.length === 0) throw notAFont(sentence("fonts.empty"));
  throw notAFont(sentence("fonts.not_a_font"));
}

/** Tag → bytes. */
export type Tables = Map<string, Buffer>;

const MAX_TABLES = 128;
const HEADER_BYTES = 12;
const RECORD_BYTES = 16;

const TRUNCATED = sentence("fonts.truncated");

interface TableRecord {
  tag: string;
  offset: number;
  length: number;
}

/** @throws AppError invalid */
export function readSfnt(bytes: Buffer): Tables {
  if (bytes.length < HEADER_BYTES) throw refusedFont(TRUNCATED);
  const count = checkedCount(bytes.readUInt16BE(4));
  if (bytes.length < HEADER_BYTES + count * RECORD_BYTES) throw refusedFont(TRUNCATED);
  const records = Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * RECORD_BYTES;
    return { tag: readTag(bytes, at), offset: bytes.readUInt32BE(at + 8), length: bytes.readUInt32BE(at + 12) };
  });
  checkPlaces(records, bytes.length);
  return new Map(records.map(({ tag, offset, length }) => [tag, bytes.subarray(offset, offset + length)]));
}

/** @throws AppError invalid */
export function checkedCount(count: number): number {
  if (count === 0) throw refusedFont(sentence("fonts.directory"));
  if (count > MAX_TABLES) throw refusedFont(sentence("fonts.too_many_tables", { count, max: MAX_TABLES }));
  return count;
}

/** @throws AppError invalid */
export function readTag(bytes: Buffer, at: number): string {
  const tag = bytes.toString("latin1", at, at + 4);
  if (!/^[\x20-\x7e]{4}$/.test(tag)) throw refusedFont(sentence("fonts.directory"));
  return tag;
}

/** Checks that each table is in the file, once, without overlap. @throws AppError invalid */
export function checkPlaces(records: TableRecord[], fileLength: number): void {
  if (new Set(records.map(({ tag }) => tag)).size < records.length) throw refusedFont(sentence("fonts.directory"));
  let end = 0;
  for (const { tag, offset, length } of records.toSorted((a, b) => a.offset - b.offset || a.length - b.length)) {
    if (offset + length > fileLength) throw refusedFont(TRUNCATED);
    if (length > 0 && offset < end) throw refusedFont(sentence("fonts.table_overlap", { table: tag.trim() }));
    end = Math.max(end, offset + length);
  }
}

/** @throws AppError invalid if the tables exceed the limit for one font */
export function checkTotal(lengths: number[]): void {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total > SFNT_LIMIT_BYTES)
    throw refusedFont(sentence("fonts.unpacked_size", { size: total, max: SFNT_LIMIT_BYTES }));
}

/** A font file with these tables, sorted by tag. */
export function writeSfnt(flavor: number, tables: Tables): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const header = Buffer.alloc(HEADER_BYTES + sorted.length * RECORD_BYTES);
  const power = Math.floor(Math.log2(sorted.length));
  header.writeUInt32BE(flavor, 0);
  header.writeUInt16BE(sorted.length, 4);
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * (sorted.length - 2 ** power), 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [index, [tag, table]] of sorted.entries()) {
    const at = HEADER_BYTES + index * RECORD_BYTES;
    header.write(tag, at, "latin1");
    header.writeUInt32BE(checksum(table), at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(table.length, at + 12);
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

function checksum(table: Buffer): number {
  let sum = 0;
  const whole = table.length & ~3;
  for (let at = 0; at < whole; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  if (whole === table.length) return sum;
  const last = Buffer.alloc(4);
  table.copy(last, 0, whole);
  return (sum + last.readUInt32BE(0)) >>> 0;
}
