/** Measurement tracks in the fragments (`moof`) of an MP4, as live cameras and some converters write it. */
import { type Box, boxesIn, contentOf, emptied } from "./boxes.ts";
import type { Overwrite, Source } from "./parts.ts";

/** Hours of a camera's measurements. */
const MAX_RUNS = 200_000;

interface Track {
  /** Default size of a sample, bytes. */
  sampleSize: number;
}

/** The defaults of the `moov` box for the fragments of the wanted tracks, by track id. */
export async function fragmentedTracks(
  source: Source,
  moov: Box,
  wanted: ReadonlySet<number>,
): Promise<Map<number, Track>> {
  const tracks = new Map([...wanted].map((id) => [id, { sampleSize: 0 }]));
  for (const mvex of (await boxesIn(source, moov.content, moov.end)).filter(({ type }) => type === "mvex"))
    for (const trex of (await boxesIn(source, mvex.content, mvex.end)).filter(({ type }) => type === "trex")) {
      const bytes = await source.read(trex.content, 24);
      if (bytes.length < 20) continue;
      const track = tracks.get(bytes.readUInt32BE(4));
      if (track !== undefined) track.sampleSize = bytes.readUInt32BE(16);
    }
  return tracks;
}

/** Overwrites private boxes of a `moof` box, and its samples of the wanted tracks. */
export async function overwritesOfFragment(
  source: Source,
  moof: Box,
  isPrivate: (box: Box) => boolean,
  tracks: ReadonlyMap<number, Track>,
): Promise<Overwrite[]> {
  const overwrites: Overwrite[] = [];
  for (const traf of await boxesIn(source, moof.content, moof.end)) {
    if (isPrivate(traf)) overwrites.push(...emptied(traf));
    if (traf.type !== "traf") continue;
    const boxes = await boxesIn(source, traf.content, traf.end);
    overwrites.push(...boxes.filter(isPrivate).flatMap(emptied));
    overwrites.push(...(await samplesOf(source, moof, boxes, tracks)));
  }
  return overwrites;
}

async function samplesOf(
  source: Source,
  moof: Box,
  boxes: Box[],
  tracks: ReadonlyMap<number, Track>,
): Promise<Overwrite[]> {
  const tfhd = boxes.find(({ type }) => type === "tfhd");
  const head = tfhd === undefined ? null : await contentOf(source, tfhd);
  const track = head === null || head.length < 8 ? undefined : tracks.get(head.readUInt32BE(4));
  if (head === null || track === undefined) return [];
  const flags = head.readUInt32BE(0) & 0xffffff;
  const hasBase = (flags & 1) !== 0 && head.length >= 16;
  const base = hasBase ? Number(head.readBigUInt64BE(8)) : moof.start;
  const sizeAt = 8 + (hasBase ? 8 : 0) + ((flags & 2) === 0 ? 0 : 4) + ((flags & 8) === 0 ? 0 : 4);
  const ownSize = (flags & 0x10) !== 0 && head.length >= sizeAt + 4;
  const sampleSize = ownSize ? head.readUInt32BE(sizeAt) : track.sampleSize;
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
