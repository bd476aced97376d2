/**
 * The records of a ZIP file (APPNOTE 6.3), byte for byte. Sizes and sums stand in the local headers, so that nothing is
 * left to a data descriptor; ZIP64 records appear where a number does not fit, and only there.
 */

/** One entry, all of it known. */
export interface ZipRecord {
  /** ASCII. */
  name: string;
  deflated: boolean;
  crc32: number;
  /** Bytes in the archive and unpacked. */
  packedSize: number;
  size: number;
  /** Where its local header begins. */
  offset: number;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
/** Stands in a field whose true number is in the ZIP64 record. */
const SEE_ZIP64_32 = 0xffffffff;
const SEE_ZIP64_16 = 0xffff;
const VERSION = 20;
const VERSION_64 = 45;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const MADE_ON_UNIX = 3 << 8;
/** A regular file that its owner may write and all may read. */
const UNIX_FILE_MODE = 0o100644;

/** DOS date and time of a moment, in UTC, so that an archive is the same wherever it is made. 1980 to 2107. */
function dosTime(time: Date): { date: number; time: number } {
  const year = Math.min(Math.max(time.getUTCFullYear(), 1980), 2107);
  return {
    date: ((year - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(),
    time: (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1),
  };
}

/** What stands before an entry's bytes. */
export function localHeader(record: ZipRecord, time: Date): Buffer {
  const isLarge = record.size >= SEE_ZIP64_32 || record.packedSize >= SEE_ZIP64_32;
  // In a local header both sizes stand in the ZIP64 field, or none.
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

/** An entry's line in the directory at the end. */
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

/** The fields that both headers have in the same order: version needed up to the length of the extra field. */
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

/** What closes the archive: counts and places of the directory, which begins at `offset` and is `size` bytes long. */
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
