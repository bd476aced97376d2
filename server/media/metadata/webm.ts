/**
 * WebM: overwrites tags (location, device, names), attachments, title, dates, file names and track names in place. Video,
 * sound, subtitles and the seek index stay.
 */
import { type Overwrite, overwritten, type Part, type Source } from "./parts.ts";

/** Element ids of Matroska (RFC 9559), including marker bits. */
const ID = {
  EBML: 0x1a45dfa3,
  Segment: 0x18538067,
  SeekHead: 0x114d9b74,
  Info: 0x1549a966,
  SegmentUUID: 0x73a4,
  SegmentFilename: 0x7384,
  PrevUUID: 0x3cb923,
  PrevFilename: 0x3c83ab,
  NextUUID: 0x3eb923,
  NextFilename: 0x3e83bb,
  SegmentFamily: 0x4444,
  Title: 0x7ba9,
  DateUTC: 0x4461,
  MuxingApp: 0x4d80,
  WritingApp: 0x5741,
  Tracks: 0x1654ae6b,
  TrackEntry: 0xae,
  Name: 0x536e,
  Cluster: 0x1f43b675,
  Cues: 0x1c53bb6b,
  Chapters: 0x1043a770,
  Tags: 0x1254c367,
  Attachments: 0x1941a469,
  CRC32: 0xbf,
  Void: 0xec,
} as const;

/** Elements at the same level as clusters. */
const CLUSTER_SIBLINGS: ReadonlySet<number> = new Set([
  ...[ID.EBML, ID.Segment, ID.SeekHead, ID.Info, ID.Tracks, ID.Cluster, ID.Cues],
  ...[ID.Chapters, ID.Tags, ID.Attachments],
]);
/** Private elements of the video, linked videos and tracks, and checksums that a change would invalidate. */
const PRIVATE: ReadonlySet<number> = new Set([
  ...[ID.Tags, ID.Attachments, ID.Title, ID.DateUTC],
  ...[ID.SegmentUUID, ID.SegmentFilename, ID.SegmentFamily],
  ...[ID.PrevUUID, ID.PrevFilename, ID.NextUUID, ID.NextFilename],
  ...[ID.Name, ID.CRC32],
]);
/** Names of the programs that wrote the video. Players require the elements, so only the text is removed. */
const PROGRAMS: ReadonlySet<number> = new Set([ID.MuxingApp, ID.WritingApp]);
const PARENTS_OF_PRIVATE: ReadonlySet<number> = new Set([ID.Segment, ID.Info, ID.Tracks, ID.TrackEntry]);
/** More elements than a video of several hours has. */
const MAX_ELEMENTS = 2_000_000;

interface Element {
  id: number;
  start: number;
  content: number;
  /** End offset; null if the size is unknown, as in live recordings. */
  end: number | null;
}

/** Null if nothing has to be removed. */
export async function cleanWebm(source: Source): Promise<Part[] | null> {
  const overwrites: Overwrite[] = [];
  let isInCluster = false;
  let left = MAX_ELEMENTS;
  for (let at = 0; at < source.size && left > 0; left--) {
    const element = await elementAt(source, at);
    if (element === null) break;
    const { id, start, content } = element;
    // A cluster of unknown size ends where an element of the same level begins.
    if (CLUSTER_SIBLINGS.has(id)) isInCluster = id === ID.Cluster && element.end === null;
    const end = Math.min(element.end ?? content, source.size);
    if (!isInCluster && PRIVATE.has(id)) overwrites.push(...voided(start, element.end === null ? source.size : end));
    else if (!isInCluster && (PROGRAMS.has(id) || id === ID.Void)) overwrites.push({ start: content, end });
    at = PARENTS_OF_PRIVATE.has(id) || (id === ID.Cluster && element.end === null) ? content : end;
    if (at <= start) break;
  }
  return overwritten(overwrites, source.size);
}

/** A Void element of the same length. */
function voided(start: number, end: number): Overwrite[] {
  const length = end - start;
  if (length < 2) return [];
  const wide = length >= 9;
  const head = Buffer.alloc(wide ? 9 : 2);
  head[0] = ID.Void;
  if (wide) head.writeBigUInt64BE((1n << 56n) | BigInt(length - 9), 1);
  else head[1] = 0x80 | (length - 2);
  return [{ start, end, bytes: head }];
}

async function elementAt(source: Source, start: number): Promise<Element | null> {
  const bytes = await source.read(start, 12);
  const idLength = Math.clz32(bytes[0] ?? 0) - 23;
  if (idLength > 4 || bytes.length <= idLength) return null;
  const sizeLength = Math.clz32(bytes[idLength] ?? 0) - 23;
  if (sizeLength > 8 || bytes.length < idLength + sizeLength) return null;
  let size = (bytes[idLength] ?? 0) & (0xff >> sizeLength);
  let isOpen = size === 0xff >> sizeLength;
  for (const byte of bytes.subarray(idLength + 1, idLength + sizeLength)) {
    size = size * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  const content = start + idLength + sizeLength;
  return { id: bytes.readUIntBE(0, idLength), start, content, end: isOpen ? null : content + size };
}
