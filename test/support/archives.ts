/** Reads archives as a site does, with another program's reader. */
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";

/** name → bytes of every entry. @throws where anything about the archive is wrong, checksums too */
export async function readArchive(zip: Buffer): Promise<Map<string, Buffer>> {
  const file = await yauzl.fromBufferPromise(zip, { lazyEntries: true, strictFileNames: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of file.eachEntry()) {
    const bytes = await buffer(await file.openReadStreamPromise(entry));
    if (crc32(bytes) !== entry.crc32) throw new Error(`The checksum of ${entry.fileName} is wrong.`);
    if (entries.has(entry.fileName)) throw new Error(`${entry.fileName} is there twice.`);
    entries.set(entry.fileName, bytes);
  }
  return entries;
}

/** What an archive holds, as texts by name. */
export async function zipTexts(zip: Buffer): Promise<Map<string, string>> {
  return new Map([...(await readArchive(zip))].map(([name, bytes]) => [name, bytes.toString("utf8")]));
}
