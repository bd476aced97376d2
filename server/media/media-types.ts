/** The accepted files, with extension and MIME type (contract 10). Sites silently drop unknown types, so the list is short. */
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

interface MediaType {
  ext: MediaExtension;
  /** MIME type. */
  type: string;
}

/** The extensions of uploads, in reading order; `jpeg` becomes `jpg`. */
export const ACCEPTED_EXTENSIONS: readonly string[] = Object.keys(TYPES).flatMap((ext) =>
  ext === "jpg" ? ["jpg", "jpeg"] : [ext],
);

export function mediaType(ext: MediaExtension): MediaType {
  return { ext, type: TYPES[ext] };
}

/** undefined for a type that is not accepted. */
export function extensionOf(type: unknown): string | undefined {
  return Object.entries(TYPES).find(([, each]) => each === type)?.[0];
}

/** Names that file-type uses for some formats. */
const ALIASES: Readonly<Record<string, MediaExtension>> = {
  apng: "png",
  m4v: "mp4",
  oga: "ogg",
  opus: "ogg",
  m4b: "m4a",
};

/** By file-type's name; null for a format that is not accepted. Bytes do not identify text formats. */
export function acceptedType(detected: string): MediaType | null {
  const ext = Object.hasOwn(ALIASES, detected) ? ALIASES[detected] : detected;
  return ext !== undefined && isExtension(ext) && textExtension(`.${ext}`) === null ? mediaType(ext) : null;
}

/** Text formats are identified by name and a strict parse. */
export type TextExtension = "svg" | "txt" | "json" | "lottie";

export function textExtension(fileName: string): TextExtension | null {
  const ext = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  return ext === "svg" || ext === "txt" || ext === "json" || ext === "lottie" ? ext : null;
}

/** With the list of accepted extensions. HTTP 415. */
export function unsupported(reason: Sentence): AppError {
  const accepted = sentence("media.accepted", { extensions: ACCEPTED_EXTENSIONS });
  return new AppError("unsupported_media_type", joined(reason, accepted));
}

/** From the name alone, for files without bytes. */
export function typeOfName(fileName: string): string {
  const ext = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const known = ext === "jpeg" ? "jpg" : ext;
  return isExtension(known) ? TYPES[known] : "application/octet-stream";
}

const isExtension = (ext: string): ext is MediaExtension => Object.hasOwn(TYPES, ext);
