import fs from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { createFontInspection } from "../../../server/fonts/font-inspection.ts";
import { temporaryFolder } from "../../support/appliance.ts";
import { craftedZip } from "../../support/archives.ts";
import { ascii, joined, u8, u16, u32, zeros } from "../../support/bytes.ts";
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

/** A WOFF or WOFF2 with one table. */
const withOneTable = (kind: string, entry: Buffer, table = zeros(0)) => {
  const fixed = joined(u32(0x00010000), u32(table.length + entry.length + (kind === "wOFF" ? 44 : 48)), u16(1, 0));
  return joined(ascii(kind), fixed, zeros(kind === "wOFF" ? 28 : 32), entry, table);
};

/** A WOFF whose table unpacks to far more than it declares. */
function woffBomb(): Buffer {
  const bomb = deflateSync(zeros(20_000_000), { level: 1 });
  return withOneTable("wOFF", joined(ascii("glyf"), u32(64, bomb.length, 1_000_000, 0)), bomb);
}

/** A WOFF2 whose directory claims a table of 2 GB. */
const woff2Claim = () => withOneTable("wOF2", u8(0x3f, 0x61, 0x62, 0x63, 0x64, 0x87, 0xff, 0xff, 0xff, 0x7f));

const HALF = (font: Buffer) => font.subarray(0, font.length >> 1);

/** Glyphs that each contain the next one twice. */
const doubling = (count: number) => Array.from({ length: count }, (_, n) => composite([n + 1, n + 1]));
/** The copy of a font with noise after its head. */
const noisy = (font: Buffer) => Buffer.from(font).fill(0xa5, 100);

it.each<[status: number, name: string, make: () => Buffer | Promise<Buffer>, sentence: string]>([
  [415, "an empty file", () => zeros(0), "empty"],
  [415, "an HTML page", () => Buffer.from("\n<!DOCTYPE html><title>Not found</title>"), "web page"],
  [415, "a ZIP archive", () => craftedZip([{ name: "font.ttf", data: ttf() }]), "ZIP"],
  [415, "a picture", () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "not a font"],
  [415, "a program", () => joined(ascii("\x7fELF"), zeros(4_000)), "not a font"],
  [415, "a collection", () => joined(ascii("ttcf"), zeros(100)), "collection"],
  [422, "a truncated ttf", () => HALF(ttf()), "beyond the end"],
  [422, "a truncated otf", () => HALF(otf()), "beyond the end"],
  [422, "a truncated woff", () => HALF(woff(ttf())), "cut off"],
  [422, "a truncated woff2", async () => HALF(await woff2(ttf())), "cut off"],
  [422, "only a signature", () => Buffer.from("\0\x01\0\0", "latin1"), "beyond the end"],
  [422, "a woff2 of noise", async () => noisy(await woff2(ttf())), "cannot be unpacked"],
  [422, "a woff2 that claims 2 GB", woff2Claim, "unpacked font"],
  [422, "a woff that declares 1 MB and unpacks to 20 MB", woffBomb, "cannot be unpacked"],
  [
    422,
    "a table larger than the file",
    () => patched(ttf(), recordOf(ttf(), "glyf") + 12, 0x7fffffff),
    "beyond the end",
  ],
  [422, "overlapping tables", () => patched(ttf(), recordOf(ttf(), "glyf") + 8, 300), "overlaps another"],
  [422, "65,535 tables", () => joined(u8(0, 1, 0, 0, 0xff, 0xff), zeros(6 + 65_535 * 16)), "65535 tables"],
  [422, "a font without a character map", () => changed({ cmap: undefined }), "cmap"],
  [422, "a font without glyphs", () => changed({ glyf: undefined, loca: undefined }), "no glyphs"],
  [422, "a truncated header", () => changed({ head: zeros(20) }), "head table is cut off"],
  [422, "an invalid header", () => changed({ head: zeros(54) }), "header cannot be read"],
  [422, "a character map of noise", () => changed({ cmap: Buffer.alloc(500, 0xee) }), "character map"],
  [422, "outlines outside their table", () => changed({ loca: Buffer.alloc(4 * 67, 0x7f) }), "outside its table"],
  [422, "a glyph that contains itself", () => ttf({ glyphs: [composite([1]), composite([1])] }), "contains itself"],
  [
    422,
    "glyphs that contain each other",
    () => ttf({ glyphs: [1, 2, 3, 1].map((n) => composite([n])) }),
    "contains itself",
  ],
  [422, "a glyph of 2^40 parts", () => ttf({ glyphs: [...doubling(40), zeros(0)] }), "more than 10000 parts"],
])("answers %i with a reason for %s", async (status, _, make, sentence) => {
  const answer = await postFont(appliance, project, "hostile.ttf", await make());
  const { detail } = (await answer.json()) as { detail: string };
  expect([answer.status, detail]).toEqual([status, expect.stringContaining(sentence)]);
  expect(detail).toMatch(/^[A-Z].*\.$/s);
});

it("stores nothing of rejected files, and accepts the next font", async () => {
  expect((await fontsOf(appliance, project)).files).toEqual([]);
  expect(fs.readdirSync(path.join(appliance.dataDir, "tmp"))).toEqual([]);
  expect((await addFont(appliance, project, "good.ttf", ttf())).family).toBe("Galley Test");
});

function fileOf(font: Buffer): string {
  const file = path.join(temporaryFolder(), "font.ttf");
  fs.writeFileSync(file, font);
  return file;
}

const TOO_MUCH = { code: "invalid", sentence: { code: "fonts.too_much" } };
/** A character map that repeats every character, which takes gigabytes when expanded. */
const endless = () => changed({ cmap: cmapOf(Array.from({ length: 4_000 }, () => [0, 30_000, 1] as const)) });

it("rejects a font that takes too much memory, and reads the next one", { timeout: 30_000 }, async () => {
  const inspection = createFontInspection({ readMs: 1_000_000, packMs: 1, memoryMb: 32 });
  await expect(inspection.read(fileOf(endless()))).rejects.toMatchObject(TOO_MUCH);
  expect((await inspection.read(fileOf(ttf()))).family).toBe("Galley Test");
  await inspection.close();
});

it("rejects a font that takes too long, and reads the next one", async () => {
  const [slow, quick] = [fileOf(endless()), fileOf(ttf())];
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
