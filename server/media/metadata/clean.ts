/**
 * Removes private metadata from a file: location, device, serial numbers, names, notes, thumbnails. Picture and sound stay
 * identical bit for bit.
 */
import { open } from "node:fs/promises";
import type { MediaExtension } from "../media-types.ts";
import { cleanGif } from "./gif.ts";
import { cleanHeif } from "./heif.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanMp4 } from "./mp4.ts";
import { type Part, type Source, sourceOf } from "./parts.ts";
import { cleanPng } from "./png.ts";
import { cleanWebm } from "./webm.ts";
import { cleanWebp } from "./webp.ts";

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
