/** The boxes of MP4, AVIF and HEIF files. */
import type { Overwrite, Source } from "./parts.ts";

export interface Box {
  type: string;
  start: number;
  content: number;
  end: number;
}

/** More than any file has. */
const MAX_BOXES = 10_000;

/** The boxes from `at` to `end`; the last may be cut. */
export async function boxesIn(source: Source, at: number, end: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let start = at; start + 8 <= end && boxes.length < MAX_BOXES; ) {
    const head = await source.read(start, 16);
    const type = head.toString("latin1", 4, 8);
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - start : short;
    if (length < (isLong ? 16 : 8)) break;
    const box = { type, start, content: start + (isLong ? 16 : 8), end: Math.min(start + length, end) };
    boxes.push(box);
    start = box.end;
  }
  return boxes;
}

/** The boxes in a box; none without a box. */
export async function childrenOf(source: Source, box: Box | undefined): Promise<Box[]> {
  return box === undefined ? [] : boxesIn(source, box.content, box.end);
}

export const named = (boxes: readonly Box[], type: string): Box | undefined => boxes.find((box) => box.type === type);

/** Empties a box in place, so that nothing after it moves. */
export function emptied({ start, content, end }: Box): Overwrite[] {
  return [
    { start: start + 4, end: start + 8, bytes: Buffer.from("free", "latin1") },
    { start: content, end },
  ];
}

/** Null above `maxBytes`. */
export async function contentOf(source: Source, { content, end }: Box, maxBytes = 16_000_000): Promise<Buffer | null> {
  return end - content > maxBytes ? null : source.read(content, end - content);
}
