/** GIF: keeps frames, their durations, the loop and the colour profile; removes comments, XMP and program data. */
import { createParts, type Part, type Source } from "./parts.ts";

const NEEDED: ReadonlySet<string> = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);
const EXTENSION = 0x21;
const FRAME = 0x2c;
const TRAILER = 0x3b;
const APPLICATION = 0xff;
const COMMENT = 0xfe;

/** Null if nothing has to be removed. */
export async function cleanGif(source: Source): Promise<Part[] | null> {
  const parts = createParts();
  const start = 13 + colours((await source.read(10, 1))[0]);
  parts.keep(0, Math.min(start, source.size));
  for (let at = start; at < source.size; ) {
    const [kind, label] = await source.read(at, 2);
    if (kind === TRAILER) {
      parts.keep(at, at + 1);
      return parts.of(source.size);
    }
    if (kind === FRAME) {
      // Position and size, colour table, code size, pixels.
      const pixels = at + 10 + colours((await source.read(at + 9, 1))[0]) + 1;
      const end = await endOfBlocks(source, pixels);
      parts.keep(at, end);
      at = end;
    } else if (kind === EXTENSION) {
      const end = await endOfBlocks(source, at + 2);
      const name = (await source.read(at + 3, 11)).toString("latin1");
      if (label !== COMMENT && (label !== APPLICATION || NEEDED.has(name))) parts.keep(at, end);
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
