/**
 * JPEG: keeps the segments for decoding, the colour profile and the orientation; removes EXIF, XMP, IPTC, comments,
 * thumbnails, maker notes and everything after the picture (further pictures, videos).
 */
import { createPartList, type Part, type Source } from "./parts.ts";

const SCAN = 256 * 1024;
const SOS = 0xda;
const EOI = 0xd9;

/** Null if nothing has to be removed. */
export async function cleanJpeg(source: Source): Promise<Part[] | null> {
  const parts = createPartList();
  parts.keep(0, 2);
  let isTurned = false;
  let at = await nextMarker(source, 2);
  while (at < source.size) {
    const marker = (await source.read(at + 1, 1))[0] ?? EOI;
    if (marker === EOI) {
      parts.keep(at, Math.min(at + 2, source.size));
      return parts.of(source.size);
    }
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const length = isAlone ? 0 : u16(await source.read(at + 2, 2));
    const end = at + 2 + length;
    // A cut segment is useless to a decoder.
    if (end > source.size || (!isAlone && length < 2)) break;
    const head = await source.read(at + 4, 14);
    if (marker === 0xe1 && !isTurned && isCalled(head, "Exif\0")) {
      const orientation = orientationIn(await source.read(at + 4, length - 2));
      isTurned = orientation > 1;
      if (isTurned) parts.write(segment(0xe1, Buffer.from("Exif\0\0"), tiffWithOrientation(orientation)));
    } else if (marker === 0xe0 && isCalled(head, "JFIF\0") && length >= 16) {
      if (length === 16) parts.keep(at, end);
      // A thumbnail follows.
      else parts.write(segment(0xe0, head.subarray(0, 12), Buffer.alloc(2)));
    } else if (isNeeded(marker, head)) parts.keep(at, end);
    const next = await nextMarker(source, end);
    // The pixels follow the header of a scan; nothing else belongs between segments.
    if (marker === SOS) parts.keep(end, next);
    at = next;
  }
  return parts.of(source.size);
}

function isNeeded(marker: number, head: Buffer): boolean {
  if (marker === 0xe2) return isCalled(head, "ICC_PROFILE\0");
  if (marker === 0xee) return isCalled(head, "Adobe");
  return marker >= 0xc0 && marker < 0xe0;
}

function isCalled(head: Buffer, name: string): boolean {
  return head.toString("latin1", 0, name.length) === name;
}

function segment(marker: number, ...data: Buffer[]): Buffer {
  const body = Buffer.concat(data);
  return Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body]);
}

const u16 = (bytes: Buffer): number => (bytes.length < 2 ? 0 : bytes.readUInt16BE(0));

/** The position of the next marker, or the end of the file. Restart markers in pixels do not count. */
async function nextMarker(source: Source, from: number): Promise<number> {
  for (let at = from; at < source.size; ) {
    const bytes = await source.read(at, SCAN);
    for (let index = bytes.indexOf(0xff); index !== -1; index = bytes.indexOf(0xff, index + 1)) {
      const next = index + 1 < bytes.length ? bytes[index + 1] : (await source.read(at + index + 1, 1))[0];
      if (next === undefined) return source.size;
      // Fill bytes, escaped bytes, restarts.
      if (next !== 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at + index;
    }
    at += bytes.length;
  }
  return source.size;
}

// The orientation in EXIF: the only part of it that a page needs.

const ORIENTATION = 0x0112;

/** The orientation, 2 to 8; 1 for none. JPEG and some programs for other formats put a prefix before the block. */
export function orientationIn(exif: Buffer): number {
  const tiff = exif.toString("latin1", 0, 6) === "Exif\0\0" ? exif.subarray(6) : exif;
  if (tiff.length < 14) return 1;
  const mark = tiff.toString("latin1", 0, 2);
  if (mark !== "II" && mark !== "MM") return 1;
  const isLittle = mark === "II";
  const u16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = Math.min(u16(directory), 1_000);
  for (let index = 0; index < count; index++) {
    const at = directory + 2 + index * 12;
    if (u16(at) !== ORIENTATION) continue;
    const value = u16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** An EXIF block with only the orientation. */
export function tiffWithOrientation(orientation: number): Buffer {
  const tiff = Buffer.from("4d4d002a0000000800010112000300000001000000000000000000", "hex").subarray(0, 26);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** An EXIF block without entries. */
export const EMPTY_TIFF = Buffer.from("4d4d002a00000008000000000000", "hex");
