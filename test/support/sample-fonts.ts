/**
 * Builds fonts byte by byte, so that tests need no font files and can make invalid ones. Every letter is a box; browsers
 * render them.
 */
import { createRequire } from "node:module";
import { deflateSync } from "node:zlib";
import { ascii, joined, u8, u16, u32, zeros } from "./bytes.ts";

export interface FontOptions {
  family?: string;
  typographicFamily?: string;
  /** OS/2 usWeightClass. */
  weight?: number;
  /** OS/2 usWidthClass. */
  width?: number;
  italic?: boolean;
  /** OS/2 fsType. */
  fsType?: number;
  characters?: string;
  axes?: { tag: string; min: number; default: number; max: number }[];
  /** Entries of `glyf` instead of the boxes. */
  glyphs?: Buffer[];
  /** Makes otherwise identical fonts different. */
  revision?: number;
}

export type FontTables = Map<string, Buffer>;

const TRUETYPE = 0x00010000;
const POSTSCRIPT = 0x4f54544f;

const pad = (bytes: Buffer): Buffer => joined(bytes, zeros(-bytes.length & 3));

export const ttf = (options: FontOptions = {}): Buffer => sfnt(TRUETYPE, ttfTables(options));

export function ttfTables(options: FontOptions = {}): FontTables {
  const count = options.glyphs?.length ?? charactersOf(options).length + 1;
  const glyphs = options.glyphs ?? Array.from({ length: count }, () => BOX);
  // Points, contours, those of composites, one zone, component elements and depth.
  const maxp = joined(u32(0x00010000), u16(count, 4, 1, 4, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1));
  const loca = u32(...offsets(glyphs, 0));
  return new Map([...commonTables(options, count), ["maxp", maxp], ["loca", loca], ["glyf", joined(...glyphs)]]);
}

/** An OpenType font with PostScript outlines. */
export function otf(options: FontOptions = {}): Buffer {
  const count = charactersOf(options).length + 1;
  const maxp = joined(u32(0x00005000), u16(count));
  const outlines = cff(count, postScriptName(options));
  return sfnt(POSTSCRIPT, new Map([...commonTables(options, count), ["maxp", maxp], ["CFF ", outlines]]));
}

/** The tables of an sfnt as WOFF. */
export function woff(font: Buffer): Buffer {
  const count = font.readUInt16BE(4);
  const records: Buffer[] = [];
  const parts: Buffer[] = [];
  let offset = 44 + 20 * count;
  for (let at = 12; at < 12 + 16 * count; at += 16) {
    const start = font.readUInt32BE(at + 8);
    const table = font.subarray(start, start + font.readUInt32BE(at + 12));
    const deflated = deflateSync(table);
    const packed = deflated.length < table.length ? deflated : table;
    const sizes = u32(offset, packed.length, table.length);
    records.push(font.subarray(at, at + 4), sizes, font.subarray(at + 4, at + 8));
    parts.push(pad(packed));
    offset += pad(packed).length;
  }
  const header = [ascii("wOFF"), font.subarray(0, 4), u32(offset), u16(count, 0), u32(font.length), zeros(24)];
  return joined(...header, ...records, ...parts);
}

/** The same font as WOFF2, by the library that the appliance uses. */
export async function woff2(font: Buffer): Promise<Buffer> {
  const compress = createRequire(import.meta.url)("wawoff2/compress.js") as (bytes: Buffer) => Promise<Uint8Array>;
  return Buffer.from(await compress(font));
}

/** A font file of these tables. */
export function sfnt(flavor: number, tables: FontTables): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = sorted.map(([, table]) => pad(table));
  const starts = offsets(parts, 12 + 16 * sorted.length);
  const power = Math.floor(Math.log2(sorted.length));
  const records = sorted.map(([tag, { length }], index) =>
    joined(ascii(tag), u32(checksum(parts[index] ?? zeros(0)), starts[index] ?? 0, length)),
  );
  const search = u16(sorted.length, 16 << power, power, 16 * sorted.length - (16 << power));
  return joined(u32(flavor), search, ...records, ...parts);
}

const charactersOf = (options: FontOptions) =>
  [...new Set(options.characters ?? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz 0123456789.,")]
    .map((character) => character.codePointAt(0) ?? 0)
    .sort((a, b) => a - b);

const familyOf = (options: FontOptions) => options.family ?? "Galley Test";
const postScriptName = (options: FontOptions) => `${familyOf(options).replace(/[^A-Za-z]/g, "")}-Test`;

function commonTables(options: FontOptions, glyphs: number): [string, Buffer][] {
  const { weight = 400, width = 5, fsType = 0, italic = false, revision = 0, axes } = options;
  const codes = charactersOf(options);
  const [first = 0, last = 0] = [codes[0], codes.at(-1)].map((code) => Math.min(code ?? 0, 0xffff));
  // The boxes' bounds, macStyle, smallest size, long loca.
  const bounds = u16(50, 0, 550, 700, italic ? 2 : 0, 8, 2, 1, 0);
  const metrics = u16(italic ? 0x01 : 0x40, first, last, 800, -200, 0, 800, 200);
  const tables: [string, Buffer][] = [
    // Revision, magic, 1000 units an em.
    ["head", joined(u32(0x00010000, 0x00010000 + revision, 0, 0x5f0f3cf5), u16(3, 1000), zeros(16), bounds)],
    ["hhea", joined(u32(0x00010000), u16(800, -200, 0, 600, 50, 50, 550, 1), zeros(14), u16(glyphs))],
    ["hmtx", joined(...Array.from({ length: glyphs }, () => u16(600, 50)))],
    ["post", joined(u32(0x00030000), zeros(28))],
    ["OS/2", joined(u16(4, 600, weight, width, fsType), zeros(48), ascii("GLLY"), metrics, zeros(18))],
    // One group per character.
    ["cmap", cmapOf(codes.map((code, index) => [code, code, index + 1] as const))],
    ["name", nameTable(options)],
  ];
  if (axes !== undefined) tables.push(["fvar", fvar(axes)]);
  return tables;
}

/** Format 12. @param groups first and last character, first glyph */
export function cmapOf(groups: readonly (readonly [number, number, number])[]): Buffer {
  const header = [u16(0, 1, 3, 10), u32(12), u16(12, 0), u32(16 + 12 * groups.length, 0, groups.length)];
  return joined(...header, u32(...groups.flat()));
}

function nameTable(options: FontOptions): Buffer {
  const { italic, typographicFamily, axes = [] } = options;
  const names: [number, string][] = [
    [1, familyOf(options)],
    [2, italic === true ? "Italic" : "Regular"],
    [3, `${postScriptName(options)};1`],
    [4, familyOf(options)],
    [5, "Version 1.000"],
    [6, postScriptName(options)],
    ...(typographicFamily === undefined ? [] : [[16, typographicFamily] as [number, string]]),
    ...axes.map((axis, index): [number, string] => [256 + index, `Axis ${axis.tag}`]),
  ];
  const strings = names.map(([, text]) => Buffer.from(text, "utf16le").swap16());
  const starts = offsets(strings, 0);
  const records = names.map(([id], index) => u16(3, 1, 0x409, id, strings[index]?.length ?? 0, starts[index] ?? 0));
  return joined(u16(0, names.length, 6 + 12 * names.length), ...records, ...strings);
}

function fvar(axes: NonNullable<FontOptions["axes"]>): Buffer {
  const records = axes.map(({ tag, min, default: usual, max }, index) =>
    joined(ascii(tag), u32(...[min, usual, max].map((value) => value * 65_536)), u16(0, 256 + index)),
  );
  return joined(u16(1, 0, 16, 2, axes.length, 20, 0, 4 + 4 * axes.length), ...records);
}

/** A glyph of four points on the curve, with words for coordinates. */
const BOX = pad(joined(u16(1, 50, 0, 550, 700, 3, 0), u8(1, 1, 1, 1), u16(50, 500, 0, -500, 0, 0, 700, 0)));

/** A composite glyph. */
export function composite(parts: number[]): Buffer {
  const references = parts.map((part, index) => u16(index === parts.length - 1 ? 0x0003 : 0x0023, part, 0, 0));
  return pad(joined(u16(-1, 50, 0, 550, 700), ...references));
}

/** A CFF table in which every glyph is the same box. */
function cff(glyphs: number, name: string): Buffer {
  const number = (value: number) => joined(u8(29), u32(value));
  const shorts = (...values: number[]) => joined(...values.map((value) => joined(u8(28), u16(value))));
  const header = u8(1, 0, 4, 4);
  const names = cffIndex([ascii(name)]);
  const none = cffIndex([]);
  // 600 width beyond the nominal one; rmoveto, hlineto, vlineto, hlineto; endchar.
  const glyph = joined(shorts(600, 50, 0), u8(21), shorts(500, 700, -500), u8(6, 14));
  const charStrings = cffIndex(Array.from({ length: glyphs }, () => glyph));
  // Format 2: one range of names from the first standard string on.
  const charset = u8(2, 0, 1, 0, glyphs - 2);
  const privateDict = joined(number(0), u8(20), number(0), u8(21));
  const topDict = (charsetAt: number, charStringsAt: number, privateAt: number) => {
    const places = [number(charsetAt), u8(15), number(charStringsAt), u8(17)];
    return cffIndex([joined(...places, number(privateDict.length), number(privateAt), u8(18))]);
  };
  const before = header.length + names.length + topDict(0, 0, 0).length + 2 * none.length;
  const charStringsAt = before + charset.length;
  const top = topDict(before, charStringsAt, charStringsAt + charStrings.length);
  // Neither strings nor subroutines.
  return joined(header, names, top, none, none, charset, charStrings, privateDict);
}

function cffIndex(items: Buffer[]): Buffer {
  if (items.length === 0) return u16(0);
  return joined(u16(items.length), u8(4), u32(...offsets(items, 1)), ...items);
}

/** Start offset of each part, and the end of the last. */
function offsets(parts: Buffer[], start: number): number[] {
  const all = [start];
  for (const { length } of parts) all.push((all.at(-1) ?? 0) + length);
  return all;
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
