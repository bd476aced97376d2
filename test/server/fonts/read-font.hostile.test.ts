import fs from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { createFontInspection } from "../../../server/fonts/font-inspection.ts";
import { temporaryFolder } from "../../support/appliance.ts";
import { craftedZip } from "../../support/archives.ts";
import { addFont, fontsOf, postFont } from "../../support/fonts.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { cmapOf, composite, otf, sfnt, ttf, ttfTables, woff, woff2 } from "../../support/sample-fonts.ts";

const { appliance, project: owner } = await startNewsroom();
const project = owner.id;

/** A font with some tables replaced; undefined removes a table. */
function changed(tables: Record<string, Buffer | undefined>): Buffer {
  const all = ttfTables();
  for (const [tag, table] of Object.entries(tables)) {
    if (table === undefined) all.delete(tag);
    else all.set(tag, table);
  }
  return sfnt(0x00010000, all);
}

/** The bytes with a 32-bit number written into a copy. */
function patched(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(value >>> 0, at);
  return copy;
}

/** Offset of a table's record in the directory. */
function recordOf(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4);
  for (let at = 12; at < 12 + 16 * count; at += 16) if (font.toString("latin1", at, at + 4) === tag) return at;
  throw new Error(`no ${tag}`);
}

/** A WOFF whose first table unpacks to far more than it declares. */
function woffBomb(): Buffer {
  const bomb = deflateSync(Buffer.alloc(20_000_000), { level: 1 });
  const header = Buffer.alloc(64);
  header.write("wOFF", 0, "latin1");
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt32BE(64 + bomb.length, 8);
  header.writeUInt16BE(1, 12);
  header.write("glyf", 44, "latin1");
  for (const [index, value] of [64, bomb.length, 1_000_000].entries()) header.writeUInt32BE(value, 48 + 4 * index);
  return Buffer.concat([header, bomb]);
}

/** A WOFF2 whose directory claims tables of 2 GB. */
function woff2Claim(): Buffer {
  const entry = Buffer.from([0x3f, 0x61, 0x62, 0x63, 0x64, 0x87, 0xff, 0xff, 0xff, 0x7f]);
  const header = Buffer.alloc(48);
  header.write("wOF2", 0, "latin1");
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt32BE(48 + entry.length, 8);
  header.writeUInt16BE(1, 12);
  return Buffer.concat([header, entry]);
}

const HALF = (font: Buffer) => font.subarray(0, font.length >> 1);

const NOT_FONTS: [string, () => Buffer | Promise<Buffer>, string][] = [
  ["an empty file", () => Buffer.alloc(0), "empty"],
  ["an HTML page", () => Buffer.from("\n<!DOCTYPE html><title>Not found</title>"), "web page"],
  ["a ZIP archive", () => craftedZip([{ name: "font.ttf", data: ttf() }]), "ZIP"],
  ["a picture", () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "not a font"],
  ["a program", () => Buffer.concat([Buffer.from("\x7fELF", "latin1"), Buffer.alloc(4_000)]), "not a font"],
  ["a collection", () => Buffer.concat([Buffer.from("ttcf"), Buffer.alloc(100)]), "collection"],
];

const DAMAGED: [string, () => Buffer | Promise<Buffer>, string][] = [
  ["a truncated ttf", () => HALF(ttf()), "beyond the end"],
  ["a truncated otf", () => HALF(otf()), "beyond the end"],
  ["a truncated woff", () => HALF(woff(ttf())), "cut off"],
  ["a truncated woff2", async () => HALF(await woff2(ttf())), "cut off"],
  ["only a signature", () => Buffer.from("\0\x01\0\0", "latin1"), "beyond the end"],
  [
    "a woff2 of noise",
    async () => {
      const font = await woff2(ttf());
      return Buffer.concat([font.subarray(0, 100), Buffer.alloc(font.length - 100, 0xa5)]);
    },
    "cannot be unpacked",
  ],
  ["a woff2 that claims 2 GB", woff2Claim, "unpacked font"],
  ["a woff that declares 1 MB and unpacks to 20 MB", woffBomb, "cannot be unpacked"],
  ["a table larger than the file", () => patched(ttf(), recordOf(ttf(), "glyf") + 12, 0x7fffffff), "beyond the end"],
  ["overlapping tables", () => patched(ttf(), recordOf(ttf(), "glyf") + 8, 300), "overlaps another"],
  [
    "65,535 tables",
    () => Buffer.concat([Buffer.from("00010000ffff000000000000", "hex"), Buffer.alloc(65_535 * 16)]),
    "65535 tables",
  ],
  ["a font without a character map", () => changed({ cmap: undefined }), "cmap"],
  ["a font without glyphs", () => changed({ glyf: undefined, loca: undefined }), "no glyphs"],
  ["a truncated header", () => changed({ head: Buffer.alloc(20) }), "head table is cut off"],
  ["an invalid header", () => changed({ head: Buffer.alloc(54) }), "header cannot be read"],
  ["a character map of noise", () => changed({ cmap: Buffer.alloc(500, 0xee) }), "character map"],
  ["outlines outside their table", () => changed({ loca: Buffer.alloc(4 * 67, 0x7f) }), "outside its table"],
  ["a glyph that contains itself", () => ttf({ glyphs: [composite([1]), composite([1])] }), "contains itself"],
  [
    "glyphs that contain each other",
    () => ttf({ glyphs: [composite([1]), composite([2]), composite([3]), composite([1])] }),
    "contains itself",
  ],
  [
    "a glyph of 2^40 parts",
    () =>
      ttf({ glyphs: Array.from({ length: 41 }, (_, n) => (n === 40 ? Buffer.alloc(0) : composite([n + 1, n + 1]))) }),
    "more than 10000 parts",
  ],
];

async function refused(font: Buffer, status: number, sentence: string) {
  const answer = await postFont(appliance, project, "hostile.ttf", font);
  const { detail } = (await answer.json()) as { detail: string };
  expect(answer.status, detail).toBe(status);
  expect(detail).toContain(sentence);
  expect(detail).toMatch(/^[A-Z].*\.$/s);
}

it.each(NOT_FONTS)("answers 415 with a reason for %s", async (_, make, sentence) =>
  refused(await make(), 415, sentence),
);

it.each(DAMAGED)("answers 422 with a reason for %s", async (_, make, sentence) => refused(await make(), 422, sentence));

it("stores nothing of rejected files, and accepts the next font", async () => {
  expect((await fontsOf(appliance, project)).files).toEqual([]);
  expect(fs.readdirSync(path.join(appliance.dataDir, "tmp"))).toEqual([]);
  expect((await addFont(appliance, project, "good.ttf", ttf())).family).toBe("Galley Test");
});

const TOO_MUCH = { code: "invalid", sentence: { code: "fonts.too_much" } };
/** A character map that repeats every character, which takes gigabytes when expanded. */
const endless = () => changed({ cmap: cmapOf(Array.from({ length: 4_000 }, () => [0, 30_000, 1] as const)) });

it("rejects a font that takes too much memory, and reads the next one", { timeout: 30_000 }, async () => {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, "endless.ttf"), endless());
  fs.writeFileSync(path.join(folder, "good.ttf"), ttf());
  const inspection = createFontInspection({ readMs: 1_000_000, packMs: 1, memoryMb: 32 });
  await expect(inspection.read(path.join(folder, "endless.ttf"))).rejects.toMatchObject(TOO_MUCH);
  expect((await inspection.read(path.join(folder, "good.ttf"))).family).toBe("Galley Test");
  await inspection.close();
});

it("rejects a font that takes too long, and reads the next one", async () => {
  const folder = temporaryFolder();
  const slow = path.join(folder, "slow.ttf");
  const quick = path.join(folder, "quick.ttf");
  fs.writeFileSync(slow, endless());
  fs.writeFileSync(quick, ttf());
  const hurried = createFontInspection({ readMs: 1, packMs: 1, memoryMb: 256 });
  await expect(hurried.read(slow)).rejects.toMatchObject(TOO_MUCH);
  await hurried.close();
  const patient = createFontInspection({ readMs: 10_000, packMs: 1, memoryMb: 256 });
  expect((await patient.read(quick)).family).toBe("Galley Test");
  expect(await patient.pack(quick)).toBeNull();
  expect((await patient.read(quick)).family).toBe("Galley Test");
  const cut = expect(patient.read(slow)).rejects.toThrow("shutting down");
  await patient.close();
  await cut;
});
