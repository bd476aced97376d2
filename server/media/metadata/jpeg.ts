/**
 * JPEG: keeps the segments for decoding, the colour profile and the orientation; removes EXIF, XMP, IPTC, comments,
 * thumbnails, maker notes and everything after the picture (further pictures, videos).
 */
import { orientationIn, tiffWithOrientation } from "./exif.ts";
import { createParts, type Part, type Source } from "./parts.ts";

const SCAN = 256 * 1024;
const SOS = 0xda;
const EOI = 0xd9;

/** Null if nothing has to be removed. */
export async function cleanJpeg(source: Source): Promise<Part[] | null> {
  const parts = createParts();
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
