/** The accepted formats of fonts, and the errors for other files. sfnt: the directory of tables inside every format. */

import type { FontFormat } from "../contracts/fonts-api.ts";
import { joined, type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";

export const FONT_FORMATS = ["woff2", "woff", "ttf", "otf"] as const satisfies FontFormat[];

/** Bytes: of an upload; of an unpacked font, which the worker has in memory. */
export const FONT_LIMIT_BYTES = 20 * 1024 * 1024;
export const SFNT_LIMIT_BYTES = 64 * 1024 * 1024;

/** The MIME type and the name of the format in CSS. */
export const FORMAT_NAMES: Readonly<Record<FontFormat, { type: string; css: string }>> = {
  woff2: { type: "font/woff2", css: "woff2" },
  woff: { type: "font/woff", css: "woff" },
  ttf: { type: "font/ttf", css: "truetype" },
  otf: { type: "font/otf", css: "opentype" },
};

/** Refuses a file that is not an accepted font, with the list of formats. HTTP 415. */
export function notAFont(reason: Sentence): AppError {
  return new AppError("unsupported_media_type", joined(reason, sentence("fonts.accepted")));
}

/** Refuses a damaged or malicious font. HTTP 422. */
export function refusedFont(reason: Sentence): AppError {
  return new AppError("invalid", reason);
}

/** @throws AppError unsupported_media_type, with the likely type of the file */
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
      throw notAFont(sentence("fonts.collection"));
  }
  const beginning = String.fromCharCode(...bytes.subarray(0, 512))
    .trimStart()
    .toLowerCase();
  if (signature === "PK\x03\x04") throw notAFont(sentence("fonts.zip"));
  if (/^(<!doctype|<html|<\?xml|<svg)/.test(beginning)) throw notAFont(sentence("fonts.web_page"));
  if (bytes.length === 0) throw notAFont(sentence("fonts.empty"));
  throw notAFont(sentence("fonts.not_a_font"));
}
