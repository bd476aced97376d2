/** WOFF 1.0: each table packed with zlib. Unpacked with every size known and bounded before. */

import { inflateSync } from "node:zlib";
import { sentence } from "../contracts/sentences/index.ts";
import { refusedFont } from "./font-formats.ts";
import { checkedCount, checkPlaces, checkTotal, readTag, type Tables } from "./sfnt.ts";

const HEADER_BYTES = 44;
const RECORD_BYTES = 20;

/** The sfnt flavour and the tables. @throws AppError invalid for a file that is damaged or lies about its sizes */
export function readWoff(bytes: Buffer): { flavor: number; tables: Tables } {
  const count = bytes.length < HEADER_BYTES ? 0 : checkedCount(bytes.readUInt16BE(12));
  if (count === 0 || bytes.length < HEADER_BYTES + count * RECORD_BYTES || bytes.readUInt32BE(8) > bytes.length)
    throw refusedFont(sentence("fonts.woff_cut"));
  const records = Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * RECORD_BYTES;
    return {
      tag: readTag(bytes, at),
      offset: bytes.readUInt32BE(at + 4),
      length: bytes.readUInt32BE(at + 8),
      unpacked: bytes.readUInt32BE(at + 12),
    };
  });
  checkPlaces(records, bytes.length);
  checkTotal(records.map(({ unpacked }) => unpacked));
  const tables = new Map(
    records.map(({ tag, offset, length, unpacked }) => [
      tag,
      unpack(tag, bytes.subarray(offset, offset + length), unpacked),
    ]),
  );
  return { flavor: bytes.readUInt32BE(4), tables };
}

function unpack(tag: string, packed: Buffer, unpacked: number): Buffer {
  if (packed.length === unpacked) return packed;
  const damaged = refusedFont(sentence("fonts.woff_table", { table: tag.trim() }));
  try {
    const table = inflateSync(packed, { maxOutputLength: Math.max(unpacked, 1) });
    if (table.length === unpacked) return table;
  } catch {
    // zlib only says in which way the bytes are wrong.
  }
  throw damaged;
}
