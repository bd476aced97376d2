/**
 * The formats of fonts that a project takes, and the refusals of everything else.
 *
 * Glossary. format: the container of a font, named by its extension. sfnt: what every container holds inside, a
 * directory of tables.
 */
import type { FontFormat } from "../contracts/fonts-api.ts";
import { AppError } from "../core/errors.ts";

export const FONT_FORMATS = ["woff2", "woff", "ttf", "otf"] as const satisfies FontFormat[];

/** Bytes of one upload. */
export const FONT_LIMIT_BYTES = 20 * 1024 * 1024;
/** Bytes that a font may have unpacked: what one file can make the worker hold. */
export const SFNT_LIMIT_BYTES = 64 * 1024 * 1024;

/** MIME type, and the name that CSS has for the format. */
export const FORMAT_NAMES: Readonly<Record<FontFormat, { type: string; css: string }>> = {
  woff2: { type: "font/woff2", css: "woff2" },
  woff: { type: "font/woff", css: "woff" },
  ttf: { type: "font/ttf", css: "truetype" },
  otf: { type: "font/otf", css: "opentype" },
};

/** A file that is no font of ours: its reason (one sentence with its full stop) and the list. HTTP 415. */
export function notAFont(reason: string): AppError {
  return new AppError("unsupported_media_type", `${reason} Accepted are ttf, otf, woff and woff2 files.`);
}

/** A font that is damaged or made to harm: one sentence with its full stop. HTTP 422. */
export function refusedFont(reason: string): AppError {
  return new AppError("invalid", reason);
}

/** @throws AppError unsupported_media_type naming what the file seems to be */
export function formatOf(bytes: Uint8Array): FontFormat {
  const signature = String.fromCharCode(...bytes.subarray(0, 4));
  switch (signature) {
    case "\0\x01\0\0":
    case "true":
      return "ttf";
    case "OTTO":
      return "otf";
    case "wOFF":
      return "woff";
    case "wOF2":
      return "woff2";
    case "ttcf":
      throw notAFont("The file is a collection of several fonts; upload each of them as a file of its own.");
  }
  const beginning = String.fromCharCode(...bytes.subarray(0, 512))
    .trimStart()
    .toLowerCase();
  if (signature === "PK\x03\x04") throw notAFont("The file is a ZIP archive; unpack it and upload the fonts in it.");
  if (/^(<!doctype|<html|<\?xml|<svg)/.test(beginning))
    throw notAFont(
      "The file is a web page or an XML text, not a font; the download that it came from may have failed.",
    );
  if (bytes.length === 0) throw notAFont("The file is empty.");
  throw notAFont("The file is not a font.");
}
