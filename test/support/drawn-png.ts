import { crc32, deflateSync } from "node:zlib";
import { ascii, joined, u8, u32 } from "./bytes.ts";

/** A PNG chunk with length and checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = joined(ascii(type), data);
  return joined(u32(data.length), body, u32(crc32(body)));
}

/** A grey PNG of any size. @param more chunks before the pixels */
export function drawnPng(width: number, height: number, ...more: Buffer[]): Buffer {
  return pngOf(width, height, Buffer.alloc(width * height, 0x60), more);
}

/** A PNG with one line of grey pixels, unique for each noise. */
export function pngOfNoise(noise: Buffer): Buffer {
  return pngOf(noise.length, 1, noise, []);
}

function pngOf(width: number, height: number, points: Buffer, more: Buffer[]): Buffer {
  const head = joined(u32(width, height), u8(8, 0, 0, 0, 0));
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++) points.copy(rows, row * (width + 1) + 1, row * width, (row + 1) * width);
  const signature = ascii("\x89PNG\r\n\x1a\n");
  const pixels = pngChunk("IDAT", deflateSync(rows));
  return joined(signature, pngChunk("IHDR", head), ...more, pixels, pngChunk("IEND", u8()));
}
