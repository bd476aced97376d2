/** Inspects a received file in the media worker: type, size in pixels, and the clean form of a drawing. */

import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileTypeFromBlob } from "file-type";
import { imageSize } from "image-size";
import { open as openZip } from "yauzl";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import {
  acceptedType,
  type MediaExtension,
  mediaType,
  type TextExtension,
  textExtension,
  unsupported,
} from "./media-types.ts";
import { cleanEmbeddedPictures, cleanedPartsOf } from "./metadata/clean.ts";
import { type Part, readHead } from "./metadata/parts.ts";
import { sanitizeSvg } from "./svg.ts";

export interface Inspected {
  ext: MediaExtension;
  type: string;
  /** Pixels as displayed; null for other files. */
  width: number | null;
  height: number | null;
  /** A sanitised drawing to store instead. */
  replacement?: Uint8Array;
  /** Parts to store, without private metadata (metadata/clean.ts); absent for the whole file. */
  parts?: Part[];
}

/** Bytes of an svg, txt, json or lottie file, which is read whole. */
export const MAX_TEXT_BYTES = 10_000_000;
/** Bytes of the file's beginning to search for a picture's size, in steps. */
const HEAD_SIZES = [64 * 1024, 1024 * 1024, 16 * 1024 * 1024];

/** `file`: absolute path. `originalName`: only its extension counts, and only for text formats. */
export type InspectRequest = Record<"file" | "originalName", string> & { size: number };

/** @throws AppError unsupported_media_type, too_large */
export async function inspectFile({ file, size, originalName }: InspectRequest): Promise<Inspected> {
  const claimed = textExtension(originalName);
  if (claimed !== null) {
    const text = size <= MAX_TEXT_BYTES ? strictText(await readFile(file)) : null;
    if (text !== null) return inspectText(text, claimed);
  }
  const detected = await detect(file, size);
  if (detected === "zip" && claimed === "lottie" && (await hasDotLottieManifest(file)))
    return { ext: "lottie", type: "application/zip", width: null, height: null };
  const found = acceptedType(detected);
  if (found !== null) {
    const pixels = await pictureSize(file, size, found.type);
    const parts = await cleanedPartsOf(file, size, found.ext);
    return { ...found, ...pixels, ...(parts === null ? {} : { parts }) };
  }
  if (claimed !== null && size > MAX_TEXT_BYTES)
    throw new AppError("too_large", sentence("media.text_too_large", { extension: claimed, limit: MAX_TEXT_BYTES }));
  throw unsupported(claimed === null ? sentence("media.type") : sentence("media.not_utf8", { extension: claimed }));
}

/** UTF-8 without byte order mark; null for other bytes, or with a NUL. */
function strictText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8.
    return null;
  }
}

async function inspectText(text: string, claimed: TextExtension): Promise<Inspected> {
  if (claimed === "svg") {
    const clean = sanitizeSvg(text);
    if (!clean.ok) throw unsupported(clean.reason);
    const size = svgSize(clean.root);
    return {
      ...mediaType("svg"),
      width: size?.width ?? null,
      height: size?.height ?? null,
      replacement: Buffer.from(await cleanEmbeddedPictures(clean.svg)),
    };
  }
  if (claimed !== "txt") {
    const value = parseJson(text, claimed);
    if (claimed === "lottie" && !isLottieAnimation(value)) throw unsupported(sentence("media.not_lottie"));
  }
  return { ...mediaType(claimed), width: null, height: null };
}

function parseJson(text: string, claimed: TextExtension): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unsupported(sentence("media.not_json", { extension: claimed }));
  }
}

/** The extension from file-type, "" for none; ambiguous containers are examined further. */
async function detect(file: string, size: number): Promise<string> {
  // file-type's own file reader loads a package at run time, which a bundle does not have.
  const detected = (await fileTypeFromBlob(await openAsBlob(file)))?.ext ?? "";
  if (detected !== "ogx" && detected !== "ogg" && detected !== "opus" && detected !== "heic") return detected;
  const head = await readHead(file, Math.min(size, 64 * 1024));
  if (detected === "heic") return isAvif(head) ? "avif" : detected;
  // A video may start with its audio or an index.
  if (head.includes("\x80theora", 0, "latin1")) return "ogv";
  return head.includes("\x01vorbis", 0, "latin1") || head.includes("OpusHead", 0, "latin1") ? "ogg" : detected;
}

/** Whether a general HEIF file lists an AVIF brand in its `ftyp` box. */
function isAvif(head: Buffer): boolean {
  const brands = head.subarray(16, Math.min(head.readUInt32BE(0), 512)).toString("latin1");
  return (brands.match(/.{4}/gs) ?? []).some((brand) => brand === "avif" || brand === "avis");
}

async function pictureSize(file: string, size: number, type: string): Promise<Pick<Inspected, "width" | "height">> {
  if (!type.startsWith("image/")) return { width: null, height: null };
  for (const length of HEAD_SIZES) {
    const found = rasterSize(await readHead(file, Math.min(size, length)));
    if (found !== null) return found;
    if (length >= size) break;
  }
  throw unsupported(sentence("media.no_size"));
}

/** More than any animation has. */
const MAX_ZIP_ENTRIES = 2_000;

/** A Lottie animation is JSON with a version, a frame rate and layers, or a ZIP with a manifest (dotLottie). */
function isLottieAnimation(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { v, fr, layers } = value as { v?: unknown; fr?: unknown; layers?: unknown };
  return typeof v === "string" && typeof fr === "number" && Array.isArray(layers);
}

function hasDotLottieManifest(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    openZip(file, { lazyEntries: true, autoClose: true }, (error, zip) => {
      if (error !== null || zip.entryCount > MAX_ZIP_ENTRIES) {
        zip?.close();
        return resolve(false);
      }
      const finish = (found: boolean): void => {
        resolve(found);
        zip.close();
      };
      zip.on("entry", (entry) => (entry.fileName === "manifest.json" ? finish(true) : zip.readEntry()));
      zip.on("end", () => resolve(false));
      // An unreadable file has no manifest.
      zip.on("error", () => resolve(false));
      zip.readEntry();
    });
  });
}

interface PixelSize {
  width: number;
  height: number;
}

/** Pixels per side. A larger picture is refused, because no program shows one. */
const MAX_PIXELS = 1_000_000;
/** Pictures with this EXIF orientation or a higher one are rotated by 90 degrees. */
const TURNED = 5;

/** With the EXIF orientation applied; null if the bytes do not contain a size. Never throws. */
export function rasterSize(bytes: Uint8Array): PixelSize | null {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    return orientation >= TURNED ? wholeSize(height, width) : wholeSize(width, height);
  } catch {
    // image-size throws errors of many kinds for unreadable headers.
    return null;
  }
}

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
  em: 16,
  ex: 8,
};

/** From width and height of the root, and the viewBox for missing ones; null without either. */
export function svgSize(root: Readonly<Record<string, string>>): PixelSize | null {
  const [, , boxWidth, boxHeight] = (root.viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const ratio =
    boxWidth !== undefined && boxHeight !== undefined && boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : null;
  const width = length(root.width);
  const height = length(root.height);
  if (width !== null && height !== null) return wholeSize(width, height);
  if (ratio === null) return null;
  if (width !== null) return wholeSize(width, width / ratio);
  if (height !== null) return wholeSize(height * ratio, height);
  return wholeSize(boxWidth as number, boxHeight as number);
}

function length(value: string | undefined): number | null {
  const [, number, unit] =
    /^\s*\+?(\d*\.?\d+(?:e[+-]?\d{1,3})?)\s*([a-z]*)\s*$/i.exec((value ?? "").slice(0, 100)) ?? [];
  const factor = UNITS[(unit ?? "").toLowerCase()];
  return number === undefined || factor === undefined ? null : Number(number) * factor;
}

function wholeSize(width: number, height: number): PixelSize | null {
  const isSize = (pixels: number): boolean => Number.isFinite(pixels) && pixels > 0 && pixels <= MAX_PIXELS;
  if (!isSize(width) || !isSize(height)) return null;
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}
