/** PNG: keeps pixels, colours, animation and orientation; removes texts, times, EXIF, program data and trailing bytes. */
import { crc32 } from "node:zlib";
import { orientationIn, tiffWithOrientation } from "./exif.ts";
import { createParts, type Part, type Source } from "./parts.ts";

const NEEDED: ReadonlySet<string> = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs sPLT acTL fcTL fdAT".split(
    " ",
  ),
);
/** Bytes of EXIF searched for the orientation. */
const EXIF_BYTES = 64 * 1024;

/** Null if nothing has to be removed. */
export async function cleanPng(source: Source): Promise<Part[] | null> {
  const parts = createParts();
  parts.keep(0, 8);
  for (let at = 8; at + 8 <= source.size; ) {
    const head = await source.read(at, 8);
    const length = head.readUInt32BE(0);
    const type = head.toString("latin1", 4, 8);
    const end = at + 12 + length;
    if (NEEDED.has(type)) parts.keep(at, Math.min(end, source.size));
    else if (type === "eXIf") {
      const orientation = orientationIn(await source.read(at + 8, Math.min(length, EXIF_BYTES)));
      if (orientation > 1) parts.write(chunk("eXIf", tiffWithOrientation(orientation)));
    }
    if (type === "IEND") break;
    at = end;
  }
  return parts.of(source.size);
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
