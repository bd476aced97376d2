import { truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AppError } from "../../../server/core/errors.ts";
import { inspect } from "../../../server/media/inspect.ts";
import { type Inspected, inspectFile, MAX_TEXT_BYTES, rasterSize } from "../../../server/media/inspect-file.ts";
import { ACCEPTED_EXTENSIONS } from "../../../server/media/media-types.ts";
import { cleanHeif } from "../../../server/media/metadata/heif.ts";
import { sourceOfBytes } from "../../../server/media/metadata/parts.ts";
import { mountSmallDisk, whyNoSmallDisk } from "../../nightly/fault/support/small-disk.ts";
import { temporaryFolder } from "../../support/appliance.ts";
import { ascii, joined, u16, u32, zeros } from "../../support/bytes.ts";
import { runs } from "../../support/chance.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import * as sample from "../../support/sample-media.ts";

const dir = temporaryFolder();

function written(name: string, content: Uint8Array | string) {
  const file = path.join(dir, name);
  writeFileSync(file, content);
  return { path: file, size: Buffer.byteLength(content) };
}
function inspectBytes(content: Uint8Array | string, originalName: string): Promise<Inspected> {
  const { path, size } = written("upload", content);
  return inspectFile({ file: path, size, originalName });
}
const none = { width: null, height: null };
const small = { width: 3, height: 2 };

describe("accepts an upload by its bytes, not by its name:", () => {
  it.each<[string, Uint8Array | string, string, object]>([
    ["jpg", sample.JPG, "photo.jpg", { ext: "jpg", type: "image/jpeg", ...small }],
    ["jpeg", sample.JPG, "photo.JPEG", { ext: "jpg", type: "image/jpeg", ...small }],
    ["a jpg without a name", sample.JPG, "", { ext: "jpg", type: "image/jpeg", ...small }],
    ["a jpg named exe", sample.JPG, "photo.exe", { ext: "jpg", type: "image/jpeg", ...small }],
    ["a jpg named txt", sample.JPG, "photo.txt", { ext: "jpg", type: "image/jpeg", ...small }],
    ["a jpg rotated by 90°", sample.rotatedJpg(6), "photo.jpg", { ext: "jpg", width: 2, height: 3 }],
    ["a jpg rotated by 180°", sample.rotatedJpg(3), "photo.jpg", { ext: "jpg", ...small }],
    ["png", sample.PNG, "p.png", { ext: "png", type: "image/png", ...small }],
    ["a png named jpg", sample.PNG, "p.jpg", { ext: "png", type: "image/png", ...small }],
    ["gif", sample.GIF, "g.gif", { ext: "gif", type: "image/gif", ...small }],
    ["bmp", sample.BMP, "b.bmp", { ext: "bmp", type: "image/bmp", ...small }],
    ["webp", sample.WEBP, "w.webp", { ext: "webp", type: "image/webp", ...small }],
    ["ico", sample.ICO, "i.ico", { ext: "ico", type: "image/x-icon", ...small }],
    ["avif", sample.AVIF, "a.avif", { ext: "avif", type: "image/avif", ...small }],
    ["svg", sample.SVG, "s.svg", { ext: "svg", type: "image/svg+xml", width: 30, height: 20 }],
    ["svg with a byte order mark", `\ufeff${sample.SVG}`, "s.SVG", { ext: "svg", width: 30, height: 20 }],
    ["mp4", sample.MP4, "v.mp4", { ext: "mp4", type: "video/mp4", ...none }],
    ["m4v", sample.M4V, "v.m4v", { ext: "mp4", type: "video/mp4", ...none }],
    ["webm", sample.WEBM, "v.webm", { ext: "webm", type: "video/webm", ...none }],
    ["ogv", sample.OGV, "v.ogv", { ext: "ogv", type: "video/ogg", ...none }],
    ["ogv named ogg", sample.OGV, "v.ogg", { ext: "ogv", type: "video/ogg", ...none }],
    ["ogv that begins with an index", sample.OGV_WITH_SKELETON, "v.ogv", { ext: "ogv", type: "video/ogg", ...none }],
    ["ogg", sample.OGG, "a.ogg", { ext: "ogg", type: "audio/ogg", ...none }],
    ["ogg named ogv", sample.OGG, "a.ogv", { ext: "ogg", type: "audio/ogg", ...none }],
    ["opus", sample.OPUS, "a.opus", { ext: "ogg", type: "audio/ogg", ...none }],
    ["mp3", sample.MP3, "a.mp3", { ext: "mp3", type: "audio/mpeg", ...none }],
    ["mp3 with ID3", sample.MP3_WITH_ID3, "a.mp3", { ext: "mp3", type: "audio/mpeg", ...none }],
    ["wav", sample.WAV, "a.wav", { ext: "wav", type: "audio/wav", ...none }],
    ["aac", sample.AAC, "a.aac", { ext: "aac", type: "audio/aac", ...none }],
    ["m4a", sample.M4A, "a.m4a", { ext: "m4a", type: "audio/mp4", ...none }],
    ["m4a named mp4", sample.M4A, "a.mp4", { ext: "m4a", type: "audio/mp4", ...none }],
    ["pdf", sample.PDF, "d.pdf", { ext: "pdf", type: "application/pdf", ...none }],
    ["txt", "Grüße\n", "t.txt", { ext: "txt", type: "text/plain", ...none }],
    ["a txt that begins like a bmp", "BMW is a company.", "t.txt", { ext: "txt", ...none }],
    ["an empty txt", "", "t.txt", { ext: "txt", ...none }],
    ["json", ' {"a": [1]} ', "j.json", { ext: "json", type: "application/json", ...none }],
    ["lottie", sample.LOTTIE, "l.lottie", { ext: "lottie", type: "application/json", ...none }],
    ["dotLottie", sample.DOT_LOTTIE, "l.lottie", { ext: "lottie", type: "application/zip", ...none }],
  ])("%s", async (_name, content, originalName, expected) => {
    expect(await inspectBytes(content, originalName)).toMatchObject(expected);
  });

  it("a picture whose size is far from the beginning of the file", async () => {
    const thumbnail = Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(0xfffd, 1)]);
    const thumbnails = new Array<Buffer>(30).fill(thumbnail);
    const late = Buffer.concat([sample.JPG.subarray(0, 2), ...thumbnails, sample.JPG.subarray(2)]);
    expect(await inspectBytes(late, "late.jpg")).toMatchObject({ ext: "jpg", ...small });
  });
});

describe("rejects an upload with the list of accepted types:", () => {
  it.each<[string, Uint8Array | string, string]>([
    ["a ZIP named jpg", sample.ZIP, "a.jpg"],
    ["HTML named jpg", "<!doctype html><script>alert(1)</script>", "a.jpg"],
    ["HTML named html", "<!doctype html><p>x", "a.html"],
    ["HTML named svg", "<html><svg/></html>", "a.svg"],
    ["a program named jpg", sample.EXE, "a.jpg"],
    ["a program named txt", sample.EXE, "a.txt"],
    ["a Linux program", sample.ELF, "a"],
    ["a shell script", "#!/bin/sh\nls\n", "a.sh"],
    ["JavaScript", "alert(1)", "a.js"],
    ["a ZIP named lottie", sample.ZIP, "a.lottie"],
    ["a ZIP named txt", sample.ZIP, "a.txt"],
    ["tiff", sample.TIFF, "a.tiff"],
    ["heic", sample.HEIC, "a.heic"],
    ["mov", sample.MOV, "a.mov"],
    ["mkv", sample.MKV, "a.webm"],
    ["speex", sample.SPEEX, "a.ogg"],
    ["gzip", sample.GZIP, "a.svgz"],
    ["svg under another name", sample.SVG, "a.jpg"],
    ["text named bmp", "BM<script>alert(1)</script>", "a.bmp"],
    ["a cut-off picture", sample.PNG.subarray(0, 10), "a.png"],
    ["a picture without a size", Buffer.from([0xff, 0xd8, 0xff, 0xd9]), "a.jpg"],
    ["text that is not UTF-8", Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]), "a.txt"],
    ["text with a NUL", "a\0b", "a.txt"],
    ["UTF-16 text", Buffer.from("\ufeffabc", "utf16le"), "a.txt"],
    ["broken json", "{a: 1}", "a.json"],
    ["json with a tail", '{"a": 1} x', "a.json"],
    ["json that is not an animation", '{"layers": []}', "a.lottie"],
    ["an empty file", "", "a.jpg"],
  ])("%s", async (_name, content, originalName) => {
    await expect(inspectBytes(content, originalName)).rejects.toMatchObject({
      code: "unsupported_media_type",
      message: expect.stringMatching(/\. Accepted: jpg, jpeg, png, .*, lottie\.$/),
    });
  });

  it("text that is too large", async () => {
    const file = path.join(dir, "large");
    writeFileSync(file, "x");
    truncateSync(file, MAX_TEXT_BYTES + 1);
    const tooLarge = { code: "too_large", message: expect.stringContaining("10 MB") };
    await expect(inspectFile({ file, size: MAX_TEXT_BYTES + 1, originalName: "a.svg" })).rejects.toMatchObject(
      tooLarge,
    );
  });
});

it("lists exactly the extensions of the contract", () => {
  expect([...ACCEPTED_EXTENSIONS].sort()).toEqual(
    "jpg jpeg png gif bmp webp svg ico avif mp4 webm ogv mp3 wav ogg aac m4a pdf txt json lottie".split(" ").sort(),
  );
});

it("never fails to read the size in a damaged header", () => {
  const { JPG, PNG, GIF, BMP, WEBP, ICO, AVIF } = sample;
  const samples = [JPG, sample.rotatedJpg(6), PNG, GIF, BMP, WEBP, ICO, AVIF];
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }),
      fc.nat(400),
      (picture, changes, length) => {
        const damaged = Buffer.from(picture.subarray(0, length));
        for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
        const { width, height } = rasterSize(damaged) ?? small;
        expect(width >= 1 && height >= 1 && Number.isInteger(width * height)).toBe(true);
      },
    ),
    { numRuns: runs(200, 2_000) },
  );
});

describe("the media worker", () => {
  it("returns the right result for each of several files", async () => {
    const svg = written("1", sample.SVG);
    const responses = await Promise.allSettled([
      inspect("session", svg, "a.svg"),
      inspect("session", written("2", sample.EXE), "b.jpg"),
      inspect("session", written("3", sample.GIF), "c.gif"),
      inspect("session", { path: path.join(dir, "gone"), size: 3 }, "d.gif"),
      inspect("session", written("5", sample.PNG), "e.png"),
    ]);
    expect(responses).toMatchObject([
      { value: { ext: "svg", replacement: expect.any(Uint8Array) } },
      { reason: { code: "unsupported_media_type" } },
      { value: { ext: "gif", ...small } },
      { reason: expect.any(Error) },
      { value: { ext: "png" } },
    ]);
  });

  it.each([
    ["elements", "<g/>".repeat(2_499_000)],
    ["attributes", `<g ${"a='' ".repeat(1_900_000)}/>`],
  ])("rejects a drawing with too many %s without using much memory", async (_, content) => {
    const heavy = written("heavy", `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`);
    const before = process.memoryUsage.rss();
    const [first, second] = await Promise.allSettled([
      inspect("session", heavy, "heavy.svg"),
      inspect("session", written("next", sample.GIF), "next.gif"),
    ]);
    const tooComplex = { code: "unsupported_media_type", message: expect.stringContaining("too complex") };
    expect(first).toMatchObject({ reason: tooComplex });
    expect(second).toMatchObject({ value: { ext: "gif" } });
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
  });
});

const box = (type: string, ...parts: Buffer[]) => {
  const content = joined(...parts);
  return joined(u32(8 + content.length), ascii(type), content);
};

/** An AVIF whose items declare 65,535 empty extents each. */
function avifOfEmptyExtents(items: number): Buffer {
  const iloc = box("iloc", u16(0x100, 0, 0, items), ...Array<Buffer>(items).fill(u16(1, 2, 0, 0xffff)));
  const meta = box("meta", zeros(4), box("iinf", zeros(6)), iloc);
  return joined(box("ftyp", ascii("avif\0\0\0\0avifmif1")), meta);
}

it("rejects a picture that declares too many parts", async () => {
  const source = sourceOfBytes(avifOfEmptyExtents(19_999));
  await expect(cleanHeif(source)).rejects.toThrow("declares too many parts");
});

it("inspects files of sessions in turn, and queues at most four per session", async () => {
  const order: string[] = [];
  const picture = written("picture", sample.PNG);
  const ask = (session: string, name: string) =>
    inspect(session, picture, "a.png").then(
      () => order.push(name),
      (error: AppError) => order.push(`${name} ${error.code}`),
    );
  await Promise.all([...["a1", "a2", "a3", "a4", "a5", "a6"].map((name) => ask("a", name)), ask("b", "b1")]);
  expect(order).toEqual(["a6 too_many_requests", "a1", "a2", "b1", "a3", "a4", "a5"]);
});

it.runIf(whyNoSmallDisk === null)("rejects uploads below 256 MB of free disk space, but accepts saves", async () => {
  const disk = mountSmallDisk(320);
  onTestFinished(() => disk.unmount());
  const { appliance, article } = await startNewsroom({ dataDir: disk.folder });
  const { editor, post } = await article("m");
  const upload = () => editor("POST", "/media?name=a.png", sample.PNG);
  expect((await upload()).status).toBe(201);
  disk.fill(200 * 1024 * 1024);
  const refused = await upload();
  const detail = expect.stringContaining("are free on the disk");
  expect([refused.status, await refused.json()]).toMatchObject([507, { detail }]);
  expect((await post("Words")).status).toBe(201);
  expect((await fetch(`${appliance.url}/readyz`)).status).toBe(200);
  disk.free();
  expect((await upload()).status).toBe(201);
});
