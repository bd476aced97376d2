/** Pictures to check a receiver with: valid PNGs of a known size, made as they are needed. */
import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";

const pack = promisify(deflate);
const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** Red, green and blue of the left edge, 0 to 255. */
export type Colour = readonly [number, number, number];

/**
 * A PNG of `width` by `height` pixels that fades from left to right from one colour into its opposite.
 * @param packed false: its pixels are stored as they are, 3 bytes each, so that the file is as large as it looks
 */
export async function makePng(width: number, height: number, from: Colour, packed = true): Promise<Buffer> {
  const row = Buffer.alloc(1 + 3 * width);
  for (let x = 0; x < width; x++)
    for (const [channel, value] of from.entries()) row[1 + 3 * x + channel] = value + (255 - 2 * value) * (x / width);
  const pixels = Buffer.alloc(row.length * height, row);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a channel, red, green and blue
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", await pack(pixels, { level: packed ? 9 : 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
