/** Resizes pictures before their upload, in a worker so that typing stays fast. @see make-widths.ts */
import { messages } from "../../messages/index.ts";
import { NotReadable, type PreparedFile } from "../upload-queue.ts";
import type { FitOrder, FitResponse } from "./fit-worker.ts";
import { makeWidths, type Widths } from "./make-widths.ts";

/** ms until an idle worker is stopped. */
const IDLE_MS = 5_000;

let worker: Worker | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;
let orders = 0;
const waiting = new Map<
  number,
  { order: FitOrder; settle: (widths: Widths | null | Promise<Widths | null>) => void }
>();

/** The files to publish for a picture. @throws NotReadable for a HEIC picture that this browser cannot read */
export async function fitPicture(file: File, isOriginal: boolean): Promise<PreparedFile> {
  const isHeic = /\.hei[cf]$/i.test(file.name) || /^image\/hei[cf]/.test(file.type);
  const picture = file.slice(0, file.size, isHeic ? "image/heic" : typeOf(file));
  const widths = (await isAnimated(picture)) ? null : await widthsOf(picture, isOriginal && !isHeic);
  if (widths === null && isHeic) throw new NotReadable(messages.upload.heic);
  return {
    file: widths?.main == null ? file : named(widths.main, file.name),
    narrower: (widths?.narrower ?? []).map((each) => named(each, file.name)),
    preview: widths?.preview ?? null,
  };
}

function typeOf({ name, type }: File): string {
  const ext = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return type === "" ? `image/${ext === "jpg" ? "jpeg" : ext}` : type;
}

function named(blob: Blob, name: string): File {
  const ext = blob.type === "image/jpeg" ? "jpg" : blob.type.slice("image/".length);
  return new File([blob], `${name.replace(/\.[^.]*$/, "") || "picture"}.${ext}`, { type: blob.type });
}

function widthsOf(picture: Blob, isOriginal: boolean): Promise<Widths | null> {
  clearTimeout(idle);
  worker ??= startWorker();
  const order: FitOrder = { id: ++orders, picture, isOriginal };
  worker.postMessage(order);
  return new Promise((settle) => waiting.set(order.id, { order, settle }));
}

function startWorker(): Worker {
  const started = new Worker(new URL("./fit-worker.ts", import.meta.url), { type: "module" });
  const stop = (): void => {
    started.terminate();
    worker = null;
  };
  started.addEventListener("message", ({ data }: MessageEvent<FitResponse>) => {
    waiting.get(data.id)?.settle(data.widths);
    waiting.delete(data.id);
    if (waiting.size === 0) idle = setTimeout(stop, IDLE_MS);
  });
  started.addEventListener("error", (event) => {
    stop();
    const pending = [...waiting.values()];
    waiting.clear();
    // After an error such as out of memory, the pictures are not resized. An event without an error means that the
    // script could not be fetched; then this thread resizes them.
    const isRunning = event instanceof ErrorEvent;
    for (const { order, settle } of pending)
      settle(isRunning ? null : makeWidths(order.picture, order.isOriginal).catch(() => null));
  });
  return started;
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
