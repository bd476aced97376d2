/** Checks composite glyphs: circular or multiplying parts of a malicious font can hang a renderer. */
import { sentence } from "../contracts/sentences/index.ts";
import { refusedFont, type Tables } from "./font-formats.ts";

/** The most complex glyphs of real fonts have a few dozen parts. */
const MAX_PARTS = 10_000;

const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE = 0x0020;
const TWO_SCALES = 0x0040;
const MATRIX = 0x0080;

/** @throws AppError invalid for outlines outside their table, and for circular or multiplying parts */
export function checkGlyphParts(tables: Tables): void {
  const glyf = tables.get("glyf");
  const loca = tables.get("loca");
  const head = tables.get("head");
  if (glyf === undefined || loca === undefined || head === undefined) return;
  const offsets = readOffsets(loca, head.readInt16BE(50) === 1);
  const parts = new Map<number, number[]>();
  for (let glyph = 0; glyph + 1 < offsets.length; glyph++) {
    const from = offsets[glyph] ?? 0;
    const to = offsets[glyph + 1] ?? 0;
    if (to < from || to > glyf.length) throw refusedFont(sentence("fonts.glyph_outside"));
    if (to - from >= 10 && glyf.readInt16BE(from) < 0) parts.set(glyph, componentsOf(glyf.subarray(from + 10, to)));
  }
  countParts(parts);
}

function readOffsets(loca: Buffer, long: boolean): number[] {
  return long
    ? Array.from({ length: loca.length >> 2 }, (_, index) => loca.readUInt32BE(4 * index))
    : Array.from({ length: loca.length >> 1 }, (_, index) => 2 * loca.readUInt16BE(2 * index));
}

function componentsOf(bytes: Buffer): number[] {
  const components: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const flags = bytes.readUInt16BE(at);
    components.push(bytes.readUInt16BE(at + 2));
    if ((flags & MORE) === 0) break;
    const scale = (flags & SCALE) !== 0 ? 2 : (flags & TWO_SCALES) !== 0 ? 4 : (flags & MATRIX) !== 0 ? 8 : 0;
    at += 4 + ((flags & WORDS) !== 0 ? 4 : 2) + scale;
  }
  return components;
}

/** Counts the parts of every glyph once, without recursion, because chains can be long. */
function countParts(parts: ReadonlyMap<number, number[]>): void {
  const counts = new Map<number, number>();
  const open = new Set<number>();
  for (const start of parts.keys()) {
    const stack = [start];
    for (let glyph = stack.at(-1); glyph !== undefined; glyph = stack.at(-1)) {
      const components = parts.get(glyph);
      if (components === undefined || counts.has(glyph)) {
        stack.pop();
        continue;
      }
      if (!open.has(glyph)) {
        open.add(glyph);
        for (const part of new Set(components)) {
          if (open.has(part)) throw refusedFont(sentence("fonts.glyph_circular"));
          if (parts.has(part) && !counts.has(part)) stack.push(part);
        }
        continue;
      }
      const count = components.reduce((sum, part) => sum + (counts.get(part) ?? 1), 0);
      if (count > MAX_PARTS) throw refusedFont(sentence("fonts.glyph_parts", { max: MAX_PARTS }));
      counts.set(glyph, count);
      open.delete(glyph);
      stack.pop();
    }
  }
}
