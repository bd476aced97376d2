/**
 * MP4: overwrites metadata about location, device and person (`udta`, `meta`, `uuid`) and measurement tracks (such as GPS)
 * in place. Video, sound and subtitles stay. box: a part of an MP4, AVIF or HEIF file. fragment: a `moof` box, which live
 * cameras and some converters write.
 */
import { type Overwrite, overwritten, type Part, type Source } from "./parts.ts";

const PRIVATE: ReadonlySet<string> = new Set(["udta", "meta", "uuid"]);
/** Enough for hours of a camera's measurements. */
const MAX_CHUNKS = 200_000;

const isPrivate = ({ type }: Box): boolean => PRIVATE.has(type);

/** Null if nothing has to be removed. */
export async function cleanMp4(source: Source): Promise<Part[] | null> {
  const boxes = await boxesIn(source, 0, source.size);
  const overwrites = boxes.filter(isPrivate).flatMap(emptied);
  const measured = new Map<number, number>();
  for (const box of boxes)
    if (box.type === "free" || box.type === "skip") overwrites.push({ start: box.content, end: box.end });
    else if (box.type === "moov") overwrites.push(...(await movieOverwrites(source, box, measured)));
  for (const box of boxes)
    if (box.type === "moof") overwrites.push(...(await overwritesOfFragment(source, box, isPrivate, measured)));
  return overwritten(overwrites, source.size);
}

/** @param measured receives the ids of measurement tracks, each with its default sample size in fragments, in bytes */
export async function movieOverwrites(
  source: Source,
  moov: Box,
  measured = new Map<number, number>(),
): Promise<Overwrite[]> {
  const boxes = await childrenOf(source, moov);
  const overwrites = boxes.filter(isPrivate).flatMap(emptied);
  for (const trak of boxes.filter(({ type }) => type === "trak")) {
    const inTrack = await childrenOf(source, trak);
    const inMedia = await childrenOf(source, named(inTrack, "mdia"));
    const hdlr = named(inMedia, "hdlr");
    if (hdlr === undefined || (await source.read(hdlr.content + 8, 4)).toString("latin1") !== "meta") {
      overwrites.push(...[...inTrack, ...inMedia].filter(isPrivate).flatMap(emptied));
      continue;
    }
    overwrites.push(...(await samplesOf(source, inMedia)), ...emptied(trak));
    const tkhd = named(inTrack, "tkhd");
    const head = tkhd === undefined ? Buffer.alloc(0) : await source.read(tkhd.content, 24);
    // Follows two timestamps, which are twice as long in version 1.
    const at = head[0] === 1 ? 20 : 12;
    if (head.length >= at + 4) measured.set(head.readUInt32BE(at), 0);
  }
  for (const trex of (await childrenOf(source, named(boxes, "mvex"))).filter(({ type }) => type === "trex")) {
    const bytes = await source.read(trex.content, 24);
    if (bytes.length >= 20 && measured.has(bytes.readUInt32BE(4)))
      measured.set(bytes.readUInt32BE(4), bytes.readUInt32BE(16));
  }
  return overwrites;
}

async function samplesOf(source: Source, inMedia: Box[]): Promise<Overwrite[]> {
  const inInfo = await childrenOf(source, named(inMedia, "minf"));
  const tables = await childrenOf(source, named(inInfo, "stbl"));
  const read = async (type: string): Promise<Buffer> => {
    const box = named(tables, type);
    return (box === undefined ? null : await contentOf(source, box)) ?? Buffer.alloc(0);
  };
  const u32 = (bytes: Buffer, at: number): number => (at + 4 > bytes.length ? 0 : bytes.readUInt32BE(at));
  const [stco, co64, stsc, stsz] = [await read("stco"), await read("co64"), await read("stsc"), await read("stsz")];
  const isLong = stco.length === 0;
  const [places, width] = isLong ? [co64, 8] : [stco, 4];
  const chunks = Math.min(u32(places, 4), (places.length - 8) / width, MAX_CHUNKS);
  const runs = Math.min(u32(stsc, 4), (stsc.length - 8) / 12);
  const samples = u32(stsz, 8);
  const sameSize = u32(stsz, 4);
  const overwrites: Overwrite[] = [];
  let sample = 0;
  let run = 0;
  for (let chunk = 0; chunk < chunks && sample < samples; chunk++) {
    while (run + 1 < runs && u32(stsc, 8 + (run + 1) * 12) <= chunk + 1) run += 1;
    const perChunk = u32(stsc, 8 + run * 12 + 4);
    let length = 0;
    if (sameSize > 0) length = perChunk * sameSize;
    else
      for (let index = sample; index < sample + perChunk && 16 + index * 4 <= stsz.length; index++)
        length += u32(stsz, 12 + index * 4);
    sample += Math.max(1, perChunk);
    const at = 8 + chunk * width;
    const start = !isLong ? u32(places, at) : at + 8 > places.length ? 0 : Number(places.readBigUInt64BE(at));
    if (start > 0 && length > 0) overwrites.push({ start, end: start + length });
  }
  return overwrites;
}

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

async function childrenOf(source: Source, box: Box | undefined): Promise<Box[]> {
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

/** Enough for hours of a camera's measurements. */
const MAX_RUNS = 200_000;

/** Sizes of samples in bytes, by track id. */
type Measured = ReadonlyMap<number, number>;

/** Overwrites private boxes of a `moof` box, and its samples of measurement tracks. */
async function overwritesOfFragment(
  source: Source,
  moof: Box,
  isPrivate: (box: Box) => boolean,
  measured: Measured,
): Promise<Overwrite[]> {
  const inFragment = await childrenOf(source, moof);
  const overwrites = inFragment.filter(isPrivate).flatMap(emptied);
  for (const traf of inFragment.filter(({ type }) => type === "traf")) {
    const boxes = await childrenOf(source, traf);
    overwrites.push(
      ...boxes.filter(isPrivate).flatMap(emptied),
      ...(await samplesOfFragment(source, moof, boxes, measured)),
    );
  }
  return overwrites;
}

async function samplesOfFragment(source: Source, moof: Box, boxes: Box[], measured: Measured): Promise<Overwrite[]> {
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
