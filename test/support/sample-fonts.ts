/**
 * Fonts written byte by byte, so that none has to be shipped, and a test can make one that lies. Every letter is a box;
 * browsers show them.
 */
import { createRequire } from "node:module";
import { deflateSync } from "node:zlib";

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
  /** Glyphs instead of the boxes: what stands in `glyf`, one a glyph. */
  glyphs?: Buffer[];
  /** Makes otherwise identical fonts different. */
  revision?: number;
}

export type FontTables = Map<string, Buffer>;

export function ttf(options: FontOptions = {}): Buffer {
  return sfnt(0x00010000, ttfTables(options));
}

export function ttfTables(options: FontOptions = {}): FontTables {
  const count = options.glyphs?.length ?? charactersOf(options).length + 1;
  const glyphs = options.glyphs ?? Array.from({ length: count }, box);
  const loca = Buffer.alloc(4 * (count + 1));
  let end = 0;
  for (const [index, glyph] of glyphs.entries()) {
    end += glyph.length;
    loca.writeUInt32BE(end, 4 * (index + 1));
  }
  const maxp = Buffer.alloc(32);
  maxp.writeUInt32BE(0x00010000, 0);
  maxp.writeUInt16BE(count, 4);
  // Points, contours; one zone; component elements and depth.
  for (const [at, value] of [
    [6, 4],
    [8, 1],
    [10, 4],
    [12, 1],
    [14, 1],
    [28, 1],
    [30, 1],
  ] as const)
    maxp.writeUInt16BE(value, at);
  return new Map([...commonTables(options, count), ["maxp", maxp], ["loca", loca], ["glyf", Buffer.concat(glyphs)]]);
}

/** An OpenType font with PostScript outlines. */
export function otf(options: FontOptions = {}): Buffer {
  const count = charactersOf(options).length + 1;
  const maxp = Buffer.alloc(6);
  maxp.writeUInt32BE(0x00005000, 0);
  maxp.writeUInt16BE(count, 4);
  return sfnt(
    0x4f54544f,
    new Map([...commonTables(options, count), ["maxp", maxp], ["CFF ", cff(count, postScriptName(options))]]),
  );
}

/** The tables of an sfnt as WOFF. */
export function woff(font: Buffer): Buffer {
  const count = font.readUInt16BE(4);
  const header = Buffer.alloc(44 + 20 * count);
  const parts: Buffer[] = [];
  let offset = header.length;
  for (let index = 0; index < count; index++) {
    const record = 12 + 16 * index;
    const start = font.readUInt32BE(record + 8);
    const table = font.subarray(start, start + font.readUInt32BE(record + 12));
    const deflated = deflateSync(table);
    const packed = deflated.length < table.length ? deflated : table;
    const at = 44 + 20 * index;
    font.copy(header, at, record, record + 4);
    header.writeUInt32BE(offset, at + 4);
    header.writeUInt32BE(packed.length, at + 8);
    header.writeUInt32BE(table.length, at + 12);
    font.copy(header, at + 16, record + 4, record + 8);
    const padded = pad(packed);
    parts.push(padded);
    offset += padded.length;
  }
  header.write("wOFF", 0, "latin1");
  font.copy(header, 4, 0, 4);
  header.writeUInt32BE(offset, 8);
  header.writeUInt16BE(count, 12);
  header.writeUInt32BE(font.length, 16);
  return Buffer.concat([header, ...parts]);
}

/** The same font as WOFF2, by the library that the appliance uses. */
export async function woff2(font: Buffer): Promise<Buffer> {
  const compress = createRequire(import.meta.url)("wawoff2/compress.js") as (bytes: Buffer) => Promise<Uint8Array>;
  return Buffer.from(await compress(font));
}

/** A font file of these tables. */
export function sfnt(flavor: number, tables: FontTables): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const header = Buffer.alloc(12 + 16 * sorted.length);
  const power = Math.floor(Math.log2(sorted.length));
  header.writeUInt32BE(flavor, 0);
  header.writeUInt16BE(sorted.length, 4);
  header.writeUInt16BE(16 << power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * sorted.length - (16 << power), 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [index, [tag, table]] of sorted.entries()) {
    const at = 12 + 16 * index;
    header.write(tag, at, "latin1");
    header.writeUInt32BE(checksum(pad(table)), at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(table.length, at + 12);
    parts.push(pad(table));
    offset += pad(table).length;
  }
  return Buffer.concat(parts);
}

const charactersOf = (options: FontOptions) =>
  [...new Set(options.characters ?? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz 0123456789.,")]
    .map((character) => character.codePointAt(0) ?? 0)
    .sort((a, b) => a - b);

const familyOf = (options: FontOptions) => options.family ?? "Galley Test";
const postScriptName = (options: FontOptions) => `${familyOf(options).replace(/[^A-Za-z]/g, "")}-Test`;

function commonTables(options: FontOptions, glyphs: number): [string, Buffer][] {
  const head = Buffer.alloc(54);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt32BE(0x00010000 + (options.revision ?? 0), 4);
  head.writeUInt32BE(0x5f0f3cf5, 12);
  head.writeUInt16BE(0x0003, 16);
  head.writeUInt16BE(1000, 18);
  // Bounding box of the boxes, macStyle, smallest size, long loca.
  for (const [at, value] of [
    [36, 50],
    [40, 550],
    [42, 700],
    [44, options.italic === true ? 2 : 0],
    [46, 8],
    [48, 2],
    [50, 1],
  ] as const)
    head.writeInt16BE(value, at);
  const hhea = Buffer.alloc(36);
  hhea.writeUInt32BE(0x00010000, 0);
  for (const [at, value] of [
    [4, 800],
    [6, -200],
    [10, 600],
    [12, 50],
    [14, 50],
    [16, 550],
    [18, 1],
    [34, glyphs],
  ] as const)
    hhea.writeInt16BE(value, at);
  const hmtx = Buffer.alloc(4 * glyphs);
  for (let glyph = 0; glyph < glyphs; glyph++) {
    hmtx.writeUInt16BE(600, 4 * glyph);
    hmtx.writeInt16BE(50, 4 * glyph + 2);
  }
  const post = Buffer.alloc(32);
  post.writeUInt32BE(0x00030000, 0);
  const codes = charactersOf(options);
  const os2 = Buffer.alloc(96);
  for (const [at, value] of [
    [0, 4],
    [2, 600],
    [4, options.weight ?? 400],
    [6, options.width ?? 5],
    [8, options.fsType ?? 0],
    [62, options.italic === true ? 0x01 : 0x40],
    [64, Math.min(codes[0] ?? 0, 0xffff)],
    [66, Math.min(codes.at(-1) ?? 0, 0xffff)],
    [68, 800],
    [74, 800],
    [76, 200],
  ] as const)
    os2.writeUInt16BE(value, at);
  os2.writeInt16BE(-200, 70);
  os2.write("GLLY", 58, "latin1");
  const tables: [string, Buffer][] = [
    ["head", head],
    ["hhea", hhea],
    ["hmtx", hmtx],
    ["post", post],
    ["OS/2", os2],
    ["cmap", cmap(codes)],
    ["name", nameTable(options)],
  ];
  if (options.axes !== undefined) tables.push(["fvar", fvar(options.axes)]);
  return tables;
}

/** Format 12: one group a character. */
function cmap(codes: number[]): Buffer {
  const groups = codes.map((code, index) => [code, code, index + 1] as const);
  return cmapOf(groups);
}

/** @param groups first and last character, first glyph */
export function cmapOf(groups: readonly (readonly [number, number, number])[]): Buffer {
  const table = Buffer.alloc(12 + 16 + 12 * groups.length);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(16 + 12 * groups.length, 16);
  table.writeUInt32BE(groups.length, 24);
  for (const [index, group] of groups.entries())
    for (const [part, value] of group.entries()) table.writeUInt32BE(value, 28 + 12 * index + 4 * part);
  return table;
}

function nameTable(options: FontOptions): Buffer {
  const names: [number, string][] = [
    [1, familyOf(options)],
    [2, options.italic === true ? "Italic" : "Regular"],
    [3, `${postScriptName(options)};1`],
    [4, familyOf(options)],
    [5, "Version 1.000"],
    [6, postScriptName(options)],
    ...(options.typographicFamily === undefined ? [] : [[16, options.typographicFamily] as [number, string]]),
    ...(options.axes ?? []).map((axis, index): [number, string] => [256 + index, `Axis ${axis.tag}`]),
  ];
  const strings = names.map(([, text]) => Buffer.from(text, "utf16le").swap16());
  const header = Buffer.alloc(6 + 12 * names.length);
  header.writeUInt16BE(names.length, 2);
  header.writeUInt16BE(header.length, 4);
  let offset = 0;
  for (const [index, [id]] of names.entries()) {
    const at = 6 + 12 * index;
    const length = strings[index]?.length ?? 0;
    for (const [part, value] of [3, 1, 0x409, id, length, offset].entries()) header.writeUInt16BE(value, at + 2 * part);
    offset += length;
  }
  return Buffer.concat([header, ...strings]);
}

function fvar(axes: NonNullable<FontOptions["axes"]>): Buffer {
  const table = Buffer.alloc(16 + 20 * axes.length);
  for (const [at, value] of [
    [0, 1],
    [4, 16],
    [6, 2],
    [8, axes.length],
    [10, 20],
    [14, 4 + 4 * axes.length],
  ] as const)
    table.writeUInt16BE(value, at);
  for (const [index, axis] of axes.entries()) {
    const at = 16 + 20 * index;
    table.write(axis.tag, at, "latin1");
    for (const [part, value] of [axis.min, axis.default, axis.max].entries())
      table.writeInt32BE(value * 65_536, at + 4 + 4 * part);
    table.writeUInt16BE(256 + index, at + 18);
  }
  return table;
}

/** A glyph that is one box. */
function box(): Buffer {
  const glyph = Buffer.alloc(10 + 2 + 2 + 4 + 8 + 8);
  for (const [index, value] of [1, 50, 0, 550, 700, 3, 0].entries()) glyph.writeInt16BE(value, 2 * index);
  // Four points on the curve with words for coordinates.
  glyph.fill(0x01, 14, 18);
  for (const [index, value] of [50, 500, 0, -500, 0, 0, 700, 0].entries()) glyph.writeInt16BE(value, 18 + 2 * index);
  return pad(glyph);
}

/** A glyph that is put together from others. */
export function composite(parts: number[]): Buffer {
  const glyph = Buffer.alloc(10 + 8 * parts.length);
  for (const [index, value] of [-1, 50, 0, 550, 700].entries()) glyph.writeInt16BE(value, 2 * index);
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    glyph.writeUInt16BE(last ? 0x0003 : 0x0023, 10 + 8 * index);
    glyph.writeUInt16BE(part, 12 + 8 * index);
  }
  return pad(glyph);
}

/** A CFF table in which every glyph is the same box. */
function cff(glyphs: number, name: string): Buffer {
  const number = (value: number) =>
    Buffer.from([29, value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
  const short = (value: number) => Buffer.from([28, (value >> 8) & 255, value & 255]);
  const header = Buffer.from([1, 0, 4, 4]);
  const names = cffIndex([Buffer.from(name, "latin1")]);
  const strings = cffIndex([]);
  const subroutines = cffIndex([]);
  // 600 width beyond the nominal one; rmoveto, hlineto, vlineto, hlineto; endchar.
  const glyph = Buffer.concat([
    short(600),
    short(50),
    short(0),
    Buffer.from([21]),
    short(500),
    short(700),
    short(-500),
    Buffer.from([6, 14]),
  ]);
  const charStrings = cffIndex(Array.from({ length: glyphs }, () => glyph));
  // Format 2: one range of names from the first standard string on.
  const charset = Buffer.from([2, 0, 1, 0, glyphs - 2]);
  const privateDict = Buffer.concat([number(0), Buffer.from([20]), number(0), Buffer.from([21])]);
  const topDict = (charsetAt: number, charStringsAt: number, privateAt: number) =>
    cffIndex([
      Buffer.concat([
        number(charsetAt),
        Buffer.from([15]),
        number(charStringsAt),
        Buffer.from([17]),
        number(privateDict.length),
        number(privateAt),
        Buffer.from([18]),
      ]),
    ]);
  const before = header.length + names.length + topDict(0, 0, 0).length + strings.length + subroutines.length;
  const charStringsAt = before + charset.length;
  return Buffer.concat([
    header,
    names,
    topDict(before, charStringsAt, charStringsAt + charStrings.length),
    strings,
    subroutines,
    charset,
    charStrings,
    privateDict,
  ]);
}

function cffIndex(items: Buffer[]): Buffer {
  if (items.length === 0) return Buffer.from([0, 0]);
  const header = Buffer.alloc(3 + 4 * (items.length + 1));
  header.writeUInt16BE(items.length, 0);
  header[2] = 4;
  let offset = 1;
  for (const [index, item] of [...items, Buffer.alloc(0)].entries()) {
    header.writeUInt32BE(offset, 3 + 4 * index);
    offset += item.length;
  }
  return Buffer.concat([header, ...items]);
}

function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
