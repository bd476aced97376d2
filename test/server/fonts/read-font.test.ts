import fs from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { FontFileView } from "../../../server/contracts/fonts-api.ts";
import { createFontInspection } from "../../../server/fonts/font-inspection.ts";
import {
  cleanFamily,
  rangesOverlap,
  readStretch,
  readStyle,
  readUnicodeRange,
  readWeight,
  unicodeRangeOf,
} from "../../../server/fonts/font-values.ts";
import { craftedZip } from "../../support/archives.ts";
import { newFile } from "../../support/backups.ts";
import { ascii, joined, u8, u16, u32, zeros } from "../../support/bytes.ts";
import { addFont, fontsOf, postFont } from "../../support/fonts.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { cmapOf, composite, otf, sfnt, ttf, ttfTables, woff, woff2 } from "../../support/sample-fonts.ts";

const { appliance, project: owner } = await startNewsroom();
const project = owner.id;

const bytesOf = async (fileName: string) => {
  const response = await appliance.request("GET", `/projects/${project}/fonts/${fileName}`);
  return { type: response.headers.get("content-type"), bytes: Buffer.from(await response.arrayBuffer()) };
};

describe("an uploaded font", () => {
  it.each([
    ["ttf", () => ttf({ family: "Form ttf" })],
    ["otf", () => otf({ family: "Form otf" })],
    ["woff", () => woff(ttf({ family: "Form woff" }))],
    ["woff", () => woff(otf({ family: "Form woff of otf" }))],
    ["woff2", () => woff2(ttf({ family: "Form woff2" }))],
  ])("of format %s is read, stored unchanged, and has a woff2", async (format, make) => {
    const font = await make();
    const view = await addFont(appliance, project, `Über uns.${format}`, font);
    expect(view).toMatchObject({ format, size: font.length, warnings: [] });
    expect(view).toMatchObject({ weight: "400", style: "normal", stretch: "100%" });
    expect(view.family).toMatch(/^Form /);
    expect(view.file_name).toMatch(new RegExp(`^uber-uns-[0-9a-f]{8}\\.${format}$`));
    expect(view.read).toMatchObject({ characters: 65, coverage: "U+20, U+2C, U+2E, U+30-39, U+41-5A, U+61-7A" });
    expect((await bytesOf(view.file_name)).bytes).toEqual(font);
    if (format === "woff2") expect(view.woff2).toBeNull();
    else {
      const made = await bytesOf(view.woff2?.file_name ?? "");
      expect(made.type).toBe("font/woff2");
      expect(made.bytes.toString("latin1", 0, 4)).toBe("wOF2");
      expect(made.bytes.length).toBe(view.woff2?.size);
    }
  });
});

it("reads weight, style, width and the typographic family", async () => {
  const font = ttf({ family: "Press Cond Black", typographicFamily: "Press", weight: 900, width: 3, italic: true });
  const read = { family: "Press", weight: "900", style: "italic", stretch: "75%" };
  expect(await addFont(appliance, project, "press.ttf", font)).toMatchObject(read);
});

it("reads the axes of a variable font", async () => {
  const axes = [
    { tag: "wght", min: 100, default: 400, max: 900 },
    { tag: "slnt", min: -12, default: 0, max: 0 },
    { tag: "GRAD", min: -200, default: 0, max: 150 },
  ];
  const view = await addFont(appliance, project, "variable.ttf", ttf({ family: "Variable", axes }));
  expect(view).toMatchObject({ weight: "100 900", style: "oblique 0deg 12deg" });
  expect(view.axes).toEqual(axes.map((axis) => ({ ...axis, name: `Axis ${axis.tag}` })));
});

it.each([
  ["without a family name, and uses the file name", { family: " " }, "Front Page", "no family name"],
  ["whose licence bits forbid embedding", { family: "Restricted", fsType: 2 }, "Restricted", "fsType"],
])("warns of a font %s", async (_, options, family, warning) => {
  const view = await addFont(appliance, project, "Front_Page.ttf", ttf(options));
  expect(view).toMatchObject({ family, warnings: [expect.stringContaining(warning)] });
});

it("returns an existing font unchanged when it is uploaded again", async () => {
  const font = ttf({ family: "Twice" });
  const first = await addFont(appliance, project, "twice.ttf", font);
  await appliance.console("PATCH", `/projects/${project}/fonts/${first.file_name}`, { family: "Corrected" });
  const again = await addFont(appliance, project, "another name.ttf", font);
  expect(again).toMatchObject({ file_name: first.file_name, family: "Corrected" });
});

it("keeps corrections apart from the file's own values, and rejects invalid ones", async () => {
  const { file_name } = await addFont(appliance, project, "wrong.ttf", ttf({ family: "Wrong" }));
  const patch = (body: object) => appliance.request("PATCH", `/projects/${project}/fonts/${file_name}`, body);
  const given = { family: " Right\n", weight: "650", style: "Italic", stretch: "62.5%", unicode_range: "u+0-ff,U+131" };
  const corrected = (await (await patch(given)).json()) as FontFileView;
  expect(corrected).toMatchObject({
    family: "Right",
    weight: "650",
    style: "italic",
    stretch: "62.5%",
    unicode_range: "U+0-FF, U+131",
    read: { family: "Wrong", weight: "400", style: "normal", stretch: "100%" },
  });
  const wrong = { family: " ", weight: "bold", style: "italic; } body {", stretch: "20%", unicode_range: "U+110000" };
  for (const [field, value] of Object.entries(wrong)) expect((await patch({ [field]: value })).status, field).toBe(422);
  expect((await fontsOf(appliance, project)).files.find((file) => file.file_name === file_name)).toEqual(corrected);
});

it("warns that the older of two files of the same face is not published", async () => {
  const older = await addFont(appliance, project, "double-1.ttf", ttf({ family: "Double", revision: 1 }));
  const newer = await addFont(appliance, project, "double-2.ttf", ttf({ family: "Double", revision: 2 }));
  const { files } = await fontsOf(appliance, project);
  const warnings = (name: string) => files.find(({ file_name }) => file_name === name)?.warnings;
  const unpublished = expect.stringContaining("Not published: double-2.ttf was uploaded later");
  expect(warnings(older.file_name)).toEqual([unpublished]);
  expect(warnings(newer.file_name)).toEqual([]);
});

it("removes a font", async () => {
  const { file_name } = await addFont(appliance, project, "gone.ttf", ttf({ family: "Gone" }));
  await appliance.console("DELETE", `/projects/${project}/fonts/${file_name}`);
  expect((await fontsOf(appliance, project)).files.map((file) => file.file_name)).not.toContain(file_name);
  await expect(appliance.console("DELETE", `/projects/${project}/fonts/${file_name}`)).rejects.toThrow("404");
  await expect(fontsOf(appliance, "unknown")).rejects.toThrow("404");
});

it("rejects a file of more than 20 MB", async () => {
  const response = await postFont(appliance, project, "big.ttf", Buffer.alloc(20 * 1024 * 1024 + 1));
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ code: "fonts.too_large", facts: { limit: 20 * 1024 * 1024 } });
});

it.each<[typeof readWeight, read: Record<string, string>, refused: string[]]>([
  [readWeight, { "400": "400", " 100  900 ": "100 900", "700 700": "700" }, ["0", "1001", "900 100", "bold", ""]],
  [readStyle, { Normal: "normal", "oblique -9.5deg": "oblique -9.5deg" }, ["oblique 91deg", "slanted"]],
  [readStyle, { "oblique  0deg 10deg": "oblique 0deg 10deg" }, ["oblique 10deg 0deg"]],
  [readStretch, { "62.50%": "62.5%", "75% 125%": "75% 125%" }, ["125% 75%", "49%", "201%", "condensed"]],
  [readUnicodeRange, { "u+20-7e": "U+20-7E", "U+100, U+0-FF": "U+0-FF, U+100" }, ["U+4??", "U+110000", "U+7F-20", ""]],
])("%o normalizes valid values and rejects others", (read, values, refused) => {
  for (const [text, value] of Object.entries(values)) expect(read(text), text).toBe(value);
  for (const text of refused) expect(read(text), text).toBeNull();
});

it("combines characters into unicode ranges", () => {
  expect(unicodeRangeOf([0x43, 0x41, 0x42, 0x42, 0x61])).toBe("U+41-43, U+61");
  expect(unicodeRangeOf([])).toBe("");
});

it("joins the nearest of many ranges without losing characters", () => {
  const characters = Array.from({ length: 400 }, (_, n) => n * (n % 2 === 0 ? 100 : 101));
  const ranges = unicodeRangeOf(characters);
  expect(ranges.split(", ").length).toBeLessThanOrEqual(150);
  for (const code of characters) expect(rangesOverlap(`U+${code.toString(16)}`, ranges), String(code)).toBe(true);
});

it("detects overlapping ranges", () => {
  expect(rangesOverlap("U+0-FF", "U+FF-200")).toBe(true);
  expect(rangesOverlap("U+0-FF, U+300", "U+100-2FF")).toBe(false);
});

it("removes control characters from a family name, and shortens it", () => {
  expect(cleanFamily("  Daily\u0000\n Sans ")).toBe("Daily Sans");
  expect([...cleanFamily("𝔉".repeat(200))]).toHaveLength(100);
});

/** A font with some tables replaced; undefined removes a table. */
function changed(tables: Record<string, Buffer | undefined>): Buffer {
  const all = ttfTables();
  for (const [tag, table] of Object.entries(tables)) {
    if (table === undefined) all.delete(tag);
    else all.set(tag, table);
  }
  return sfnt(0x00010000, all);
}

/** A font with another 32-bit number at an offset of the directory's record of `glyf`. */
function withGlyfAt(offset: number, value: number): Buffer {
  const font = Buffer.from(ttf());
  font.writeUInt32BE(value, font.indexOf("glyf") + offset);
  return font;
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
  [422, "a truncated woff", () => HALF(woff(ttf())), "beyond the end"],
  [422, "a truncated woff2", async () => HALF(await woff2(ttf())), "beyond the end"],
  [422, "only a signature", () => Buffer.from("\0\x01\0\0", "latin1"), "beyond the end"],
  [422, "a woff2 of noise", async () => noisy(await woff2(ttf())), "cannot be unpacked"],
  [422, "a woff2 that claims 2 GB", woff2Claim, "unpacked font"],
  [422, "a woff that declares 1 MB and unpacks to 20 MB", woffBomb, "cannot be unpacked"],
  [422, "a table larger than the file", () => withGlyfAt(12, 0x7fffffff), "beyond the end"],
  [422, "overlapping tables", () => withGlyfAt(8, 300), "overlaps another"],
  [422, "65,535 tables", () => joined(u8(0, 1, 0, 0, 0xff, 0xff), zeros(6 + 65_535 * 16)), "65535 tables"],
  [422, "a font without a character map", () => changed({ cmap: undefined }), "cmap"],
  [422, "a font without glyphs", () => changed({ glyf: undefined, loca: undefined }), "no glyphs"],
  [422, "a truncated header", () => changed({ head: zeros(20) }), "head table is cut off"],
  [422, "an invalid header", () => changed({ head: zeros(54) }), "header cannot be read"],
  [422, "a character map of noise", () => changed({ cmap: Buffer.alloc(500, 0xee) }), "character map"],
  [422, "outlines outside their table", () => changed({ loca: Buffer.alloc(4 * 67, 0x7f) }), "outside its table"],
  [422, "a glyph that contains itself", () => ttf({ glyphs: [composite([1]), composite([1])] }), "contains itself"],
  [422, "glyphs in a circle", () => ttf({ glyphs: [1, 2, 3, 1].map((n) => composite([n])) }), "contains itself"],
  [422, "a glyph of 2^40 parts", () => ttf({ glyphs: [...doubling(40), zeros(0)] }), "more than 10000 parts"],
])("returns %i with a reason for %s", async (status, _, make, sentence) => {
  const response = await postFont(appliance, project, "hostile.ttf", await make());
  const { detail } = (await response.json()) as { detail: string };
  expect([response.status, detail]).toEqual([status, expect.stringContaining(sentence)]);
  expect(detail).toMatch(/^[A-Z].*\.$/s);
});

it("stores nothing of rejected files, and accepts the next font", async () => {
  expect(JSON.stringify(await fontsOf(appliance, project))).not.toContain("hostile");
  expect(fs.readdirSync(path.join(appliance.dataDir, "tmp"))).toEqual([]);
  expect((await addFont(appliance, project, "good.ttf", ttf())).family).toBe("Galley Test");
});

const fileOf = (font: Buffer) => newFile("font.ttf", font);
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
