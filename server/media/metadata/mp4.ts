/**
 * MP4: overwrites metadata about location, device and person (`udta`, `meta`, `uuid`) and measurement tracks (such as GPS)
 * in place. Video, sound and subtitles stay.
 */
import { type Box, boxesIn, childrenOf, contentOf, emptied, named } from "./boxes.ts";
import { overwritesOfFragment } from "./mp4-fragments.ts";
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
    else if (box.type === "moov") overwrites.push(...(await overwritesOfMovie(source, box, measured)));
  for (const box of boxes)
    if (box.type === "moof") overwrites.push(...(await overwritesOfFragment(source, box, isPrivate, measured)));
  return overwritten(overwrites, source.size);
}

/** @param measured receives the ids of measurement tracks, each with its default sample size in fragments, in bytes */
export async function overwritesOfMovie(
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

/** Overwrites the chunks of a track. */
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
