/** Reads archives with a ZIP library that the appliance does not use. */
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";

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
export async function zipTexts(zip: Buffer): Promise<Map<string, string>> {
  return new Map([...(await readArchive(zip))].map(([name, bytes]) => [name, bytes.toString("utf8")]));
}
