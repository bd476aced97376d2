/** Reads a font's names and numbers, in the fonts worker. The library receives only checked tables with these. */

import { inflateSync } from "node:zlib";
import { create } from "fontkit";
import type { FontFormat } from "../contracts/fonts-api.ts";
import { sentence } from "../contracts/sentences/index.ts";
import {
  checkedCount,
  checkPlaces,
  checkTotal,
  formatOf,
  readSfnt,
  readTag,
  refusedFont,
  type Tables,
  writeSfnt,
} from "./font-formats.ts";
import { cleanFamily, type FaceValues, unicodeRangeOf } from "./font-values.ts";
import { checkGlyphParts } from "./glyph-parts.ts";
import { unpackWoff2 } from "./woff2.ts";

interface FontAxis {
  tag: string;
  name: string;
  min: number;
  default: number;
  max: number;
}

/** Read from the file; stored separately from corrections. */
export interface FontFacts extends FaceValues {
  format: FontFormat;
  axes: FontAxis[];
  family: string;
  /** Its characters as a unicode range; "" if unknown. */
  coverage: string;
  characters: number;
  /** The font's licence bits forbid embedding (OS/2 fsType). */
  restricted: boolean;
}

/** Browsers refuse a font that lacks one of these tables. */
const REQUIRED = ["cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post"];
const OUTLINES = [["glyf", "loca"], ["CFF "], ["CFF2"], ["CBDT", "CBLC"], ["sbix"]];
/** Tables with names and numbers, and tables that fontkit requires. */
const DESCRIPTIVE = new Set(["cmap", "head", "hhea", "maxp", "name", "OS/2", "fvar"]);
const SHORTEST: Readonly<Record<string, number>> = {
  head: 54,
  hhea: 36,
  maxp: 6,
  "OS/2": 68,
  post: 32,
  name: 6,
  cmap: 4,
};
const HEAD_MAGIC = 0x5f0f3cf5;

/** @throws AppError unsupported_media_type, invalid */
export async function unpackFont(bytes: Buffer): Promise<{ format: FontFormat; sfnt: Buffer; tables: Tables }> {
  const format = formatOf(bytes);
  if (format === "woff") {
    const { flavor, tables } = readWoff(bytes);
    const sfnt = writeSfnt(flavor, tables);
    checkInner(sfnt);
    return { format, sfnt, tables };
  }
  const sfnt = format === "woff2" ? await unpackWoff2(bytes) : bytes;
  checkInner(sfnt);
  return { format, sfnt, tables: readSfnt(sfnt) };
}

/** @throws AppError unsupported_media_type, invalid */
export async function readFont(bytes: Buffer): Promise<FontFacts> {
  const { format, sfnt, tables } = await unpackFont(bytes);
  checkTables(tables);
  checkGlyphParts(tables);
  const descriptive = writeSfnt(sfnt.readUInt32BE(0), new Map([...tables].filter(([tag]) => DESCRIPTIVE.has(tag))));
  try {
    return factsOf(format, create(descriptive) as unknown as DescribedFont);
  } catch {
    // fontkit throws many kinds of errors.
    throw refusedFont(sentence("fonts.names"));
  }
}

/** Checks the content of a packed format, which may be anything. */
function checkInner(sfnt: Buffer): void {
  const inner = sfnt.length < 4 ? "" : formatOf(sfnt);
  if (inner !== "ttf" && inner !== "otf") throw refusedFont(sentence("fonts.no_inner"));
}

function checkTables(tables: Tables): void {
  const missing = REQUIRED.filter((tag) => !tables.has(tag));
  if (missing.length > 0) throw refusedFont(sentence("fonts.lacks", { tables: missing }));
  if (!OUTLINES.some((tags) => tags.every((tag) => tables.has(tag)))) throw refusedFont(sentence("fonts.no_glyphs"));
  for (const [tag, length] of Object.entries(SHORTEST))
    if ((tables.get(tag)?.length ?? length) < length) throw refusedFont(sentence("fonts.table_cut", { table: tag }));
  if (tables.get("head")?.readUInt32BE(12) !== HEAD_MAGIC || tables.get("maxp")?.readUInt16BE(4) === 0)
    throw refusedFont(sentence("fonts.header"));
}

/** Kind of name → language → name. */
type Names = Record<string, Record<string, string> | undefined>;

interface DescribedFont {
  characterSet: number[];
  cmap: { tables: { platformID: number; encodingID: number }[] };
  fvar?: {
    axis: {
      axisTag: string;
      minValue: number;
      defaultValue: number;
      maxValue: number;
      name?: Record<string, string>;
    }[];
  };
  name?: { records: Names };
  head: { macStyle: { bold: boolean; italic: boolean } };
  "OS/2": {
    usWeightClass: number;
    usWidthClass: number;
    fsType: { noEmbedding?: boolean; viewOnly?: boolean; editable?: boolean };
    fsSelection: { italic: boolean; oblique: boolean };
  };
}

/** Most fonts have one to five axes, a few have dozens. */
const MAX_AXES = 64;
/** OS/2 usWidthClass 1 to 9, in percent. */
const WIDTHS = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200];

function factsOf(format: FontFormat, font: DescribedFont): FontFacts {
  const axes = (font.fvar?.axis ?? []).slice(0, MAX_AXES).map((axis) => ({
    tag: axis.axisTag.trim(),
    name: cleanFamily(inEnglish(axis.name)) || axis.axisTag.trim(),
    min: axis.minValue,
    default: axis.defaultValue,
    max: axis.maxValue,
  }));
  // fontkit cannot list the characters of a symbol font.
  const isSymbol = font.cmap.tables.every(({ platformID, encodingID }) => platformID === 3 && encodingID === 0);
  const characters = isSymbol ? [] : font.characterSet;
  const { fsType } = font["OS/2"];
  return {
    format,
    family: familyOf(font.name?.records ?? {}),
    weight: weightOf(font, axes),
    style: styleOf(font, axes),
    stretch: stretchOf(font, axes),
    axes,
    coverage: unicodeRangeOf(characters),
    characters: new Set(characters).size,
    restricted: fsType.noEmbedding === true && fsType.viewOnly !== true && fsType.editable !== true,
  };
}

/** The typographic family, if set: the other name splits a family into groups of four styles. */
function familyOf(names: Names): string {
  return cleanFamily(inEnglish(names.preferredFamily)) || cleanFamily(inEnglish(names.fontFamily));
}

function inEnglish(name: Record<string, string> | undefined): string {
  return String(name?.en ?? Object.values(name ?? {})[0] ?? "");
}

function weightOf(font: DescribedFont, axes: FontAxis[]): string {
  const clamp = (weight: number) => Math.min(Math.max(Math.round(weight), 1), 1000);
  const axis = axes.find(({ tag }) => tag === "wght");
  if (axis !== undefined && axis.min < axis.max) return `${clamp(axis.min)} ${clamp(axis.max)}`;
  const weight = font["OS/2"].usWeightClass;
  // Old fonts use weights from 1 to 9.
  if (weight >= 1 && weight <= 9) return String(weight * 100);
  return weight === 0 ? (font.head.macStyle.bold ? "700" : "400") : String(clamp(weight));
}

function styleOf(font: DescribedFont, axes: FontAxis[]): string {
  // The axis is the negative of the CSS angle.
  const slant = axes.find(({ tag }) => tag === "slnt");
  if (slant !== undefined && slant.min < slant.max && slant.min >= -90 && slant.max <= 90)
    return `oblique ${angle(-slant.max)}deg ${angle(-slant.min)}deg`;
  const italic = axes.find(({ tag }) => tag === "ital");
  if (font["OS/2"].fsSelection.italic || font.head.macStyle.italic || italic?.default === 1) return "italic";
  return font["OS/2"].fsSelection.oblique ? "oblique" : "normal";
}

function angle(degrees: number): number {
  return Math.round(degrees * 100) / 100 + 0;
}

function stretchOf(font: DescribedFont, axes: FontAxis[]): string {
  const clamp = (percent: number) => Math.min(Math.max(Math.round(percent * 100) / 100, 50), 200);
  const axis = axes.find(({ tag }) => tag === "wdth");
  if (axis !== undefined && axis.min < axis.max) return `${clamp(axis.min)}% ${clamp(axis.max)}%`;
  return `${WIDTHS[font["OS/2"].usWidthClass - 1] ?? 100}%`;
}

const HEADER_BYTES = 44;
const RECORD_BYTES = 20;

/** The sfnt flavour and the tables. @throws AppError invalid for a damaged file or false sizes */
function readWoff(bytes: Buffer): { flavor: number; tables: Tables } {
  const count = bytes.length < HEADER_BYTES ? 0 : checkedCount(bytes.readUInt16BE(12));
  if (count === 0 || bytes.length < HEADER_BYTES + count * RECORD_BYTES || bytes.readUInt32BE(8) > bytes.length)
    throw refusedFont(sentence("fonts.truncated"));
  const records = Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * RECORD_BYTES;
    return {
      tag: readTag(bytes, at),
      offset: bytes.readUInt32BE(at + 4),
      length: bytes.readUInt32BE(at + 8),
      unpacked: bytes.readUInt32BE(at + 12),
    };
  });
  checkPlaces(records, bytes.length);
  checkTotal(records.map(({ unpacked }) => unpacked));
  const tables = new Map(
    records.map(({ tag, offset, length, unpacked }) => [
      tag,
      unpack(tag, bytes.subarray(offset, offset + length), unpacked),
    ]),
  );
  return { flavor: bytes.readUInt32BE(4), tables };
}

function unpack(tag: string, packed: Buffer, unpacked: number): Buffer {
  if (packed.length === unpacked) return packed;
  try {
    const table = inflateSync(packed, { maxOutputLength: Math.max(unpacked, 1) });
    if (table.length === unpacked) return table;
  } catch {
    // The error of zlib says nothing about the font.
  }
  throw refusedFont(sentence("fonts.woff_table", { table: tag.trim() }));
}
