/** PNG, GIF and WebP without private metadata. */
import { crc32 } from "node:zlib";
import { orientationIn, tiffWithOrientation } from "./jpeg.ts";
import { createPartList, type Part, type Source } from "./parts.ts";

const PNG_CHUNKS: ReadonlySet<string> = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs sPLT acTL fcTL fdAT".split(
    " ",
  ),
);
const EXIF_BYTES = 64 * 1024;

/** Keeps pixels, colours, animation and orientation; removes texts, times, EXIF, program data and trailing bytes. Null if nothing has to be removed. */
export async function cleanPng(source: Source): Promise<Part[] | null> {
  const parts = createPartList();
  parts.keep(0, 8);
  for (let at = 8; at + 8 <= source.size; ) {
    const head = await source.read(at, 8);
    const length = head.readUInt32BE(0);
    const type = head.toString("latin1", 4, 8);
    const end = at + 12 + length;
    if (PNG_CHUNKS.has(type)) parts.keep(at, Math.min(end, source.size));
    else if (type === "eXIf") {
      const orientation = orientationIn(await source.read(at + 8, Math.min(length, EXIF_BYTES)));
      if (orientation > 1) parts.write(pngChunk("eXIf", tiffWithOrientation(orientation)));
    }
    if (type === "IEND") break;
    at = end;
  }
  return parts.of(source.size);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

const GIF_PROGRAMS: ReadonlySet<string> = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);
const GIF_EXTENSION = 0x21;
const GIF_FRAME = 0x2c;
const GIF_TRAILER = 0x3b;
const GIF_APPLICATION = 0xff;
const GIF_COMMENT = 0xfe;

/** Keeps frames, their durations, the loop and the colour profile; removes comments, XMP and program data. Null if nothing has to be removed. */
export async function cleanGif(source: Source): Promise<Part[] | null> {
  const parts = createPartList();
  const start = 13 + colours((await source.read(10, 1))[0]);
  parts.keep(0, Math.min(start, source.size));
  for (let at = start; at < source.size; ) {
    const [kind, label] = await source.read(at, 2);
    if (kind === GIF_TRAILER) {
      parts.keep(at, at + 1);
      return parts.of(source.size);
    }
    if (kind === GIF_FRAME) {
      // Position and size, colour table, code size, pixels.
      const pixels = at + 10 + colours((await source.read(at + 9, 1))[0]) + 1;
      const end = await endOfBlocks(source, pixels);
      parts.keep(at, end);
      at = end;
    } else if (kind === GIF_EXTENSION) {
      const end = await endOfBlocks(source, at + 2);
      const name = (await source.read(at + 3, 11)).toString("latin1");
      if (label !== GIF_COMMENT && (label !== GIF_APPLICATION || GIF_PROGRAMS.has(name))) parts.keep(at, end);
      at = end;
    } else return parts.of(source.size);
  }
  return parts.of(source.size);
}

/** Size of a colour table in bytes, from its flags byte. */
function colours(packed = 0): number {
  return (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1);
}

async function endOfBlocks(source: Source, from: number): Promise<number> {
  let at = from;
  while (at < source.size) {
    const length = (await source.read(at, 1))[0] ?? 0;
    at += 1 + length;
    if (length === 0) break;
  }
  return Math.min(at, source.size);
}

const WEBP_CHUNKS: ReadonlySet<string> = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]);
/** Flags in the first byte of VP8X. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
const WEBP_HEAD = 12;

/** Keeps pixels, animation, colour profile and orientation; removes EXIF, XMP and everything else. Null if nothing has to be removed. */
export async function cleanWebp(source: Source): Promise<Part[] | null> {
  const chunks: { start: number; end: number; type: string }[] = [];
  let orientation = 1;
  let hasMore = false;
  const fileEnd = Math.min(source.size, 8 + (await source.read(4, 4)).readUInt32LE(0));
  for (let at = WEBP_HEAD; at + 8 <= fileEnd; ) {
    const head = await source.read(at, 8);
    const type = head.toString("latin1", 0, 4);
    const length = head.readUInt32LE(4);
    const end = at + 8 + length + (length % 2);
    if (WEBP_CHUNKS.has(type)) chunks.push({ start: at, end: Math.min(end, source.size), type });
    else {
      hasMore = true;
      if (type === "EXIF") orientation = orientationIn(await source.read(at + 8, Math.min(length, EXIF_BYTES)));
    }
    at = end;
  }
  if (!hasMore && (chunks.at(-1)?.end ?? WEBP_HEAD) >= source.size) return null;
  const exif = orientation > 1 ? webpExif(orientation) : Buffer.alloc(0);
  const size = chunks.reduce((sum, { start, end }) => sum + end - start, 0) + exif.length;
  const head = Buffer.alloc(WEBP_HEAD);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(4 + size, 4);
  head.write("WEBP", 8, "latin1");
  const parts = createPartList();
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

function webpExif(orientation: number): Buffer {
  const tiff = tiffWithOrientation(orientation);
  const chunk = Buffer.alloc(8 + tiff.length);
  chunk.write("EXIF", 0, "latin1");
  chunk.writeUInt32LE(tiff.length, 4);
  tiff.copy(chunk, 8);
  return chunk;
}
