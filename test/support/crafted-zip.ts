/** Builds a ZIP byte by byte, so that a test can declare wrong sizes and checksums. */
import { crc32, deflateRawSync } from "node:zlib";

export interface CraftedEntry {
  name: string;
  data: Buffer | string;
  /** Declared instead of the real value. */
  declaredSize?: number;
  declaredCrc?: number;
  /** Packed with deflate instead of stored. */
  deflated?: boolean;
}

export function craftedZip(entries: CraftedEntry[]): Buffer {
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
