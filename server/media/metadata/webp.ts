/** WebP: keeps pixels, animation, colour profile and orientation; removes EXIF, XMP and everything else. */
import { orientationIn, tiffWithOrientation } from "./exif.ts";
import { createParts, type Part, type Source } from "./parts.ts";

const NEEDED: ReadonlySet<string> = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]);
const EXIF_BYTES = 64 * 1024;
/** Flags in the first byte of VP8X. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
const HEAD = 12;

/** Null if nothing has to be removed. */
export async function cleanWebp(source: Source): Promise<Part[] | null> {
  const chunks: { start: number; end: number; type: string }[] = [];
  let orientation = 1;
  let hasMore = false;
  const fileEnd = Math.min(source.size, 8 + (await source.read(4, 4)).readUInt32LE(0));
  for (let at = HEAD; at + 8 <= fileEnd; ) {
    const head = await source.read(at, 8);
    const type = head.toString("latin1", 0, 4);
    const length = head.readUInt32LE(4);
    const end = at + 8 + length + (length % 2);
    if (NEEDED.has(type)) chunks.push({ start: at, end: Math.min(end, source.size), type });
    else {
      hasMore = true;
      if (type === "EXIF") orientation = orientationIn(await source.read(at + 8, Math.min(length, EXIF_BYTES)));
    }
    at = end;
  }
  if (!hasMore && (chunks.at(-1)?.end ?? HEAD) >= source.size) return null;
  const exif = orientation > 1 ? exifChunk(orientation) : Buffer.alloc(0);
  const size = chunks.reduce((sum, { start, end }) => sum + end - start, 0) + exif.length;
  const head = Buffer.alloc(HEAD);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(4 + size, 4);
  head.write("WEBP", 8, "latin1");
  const parts = createParts();
  parts.write(head);
  for (const { start, end, type } of chunks) {
    if (type !== "VP8X" || end - start < 9) {
      parts.keep(start, end);
      continue;
    }
    const flags = (await source.read(start + 8, 1))[0] ?? 0;
    parts.keep(start, start + 8);
    parts.write(Buffer.from([(flags & ~(HAS_EXIF | HAS_XMP)) | (orientation > 1 ? HAS_EXIF : 0)]));
    parts.keep(start + 9, end);
  }
  if (exif.length > 0) parts.write(exif);
  return parts.of(source.size);
}

function exifChunk(orientation: number): Buffer {
  const tiff = tiffWithOrientation(orientation);
  const chunk = Buffer.alloc(8 + tiff.length);
  chunk.write("EXIF", 0, "latin1");
  chunk.writeUInt32LE(tiff.length, 4);
  tiff.copy(chunk, 8);
  return chunk;
}
