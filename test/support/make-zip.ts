/** Makes a valid ZIP; `crafted-zip.ts` makes invalid ones. */
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

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
