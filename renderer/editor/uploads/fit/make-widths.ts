/** Creates the published pictures: at most 2,560 pixels, with narrower files, rotated according to EXIF, in sRGB. */

/** Maximum side of a published picture in pixels: the width of a full screen. */
export const MAX_SIDE = 2_560;
/** Widths of narrower files in pixels: for a 720 px column on a high-resolution screen, and for a phone. */
const NARROWER = [1_440, 640];
/** Bytes. Larger pictures are encoded again if that makes them smaller. */
const LARGE_FILE = 1_500_000;
/** Bytes. Smaller pictures need no narrower files. */
const SMALL_FILE = 60_000;
/** Maximum ratio of a narrower file's width and bytes to those of the wider file. */
const FEWER_PIXELS = 0.85;
const FEWER_BYTES = 0.8;
/** Maximum size of the preview during an upload, in pixels. */
const PREVIEW = { width: 640, height: 400 };

/** Whether a picture needs narrower files; false for one of unknown size. */
export function benefitsFromWidths({ width = 0, size = 0 }: { width?: number; size?: number }): boolean {
  return size > SMALL_FILE && NARROWER.some((narrow) => narrow <= width * FEWER_PIXELS);
}

export interface Widths {
  main: Blob | null;
  narrower: Blob[];
  /** Shown while the other files are being uploaded. */
  preview: Blob;
}

/** @param isOriginal publishes the picture unchanged, with narrower files @throws DOMException if it cannot be read */
export async function makeWidths(picture: Blob, isOriginal: boolean): Promise<Widths> {
  const whole = await createImageBitmap(picture, { imageOrientation: "from-image" });
  const scale = Math.min(1, MAX_SIDE / Math.max(whole.width, whole.height));
  // Narrower files are drawn from this one, which is faster.
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
  // Fewer pixels are an advantage even without fewer bytes.
  const most = isNarrower ? Math.max(picture.size, SMALL_FILE) : picture.size * FEWER_BYTES;
  return blob.size < most ? blob : null;
}

/** Whether all browsers show this type; few show camera formats. */
function isForPages(type: string): boolean {
  return /^image\/(?:jpeg|png|webp|avif)$/.test(type);
}

function draw(source: CanvasImageSource, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new DOMException("The browser has no 2D canvas.", "InvalidStateError");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

/** Photographs stay JPEG. Others become WebP, or PNG if the browser cannot write WebP, and keep transparency. */
function write(canvas: OffscreenCanvas, type: string): Promise<Blob> {
  const isPhoto = type === "image/jpeg" || !isForPages(type);
  return canvas.convertToBlob(isPhoto ? { type: "image/jpeg", quality: 0.82 } : { type: "image/webp", quality: 0.88 });
}
