/**
 * Removes private metadata from a file: location, device, serial numbers, names, notes, thumbnails. Picture and sound stay
 * identical bit for bit. Also in pictures embedded in a drawing.
 */
import { open } from "node:fs/promises";
import type { MediaExtension } from "../media-types.ts";
import { cleanHeif } from "./heif.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanMp4 } from "./mp4.ts";
import { assembleParts, type Part, type Source, sourceOf, sourceOfBytes } from "./parts.ts";
import { cleanGif, cleanPng, cleanWebp } from "./pictures.ts";
import { cleanWebm } from "./webm.ts";

const CLEANERS: Readonly<Partial<Record<MediaExtension, (source: Source) => Promise<Part[] | null>>>> = {
  jpg: cleanJpeg,
  png: cleanPng,
  webp: cleanWebp,
  gif: cleanGif,
  avif: cleanHeif,
  mp4: cleanMp4,
  webm: cleanWebm,
};

/** Null for a file that stays unchanged. */
export async function cleanedParts(source: Source, ext: MediaExtension): Promise<Part[] | null> {
  return (await CLEANERS[ext]?.(source)) ?? null;
}

/** The same for a file on disk. */
export async function cleanedPartsOf(file: string, size: number, ext: MediaExtension): Promise<Part[] | null> {
  const handle = await open(file, "r");
  try {
    return await cleanedParts(sourceOf(handle, size), ext);
  } finally {
    await handle.close();
  }
}

/** By the bytes, because browsers ignore the type in the URL. */
const KINDS = [
  [/^\xff\xd8\xff/, "jpg", "jpeg"],
  [/^\x89PNG/, "png", "png"],
  [/^GIF8[79]a/, "gif", "gif"],
  [/^RIFF.{4}WEBP/s, "webp", "webp"],
] as const;

const EMBEDDED = / href="data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]*)"/g;

/** Cleans the embedded pictures of a sanitised drawing. Pictures of other types become empty. */
export async function cleanEmbeddedPictures(svg: string): Promise<string> {
  let clean = "";
  let at = 0;
  for (const { 0: whole, 1: base64 = "", index } of svg.matchAll(EMBEDDED)) {
    clean += `${svg.slice(at, index)} href="${await cleanedDataUrl(Buffer.from(base64, "base64"))}"`;
    at = index + whole.length;
  }
  return clean + svg.slice(at);
}

async function cleanedDataUrl(bytes: Buffer): Promise<string> {
  const head = bytes.toString("latin1", 0, 12);
  const [, ext, type] = KINDS.find(([beginning]) => beginning.test(head)) ?? [];
  if (ext === undefined) return "data:,";
  const parts = await cleanedParts(sourceOfBytes(bytes), ext);
  const left = parts === null ? bytes : assembleParts(bytes, parts);
  return `data:image/${type};base64,${left.toString("base64")}`;
}
