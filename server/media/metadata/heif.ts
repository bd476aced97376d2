/**
 * AVIF: EXIF, XMP and thumbnails are separate items. They are overwritten in place, so that all offsets stay valid. The
 * orientation is a property of the picture and stays.
 */
import { sentence } from "../../contracts/sentences/index.ts";
import { unsupported } from "../media-types.ts";
import { EMPTY_TIFF } from "./jpeg.ts";
import { type Box, boxesIn, contentOf, emptied, movieOverwrites, named } from "./mp4.ts";
import { type Overwrite, overwritten, type Part, type Source } from "./parts.ts";

/** Items and their extents: more than a tiled picture has. */
const MAX_ITEMS = 20_000;
const PRIVATE: ReadonlySet<string> = new Set(["Exif", "mime", "uri "]);

/** Null if nothing has to be removed. */
export async function cleanHeif(source: Source): Promise<Part[] | null> {
  const overwrites: Overwrite[] = [];
  for (const box of await boxesIn(source, 0, source.size)) {
    if (box.type === "meta") overwrites.push(...(await ofMeta(source, box)));
    else if (box.type === "uuid" || box.type === "udta") overwrites.push(...emptied(box));
    else if (box.type === "free" || box.type === "skip") overwrites.push({ start: box.content, end: box.end });
    else if (box.type === "moov") overwrites.push(...(await movieOverwrites(source, box)));
  }
  return overwritten(overwrites, source.size);
}

async function ofMeta(source: Source, meta: Box): Promise<Overwrite[]> {
  const boxes = await boxesIn(source, meta.content + 4, meta.end);
  const [iinf, iloc, idat, iref] = ["iinf", "iloc", "idat", "iref"].map((type) => named(boxes, type));
  const overwrites = boxes.filter(({ type }) => type === "uuid" || type === "udta").flatMap(emptied);
  if (iinf === undefined || iloc === undefined) return overwrites;
  const types = await itemTypes(source, iinf);
  const thumbnails = iref === undefined ? new Set<number>() : await thumbnailsIn(source, iref);
  const places = readPlaces(await contentOf(source, iloc));
  for (const { item, start, length, isInIdat } of places) {
    const type = types.get(item) ?? "";
    if (!PRIVATE.has(type) && !thumbnails.has(item)) continue;
    const base = isInIdat ? (idat?.content ?? source.size) : 0;
    const end = length === 0 ? source.size : base + start + length;
    // Decoders that still read the EXIF item find a block without entries.
    const isExif = type === "Exif" && length >= 4 + EMPTY_TIFF.length;
    const bytes = isExif ? Buffer.concat([Buffer.alloc(4), EMPTY_TIFF]) : undefined;
    overwrites.push({ start: base + start, end, ...(bytes === undefined ? {} : { bytes }) });
  }
  return overwrites;
}

async function itemTypes(source: Source, iinf: Box): Promise<Map<number, string>> {
  const version = (await source.read(iinf.content, 1))[0] ?? 0;
  const types = new Map<number, string>();
  for (const { type, content } of await boxesIn(source, iinf.content + (version === 0 ? 6 : 8), iinf.end)) {
    if (type !== "infe") continue;
    const bytes = await source.read(content, 16);
    const isWide = bytes[0] === 3;
    if (bytes.length >= (isWide ? 14 : 12))
      types.set(
        isWide ? bytes.readUInt32BE(4) : bytes.readUInt16BE(4),
        bytes.toString("latin1", isWide ? 10 : 8, isWide ? 14 : 12),
      );
  }
  return types;
}

async function thumbnailsIn(source: Source, iref: Box): Promise<Set<number>> {
  const isWide = ((await source.read(iref.content, 1))[0] ?? 0) !== 0;
  const found = new Set<number>();
  for (const { type, content } of await boxesIn(source, iref.content + 4, iref.end)) {
    if (type !== "thmb") continue;
    const bytes = await source.read(content, 4);
    if (bytes.length === 4) found.add(isWide ? bytes.readUInt32BE(0) : bytes.readUInt16BE(0));
  }
  return found;
}

interface Place {
  item: number;
  start: number;
  /** 0: to the end. */
  length: number;
  isInIdat: boolean;
}

/** Positions of items. Extents may be empty, so their number is limited. @throws AppError unsupported_media_type */
function readPlaces(iloc: Buffer | null): Place[] {
  if (iloc === null || iloc.length < 8) return [];
  let at = 6;
  const number = (bytes: number): number => {
    const from = at;
    at += bytes;
    if (bytes === 0 || at > iloc.length) return 0;
    return bytes === 8 ? Number(iloc.readBigUInt64BE(from)) : iloc.readUIntBE(from, bytes);
  };
  const version = iloc[0] ?? 0;
  const [sizes = 0, more = 0] = iloc.subarray(4, 6);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
  const indexSize = version === 0 ? 0 : more & 15;
  if (![offsetSize, lengthSize, baseSize, indexSize].every((size) => size === 0 || size === 4 || size === 8)) return [];
  const places: Place[] = [];
  const count = number(version < 2 ? 2 : 4);
  let parts = 0;
  for (let index = 0; index < count && at < iloc.length; index++) {
    const item = number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : number(2) & 15;
    number(2);
    const base = number(baseSize);
    const extents = number(2);
    parts += 1 + extents;
    if (parts > 2 * MAX_ITEMS) throw unsupported(sentence("media.too_many_parts"));
    for (let extent = 0; extent < extents && at < iloc.length; extent++) {
      number(indexSize);
      const start = base + number(offsetSize);
      const length = number(lengthSize);
      if (method <= 1) places.push({ item, start, length, isInIdat: method === 1 });
    }
  }
  return places;
}
