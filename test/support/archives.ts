/** ZIP archives: valid and invalid ones, and a reader that the appliance does not use. */
import { buffer } from "node:stream/consumers";
import { crc32, deflateRawSync } from "node:zlib";
import yauzl from "yauzl";
import { ZipFile } from "yazl";

/** name → bytes of every entry. @throws if the archive or a checksum is invalid */
export async function readArchive(zip: Buffer): Promise<Map<string, Buffer>> {
  const file = await yauzl.fromBufferPromise(zip, { lazyEntries: true, strictFileNames: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of file.eachEntry()) {
    const bytes = await buffer(await file.openReadStreamPromise(entry));
    if (crc32(bytes) !== entry.crc32) throw new Error(`The checksum of ${entry.fileName} is wrong.`);
    if (entries.has(entry.fileName)) throw new Error(`${entry.fileName} appears twice.`);
    entries.set(entry.fileName, bytes);
  }
  return entries;
}

/** name → text of every entry. */
export const zipTexts = async (zip: Buffer): Promise<Map<string, string>> =>
  new Map([...(await readArchive(zip))].map(([name, bytes]) => [name, bytes.toString("utf8")]));

export interface ZipEntry {
  name: string;
  data: Buffer | string;
  /** Packed with deflate instead of stored. */
  deflated?: boolean;
}

export function makeZip(entries: ZipEntry[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, data, deflated = false } of entries)
    zip.addBuffer(Buffer.from(data), name, { compress: deflated, mtime: new Date(2026, 0, 1) });
  zip.end();
  return buffer(zip.outputStream);
}

/** Builds a ZIP byte by byte. @param entries may declare wrong sizes and checksums */
export function craftedZip(entries: (ZipEntry & { declaredSize?: number; declaredCrc?: number })[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const plain = Buffer.from(entry.data);
    const packed = entry.deflated ? deflateRawSync(plain) : plain;
    const name = Buffer.from(entry.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.deflated ? 8 : 0, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(entry.declaredCrc ?? crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.declaredSize ?? plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, tail, name]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
