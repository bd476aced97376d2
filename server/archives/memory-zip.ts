/**
 * Archives that are made of parts in memory: small, made now and then, and sent from memory. What lies on the disk, and may
 * be large, is `zip.ts`'s.
 */
import { ZipFile } from "yazl";
import { type Archive, SegmentStream, type ZipOptions } from "./zip.ts";

/** A file of an archive: text that is deflated, or bytes that are stored. */
export type MemoryEntry = { name: string } & ({ text: string } | { bytes: Buffer });

/** Sizes and sums stand before the bytes, as in `zip.ts`: yazl knows both of a buffer. */
export async function zipInMemory(entries: MemoryEntry[], { fileName, time }: ZipOptions): Promise<Archive> {
  const zip = new ZipFile();
  // A time of two seconds' grain, without the extra field that archives of articles do not have either.
  const options = { mtime: time, mode: 0o100644, forceDosTimestamp: true };
  for (const entry of entries) {
    if ("text" in entry) zip.addBuffer(Buffer.from(entry.text), entry.name, { ...options, compress: true });
    else zip.addBuffer(entry.bytes, entry.name, { ...options, compress: false });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return { fileName, size, createStream: (how) => new SegmentStream(chunks, how) };
}
