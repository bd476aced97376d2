/** Small archives made in memory. For files on the disk, see `zip.ts`. */
import { ZipFile } from "yazl";
import { type Archive, SegmentStream, type ZipOptions } from "./zip.ts";

/** Text is deflated, bytes are stored. */
export type MemoryEntry = { name: string } & ({ text: string } | { bytes: Buffer });

/** Sizes and checksums precede the bytes, as in `zip.ts`: yazl knows both of a buffer. */
export async function zipInMemory(entries: MemoryEntry[], { fileName, time }: ZipOptions): Promise<Archive> {
  const zip = new ZipFile();
  // DOS time only, without the extra field, as in `zip.ts`.
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
