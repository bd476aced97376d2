/** The size of a picture as it is displayed, read from its first bytes. */
import { imageSize } from "image-size";

export interface PixelSize {
  width: number;
  height: number;
}

/** Pixels per side. A larger picture is refused, because no program shows one. */
const MAX_PIXELS = 1_000_000;
/** From this EXIF orientation on, a picture is rotated by 90 degrees. */
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
