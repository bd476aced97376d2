/** Overwrites measurement tracks in the fragments (`moof`) that live cameras and some converters write. */
import { type Box, childrenOf, contentOf, emptied, named } from "./boxes.ts";
import type { Overwrite, Source } from "./parts.ts";

/** Enough for hours of a camera's measurements. */
const MAX_RUNS = 200_000;

/** Sizes of samples in bytes, by track id. */
type Measured = ReadonlyMap<number, number>;

/** Overwrites private boxes of a `moof` box, and its samples of measurement tracks. */
export async function overwritesOfFragment(
  source: Source,
  moof: Box,
  isPrivate: (box: Box) => boolean,
  measured: Measured,
): Promise<Overwrite[]> {
  const inFragment = await childrenOf(source, moof);
  const overwrites = inFragment.filter(isPrivate).flatMap(emptied);
  for (const traf of inFragment.filter(({ type }) => type === "traf")) {
    const boxes = await childrenOf(source, traf);
    overwrites.push(...boxes.filter(isPrivate).flatMap(emptied), ...(await samplesOf(source, moof, boxes, measured)));
  }
  return overwrites;
}

async function samplesOf(source: Source, moof: Box, boxes: Box[], measured: Measured): Promise<Overwrite[]> {
  const tfhd = named(boxes, "tfhd");
  const head = tfhd === undefined ? null : await contentOf(source, tfhd);
  const usualSize = head === null || head.length < 8 ? undefined : measured.get(head.readUInt32BE(4));
  if (head === null || usualSize === undefined) return [];
  const flags = head.readUInt32BE(0) & 0xffffff;
  const hasBase = (flags & 1) !== 0 && head.length >= 16;
  const base = hasBase ? Number(head.readBigUInt64BE(8)) : moof.start;
  const sizeAt = 8 + (hasBase ? 8 : 0) + ((flags & 2) === 0 ? 0 : 4) + ((flags & 8) === 0 ? 0 : 4);
  const ownSize = (flags & 0x10) !== 0 && head.length >= sizeAt + 4;
  const sampleSize = ownSize ? head.readUInt32BE(sizeAt) : usualSize;
  const overwrites: Overwrite[] = [];
  let at = base;
  for (const trun of boxes.filter(({ type }) => type === "trun").slice(0, MAX_RUNS)) {
    const run = await contentOf(source, trun);
    if (run === null || run.length < 8) break;
    const { offset, length } = runOf(run, sampleSize);
    if (offset !== null) at = base + offset;
    if (at >= 0 && length > 0) overwrites.push({ start: at, end: at + length });
    at += length;
  }
  return overwrites;
}

/** Offset of the samples of a `trun` box from the fragment's base (null: after the previous ones), and their bytes. */
function runOf(run: Buffer, sampleSize: number): { offset: number | null; length: number } {
  const flags = run.readUInt32BE(0) & 0xffffff;
  const count = run.readUInt32BE(4);
  let at = 8;
  const offset = (flags & 1) !== 0 && run.length >= 12 ? run.readInt32BE(8) : null;
  at += ((flags & 1) === 0 ? 0 : 4) + ((flags & 4) === 0 ? 0 : 4);
  if ((flags & 0x200) === 0) return { offset, length: count * sampleSize };
  const before = (flags & 0x100) === 0 ? 0 : 4;
  const each = before + 4 + ((flags & 0x400) === 0 ? 0 : 4) + ((flags & 0x800) === 0 ? 0 : 4);
  let length = 0;
  for (let sample = 0; sample < count && at + before + 4 <= run.length; sample++, at += each)
    length += run.readUInt32BE(at + before);
  return { offset, length };
}
