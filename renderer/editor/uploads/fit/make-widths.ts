/** Pictures as readers get them: at most 2,560 pixels, with narrower files, turned as the EXIF says, in sRGB. */

/** The longest side that a page needs, in pixels: a full screen's width. */
export const LONGEST_SIDE = 2_560;
/** Narrower files, in pixels: a column of 720 px on a sharp screen, and a phone. */
const NARROWER = [1_440, 640];
/** From so many bytes a picture is encoded again, where that makes it smaller. */
const LARGE_FILE = 1_500_000;
/** A picture of fewer bytes is small enough for everybody. */
const SMALL_FILE = 60_000;
/** A file that is hardly narrower, or hardly smaller, than another is not worth its place. */
const FEWER_PIXELS = 0.85;
const FEWER_BYTES = 0.8;
/** The preview during an upload, in pixels. */
const PREVIEW = { width: 640, height: 400 };

/** Whether narrower files are worth it; not for a picture of unknown size. */
export function gainsByWidths({ width = 0, size = 0 }: { width?: number; size?: number }): boolean {
  return size > SMALL_FILE && NARROWER.some((narrow) => narrow <= width * FEWER_PIXELS);
}

export interface Widths {
  main: Blob | null;
  narrower: Blob[];
  /** A small one, to be shown while the others are on their way. */
  preview: Blob;
}

/** @param isOriginal the picture itself is published, with narrower files @throws DOMException for an unreadable one */
export async function makeWidths(picture: Blob, isOriginal: boolean): Promise<Widths> {
  const whole = await createImageBitmap(picture, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(whole.width, whole.height));
  // Narrower ones are drawn from this one: it is much less to read.
  const fit = draw(whole, Math.round(whole.width * scale), Math.round(whole.height * scale));
  const own = { width: whole.width, height: whole.height };
  whole.close();
  const main = isOriginal ? null : await mainOf(picture, fit, scale < 1);
  const { width, height } = main === null ? own : fit;
  const { size } = main ?? picture;
  const narrower: Blob[] = [];
  let source = fit;
  for (const narrow of size > SMALL_FILE ? NARROWER : []) {
    if (narrow > width * FEWER_PIXELS) continue;
    source = draw(source, narrow, Math.max(1, Math.round((height * narrow) / width)));
    const blob = await write(source, picture.type);
    if (blob.size < (narrower.at(-1)?.size ?? size) * FEWER_BYTES) narrower.push(blob);
  }
  return { main, narrower, preview: await previewOf(source, picture.type) };
}

function previewOf(source: OffscreenCanvas, type: string): Promise<Blob> {
  const { width, height } = source;
  const scale = Math.min(1, PREVIEW.width / width, PREVIEW.height / height);
  return write(draw(source, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))), type);
}

async function mainOf(picture: Blob, fit: OffscreenCanvas, isNarrower: boolean): Promise<Blob | null> {
  if (!isNarrower && picture.size <= LARGE_FILE && isForPages(picture.type)) return null;
  const blob = await write(fit, picture.type);
  if (!isForPages(picture.type)) return blob;
  // Fewer pixels are worth something in themselves.
  const most = isNarrower ? Math.max(picture.size, SMALL_FILE) : picture.size * FEWER_BYTES;
  return blob.size < most ? blob : null;
}

/** Cameras' own formats are shown by few browsers. */
function isForPages(type: string): boolean {
  return /^image\/(?:jpeg|png|webp|avif)$/.test(type);
}

function draw(source: CanvasImageSource, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new DOMException("No canvas is to be had.", "InvalidStateError");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

/** Photographs stay JPEG; all else becomes WebP, or PNG where the browser cannot write it: what is transparent stays so. */
function write(canvas: OffscreenCanvas, type: string): Promise<Blob> {
  const isPhoto = type === "image/jpeg" || !isForPages(type);
  return canvas.convertToBlob(isPhoto ? { type: "image/jpeg", quality: 0.82 } : { type: "image/webp", quality: 0.88 });
}
