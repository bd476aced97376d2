/**
 * MP4: overwrites metadata about place, device and person (`udta`, `meta`, `uuid`) and measurement tracks (such as GPS) in
 * place. Pictures, sound and subtitles stay.
 */
import { type Box, boxesIn, contentOf, emptied } from "./boxes.ts";
import { fragmentedTracks, overwritesOfFragment } from "./mp4-fragments.ts";
import { type Overwrite, overwritten, type Part, type Source } from "./parts.ts";

const PRIVATE: ReadonlySet<string> = new Set(["udta", "meta", "uuid"]);
/** Hours of a camera's measurements. */
const MAX_CHUNKS = 200_000;

const isPrivate = ({ type }: Box): boolean => PRIVATE.has(type);

/** Null if nothing has to be removed. */
export async function cleanMp4(source: Source): Promise<Part[] | null> {
  const overwrites: Overwrite[] = [];
  const boxes = await boxesIn(source, 0, source.size);
  const moov = boxes.find(({ type }) => type === "moov");
  const measured = moov === undefined ? new Set<number>() : await measuredTracks(source, moov);
  const inFragments = moov === undefined ? new Map() : await fragmentedTracks(source, moov, measured);
  for (const box of boxes) {
    if (isPrivate(box)) overwrites.push(...emptied(box));
    else if (box.type === "free" || box.type === "skip") overwrites.push({ start: box.content, end: box.end });
    else if (box.type === "moov") overwrites.push(...(await overwritesOfMovie(source, box)));
    else if (box.type === "moof") overwrites.push(...(await overwritesOfFragment(source, box, isPrivate, inFragments)));
  }
  return overwritten(overwrites, source.size);
}

export async function overwritesOfMovie(source: Source, moov: Box): Promise<Overwrite[]> {
  const overwrites: Overwrite[] = [];
  for (const box of await boxesIn(source, moov.content, moov.end)) {
    if (isPrivate(box)) overwrites.push(...emptied(box));
    else if (box.type === "trak") overwrites.push(...(await ofTrack(source, box)));
  }
  return overwrites;
}

async function ofTrack(source: Source, trak: Box): Promise<Overwrite[]> {
  const { boxes, inMedia, isMeasured } = await readTrack(source, trak);
  if (!isMeasured) return [...boxes, ...inMedia].filter(isPrivate).flatMap(emptied);
  return [...(await samplesOf(source, inMedia)), ...emptied(trak)];
}

async function readTrack(source: Source, trak: Box): Promise<{ boxes: Box[]; inMedia: Box[]; isMeasured: boolean }> {
  const boxes = await boxesIn(source, trak.content, trak.end);
  const mdia = boxes.find(({ type }) => type === "mdia");
  const inMedia = mdia === undefined ? [] : await boxesIn(source, mdia.content, mdia.end);
  const hdlr = inMedia.find(({ type }) => type === "hdlr");
  const kind = hdlr === undefined ? "" : (await source.read(hdlr.content + 8, 4)).toString("latin1");
  return { boxes, inMedia, isMeasured: kind === "meta" };
}

async function measuredTracks(source: Source, moov: Box): Promise<Set<number>> {
  const found = new Set<number>();
  for (const trak of await boxesIn(source, moov.content, moov.end)) {
    if (trak.type !== "trak") continue;
    const { boxes, isMeasured } = await readTrack(source, trak);
    const tkhd = boxes.find(({ type }) => type === "tkhd");
    if (!isMeasured || tkhd === undefined) continue;
    const head = await source.read(tkhd.content, 24);
    // After two times, which are twice as long in version 1.
    const at = head[0] === 1 ? 20 : 12;
    if (head.length >= at + 4) found.add(head.readUInt32BE(at));
  }
  return found;
}

/** The chunks of a track: each has some samples of some bytes. */
async function samplesOf(source: Source, inMedia: Box[]): Promise<Overwrite[]> {
  const minf = inMedia.find(({ type }) => type === "minf");
  const stbl = (minf === undefined ? [] : await boxesIn(source, minf.content, minf.end)).find(
    ({ type }) => type === "stbl",
  );
  const tables = stbl === undefined ? [] : await boxesIn(source, stbl.content, stbl.end);
  const read = async (type: string): Promise<Buffer> => {
    const box = tables.find((table) => table.type === type);
    return (box === undefined ? null : await contentOf(source, box)) ?? Buffer.alloc(0);
  };
  const u32 = (bytes: Buffer, at: number): number => (at + 4 > bytes.length ? 0 : bytes.readUInt32BE(at));
  const [stco, co64, stsc, stsz] = [await read("stco"), await read("co64"), await read("stsc"), await read("stsz")];
  const isLong = stco.length === 0;
  const [said, held] = isLong ? [u32(co64, 4), (co64.length - 8) / 8] : [u32(stco, 4), (stco.length - 8) / 4];
  const chunks = Math.min(said, held, MAX_CHUNKS);
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
    const at = 8 + chunk * (isLong ? 8 : 4);
    const start = isLong ? (at + 8 > co64.length ? 0 : Number(co64.readBigUInt64BE(at))) : u32(stco, at);
    if (start > 0 && length > 0) overwrites.push({ start, end: start + length });
  }
  return overwrites;
}
