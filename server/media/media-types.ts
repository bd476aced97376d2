/**
 * Which files may be uploaded, and under which extension and MIME type they go on (contract 10). Sites drop
 * types that they do not know without a word, so the list is short and a refusal names it.
 */
import { joined, type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";

/** Extension of a stored file → its MIME type. */
const TYPES = {
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  bmp: "image/bmp",
  webp: "image/webp",
  svg: "image/svg+xml",
  ico: "image/x-icon",
  avif: "image/avif",
  mp4: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  aac: "audio/aac",
  m4a: "audio/mp4",
  pdf: "application/pdf",
  txt: "text/plain",
  json: "application/json",
  lottie: "application/json",
} as const;

export type MediaExtension = keyof typeof TYPES;

/** A type that a file goes on under. */
export interface MediaType {
  ext: MediaExtension;
  /** MIME type. */
  type: string;
}

/** What people may name their files; `jpeg` goes on as `jpg`. In the order in which a person reads it. */
export const ACCEPTED_EXTENSIONS: readonly string[] = Object.keys(TYPES).flatMap((ext) =>
  ext === "jpg" ? ["jpg", "jpeg"] : [ext],
);

export function mediaType(ext: MediaExtension): MediaType {
  return { ext, type: TYPES[ext] };
}

/** The extension of files of a MIME type, undefined for one that is not accepted. */
export function extensionOf(type: unknown): string | undefined {
  return Object.entries(TYPES).find(([, each]) => each === type)?.[0];
}

/** file-type's name of a format → its extension here. Text formats are absent: their bytes do not identify them. */
const FROM_BYTES: Readonly<Record<string, MediaExtension>> = {
  jpg: "jpg",
  png: "png",
  apng: "png",
  gif: "gif",
  bmp: "bmp",
  webp: "webp",
  ico: "ico",
  avif: "avif",
  mp4: "mp4",
  m4v: "mp4",
  webm: "webm",
  ogv: "ogv",
  mp3: "mp3",
  wav: "wav",
  ogg: "ogg",
  oga: "ogg",
  opus: "ogg",
  aac: "aac",
  m4a: "m4a",
  m4b: "m4a",
  pdf: "pdf",
};

/** The accepted type for a format that file-type found, null where it is not accepted. */
export function acceptedType(detected: string): MediaType | null {
  const ext = Object.hasOwn(FROM_BYTES, detected) ? FROM_BYTES[detected] : undefined;
  return ext === undefined ? null : mediaType(ext);
}

/** The extensions of text formats: their files are recognised by their name and a strict parse. */
export type TextExtension = "svg" | "txt" | "json" | "lottie";

/** The text format that a file name claims, null for any other name. */
export function textExtension(fileName: string): TextExtension | null {
  const ext = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  return ext === "svg" || ext === "txt" || ext === "json" || ext === "lottie" ? ext : null;
}

/** A refusal with its reason and the list of accepted extensions. HTTP 415. */
export function unsupported(reason: Sentence): AppError {
  const accepted = sentence("media.accepted", { extensions: ACCEPTED_EXTENSIONS });
  return new AppError("unsupported_media_type", joined(reason, accepted));
}

/** The MIME type that a name alone suggests, for files whose bytes are not here. */
export function typeOfName(fileName: string): string {
  const ext = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const known = ext === "jpeg" ? "jpg" : ext;
  return Object.hasOwn(TYPES, known) ? TYPES[known as MediaExtension] : "application/octet-stream";
}
