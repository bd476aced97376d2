/** A PNG of one colour and any size, written here. */
import { crc32, deflateSync } from "node:zlib";

/** A chunk with its length and check sum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Grey. @param more chunks before the pixels */
export function drawnPng(width: number, height: number, ...more: Buffer[]): Buffer {
  return pngOf(width, height, Buffer.alloc(width * height, 0x60), more);
}

/** One line of grey points, so that no two are the same picture. */
export function pngOfNoise(noise: Buffer): Buffer {
  return pngOf(noise.length, 1, noise, []);
}

function pngOf(width: number, height: number, points: Buffer, more: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++) points.copy(rows, row * (width + 1) + 1, row * width, (row + 1) * width);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const pixels = pngChunk("IDAT", deflateSync(rows));
  return Buffer.concat([signature, pngChunk("IHDR", head), ...more, pixels, pngChunk("IEND", Buffer.alloc(0))]);
}
