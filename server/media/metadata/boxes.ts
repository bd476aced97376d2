/** The boxes that MP4, AVIF and HEIF files are made of. */
import type { Overwrite, Source } from "./parts.ts";

export interface Box {
  type: string;
  start: number;
  /** Where its content begins. */
  content: number;
  end: number;
}

/** More boxes beside each other than any file has. */
const MAX_BOXES = 10_000;

/** The boxes from `at` to `end`; one that is cut off ends with them. */
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

/** A box whose place is kept, so that nothing after it moves, and whose content is gone. */
export function emptied({ start, content, end }: Box): Overwrite[] {
  return [
    { start: start + 4, end: start + 8, bytes: Buffer.from("free", "latin1") },
    { start: content, end },
  ];
}

/** Content of a box that is read whole; null for one of more bytes than such a box has. */
export async function contentOf(source: Source, { content, end }: Box, most = 16_000_000): Promise<Buffer | null> {
  return end - content > most ? null : source.read(content, end - content);
}
