/** No location, no serial number, no thumbnail goes on, whatever file brings them; what is seen stays. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { MediaExtension } from "../../../server/media/media-types.ts";
import { cleanedParts } from "../../../server/media/metadata/clean.ts";
import { bytesOf } from "../../../server/media/metadata/parts.ts";
import { PRIVATE_MEDIA, SECRET, TURNED_MEDIA } from "../../support/private-media.ts";
import { AVIF, GIF, JPG, MP4, PNG, WEBP } from "../../support/sample-media.ts";

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "galley-metadata-"));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

async function cleaned(bytes: Buffer, ext: MediaExtension): Promise<Buffer> {
  const file = path.join(folder, `file.${ext}`);
  fs.writeFileSync(file, bytes);
  const parts = await cleanedParts(file, bytes.length, ext);
  return parts === null ? bytes : buffer(bytesOf(file, parts));
}

const entries = Object.entries(PRIVATE_MEDIA) as [keyof typeof PRIVATE_MEDIA, Buffer][];

it.each(entries)("takes all of it out of %s, once and for all", async (ext, bytes) => {
  expect(bytes.includes(SECRET)).toBe(true);
  const clean = await cleaned(bytes, ext);
  expect(clean.includes("SERIAL")).toBe(false);
  expect(clean.includes("THUMBNAIL")).toBe(false);
  expect(await cleaned(clean, ext)).toEqual(clean);
});

it("leaves the very picture", async () => {
  expect(await cleaned(PRIVATE_MEDIA.jpg, "jpg")).toEqual(JPG);
  const png = await cleaned(PRIVATE_MEDIA.png, "png");
  for (const type of ["IHDR", "gAMA", "cHRM", "PLTE", "bKGD", "IDAT", "IEND"]) expect(png.includes(type)).toBe(true);
  for (const type of ["tIME", "tEXt", "zTXt", "eXIf", "caBX"]) expect(png.includes(type)).toBe(false);
  const gif = await cleaned(PRIVATE_MEDIA.gif, "gif");
  expect([gif.includes("NETSCAPE2.0"), gif.includes("XMP"), gif.at(-1)]).toEqual([true, false, 0x3b]);
  expect((await cleaned(PRIVATE_MEDIA.mp4, "mp4")).includes("PIXELS")).toBe(true);
  expect(await cleaned(PRIVATE_MEDIA.mp4, "mp4")).toHaveLength(PRIVATE_MEDIA.mp4.length);
});

it("leaves a file that tells nothing as it is", async () => {
  for (const [ext, bytes] of Object.entries({ jpg: JPG, webp: WEBP, gif: GIF, avif: AVIF, mp4: MP4 }))
    expect(await cleaned(bytes, ext as MediaExtension)).toEqual(bytes);
  expect((await cleaned(PNG, "png")).includes("date:create")).toBe(false);
});

it.each(Object.entries(TURNED_MEDIA))("says of %s which way it is turned, and nothing else", async (ext, bytes) => {
  const clean = await cleaned(bytes, ext as MediaExtension);
  expect(clean.includes("SERIAL")).toBe(false);
  expect(clean.includes(Buffer.from("010112000300000001000600", "hex").subarray(1))).toBe(true);
});

it.each(entries)("tells nothing of a %s that is cut off anywhere", async (ext, bytes) => {
  for (let length = 32; length < bytes.length; length += 3) {
    const clean = await cleaned(bytes.subarray(0, length), ext);
    expect(clean.includes("SERIAL")).toBe(false);
    expect(clean.length).toBeLessThanOrEqual(length + 64);
  }
});

it.each(entries)("never fails on a %s with wrong lengths", async (ext, bytes) => {
  let seed = 1;
  for (let round = 0; round < 150; round++) {
    const wrong = Buffer.from(bytes);
    for (let change = 0; change < 3; change++) {
      seed = (seed * 48_271) % 2_147_483_647;
      wrong[12 + (seed % (wrong.length - 12))] = seed % 7 === 0 ? 0xff : (seed >> 8) & 255;
    }
    expect((await cleaned(wrong, ext)).length).toBeLessThan(bytes.length * 4);
  }
});
