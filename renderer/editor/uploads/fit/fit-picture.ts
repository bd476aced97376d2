/** Resizes pictures before their upload, in a worker so that typing stays fast. @see make-widths.ts */
import { messages } from "../../messages/index.ts";
import { NotReadable, type Prepare } from "../upload-queue.ts";
import type { FitOrder } from "./fit-worker.ts";
import { makeWidths, type Widths } from "./make-widths.ts";

/** The files to publish for a picture. @throws NotReadable for a HEIC picture that this browser cannot read */
export const fitPicture: Prepare = async (file, isOriginal, signal) => {
  const isHeic = /\.hei[cf]$/i.test(file.name) || /^image\/hei[cf]/.test(file.type);
  const picture = file.slice(0, file.size, isHeic ? "image/heic" : typeOf(file));
  const widths = (await isAnimated(picture)) ? null : await widthsOf(picture, isOriginal && !isHeic, signal);
  if (widths === null && isHeic) throw new NotReadable(messages.upload.heic);
  return {
    file: widths?.main == null ? file : named(widths.main, file.name),
    narrower: (widths?.narrower ?? []).map((each) => named(each, file.name)),
    preview: widths?.preview ?? null,
  };
};

function typeOf({ name, type }: File): string {
  const ext = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return type === "" ? `image/${ext === "jpg" ? "jpeg" : ext}` : type;
}

function named(blob: Blob, name: string): File {
  const ext = blob.type === "image/jpeg" ? "jpg" : blob.type.slice("image/".length);
  return new File([blob], `${name.replace(/\.[^.]*$/, "") || "picture"}.${ext}`, { type: blob.type });
}

/** Null if the picture cannot be resized. The signal ends the worker, because it holds a picture in memory. */
async function widthsOf(picture: Blob, isOriginal: boolean, signal: AbortSignal): Promise<Widths | null> {
  if (signal.aborted) return null;
  const worker = new Worker(new URL("./fit-worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve } = Promise.withResolvers<Widths | null>();
  worker.addEventListener("message", ({ data }: MessageEvent<Widths | null>) => resolve(data));
  worker.addEventListener("error", (event) => {
    // An event without an error means that the script could not be fetched; then this thread resizes.
    resolve(event instanceof ErrorEvent ? null : makeWidths(picture, isOriginal).catch(() => null));
  });
  signal.addEventListener("abort", () => resolve(null));
  worker.postMessage({ picture, isOriginal } satisfies FitOrder);
  return promise.finally(() => worker.terminate());
}

const HEAD = 64 * 1024;

export async function isAnimated(picture: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await picture.slice(0, HEAD).arrayBuffer());
  // One character for each byte, which no TextDecoder provides.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  if (text.startsWith("GIF8")) return true;
  if (text.startsWith("RIFF") && text.startsWith("WEBPVP8X", 8)) return ((bytes[20] ?? 0) & 2) !== 0;
  if (text.startsWith("\x89PNG")) return text.slice(0, startOfPixels(bytes, text)).includes("acTL");
  if (text.startsWith("ftyp", 4)) return text.slice(8, Math.min(lengthAt(bytes, 0), 512)).includes("avis");
  return false;
}

function startOfPixels(bytes: Uint8Array, text: string): number {
  let at = 8;
  while (at + 8 < bytes.length && !text.startsWith("IDAT", at + 4)) at += lengthAt(bytes, at) + 12;
  return at;
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer).getUint32(at);
}
