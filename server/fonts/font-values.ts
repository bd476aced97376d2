/** The values that distinguish the faces of a family in CSS: weight, style, stretch, unicode range. */

const MAX_FAMILY_LENGTH = 100;

/** "400" or "100 900"; "normal", "italic", "oblique 0deg 10deg"; "100%" or "75% 125%". */
export interface FaceValues {
  family: string;
  weight: string;
  style: string;
  stretch: string;
}

/** The one or two numbers that a pattern matches, as a range; null if it is out of bounds or not in order. */
function rangeIn(text: string, pattern: RegExp, min: number, max: number): [low: number, high: number] | null {
  const match = pattern.exec(text);
  const [low, high] = [Number(match?.[1] ?? 0), Number(match?.[2] ?? match?.[1] ?? 0)];
  return match === null || low < min || high > max || low > high ? null : [low, high];
}

const written = ([low, high]: [number, number], unit = "") =>
  low === high ? `${low}${unit}` : `${low}${unit} ${high}${unit}`;

/** One or two whole numbers from 1 to 1000, the smaller first; null for anything else. */
export function readWeight(text: string): string | null {
  const range = rangeIn(text, /^\s*(\d{1,4})(?:\s+(\d{1,4}))?\s*$/, 1, 1000);
  return range && written(range);
}

/** normal, italic, oblique, or oblique with one or two angles from -90deg to 90deg; null for anything else. */
export function readStyle(text: string): string | null {
  const style = text.trim().toLowerCase().replace(/\s+/g, " ");
  const angles = /^(?:normal|italic|oblique(?: (-?\d{1,2}(?:\.\d{1,2})?)deg(?: (-?\d{1,2}(?:\.\d{1,2})?)deg)?)?)$/;
  return rangeIn(style, angles, -90, 90) && style;
}

/** One or two percentages from 50% to 200%, the smaller first; null for anything else. */
export function readStretch(text: string): string | null {
  const range = rangeIn(text, /^\s*(\d{1,3}(?:\.\d{1,2})?)%(?:\s+(\d{1,3}(?:\.\d{1,2})?)%)?\s*$/, 50, 200);
  return range && written(range, "%");
}

const MAX_RANGES = 150;
const LAST_CODE_POINT = 0x10ffff;

/** Normalizes a range such as `U+20-7E, U+A0`; null if it is invalid or too long for a style sheet. */
export function readUnicodeRange(text: string): string | null {
  const ranges: [number, number][] = [];
  for (const part of text.split(",")) {
    const match = /^\s*u\+([0-9a-f]{1,6})(?:-([0-9a-f]{1,6}))?\s*$/i.exec(part);
    if (match === null) return null;
    const [from, to] = [Number.parseInt(match[1] ?? "", 16), Number.parseInt(match[2] ?? match[1] ?? "", 16)];
    if (from > to || to > LAST_CODE_POINT) return null;
    ranges.push([from, to]);
  }
  ranges.sort(([a], [b]) => a - b);
  return ranges.length === 0 || ranges.length > 2 * MAX_RANGES ? null : writeRanges(ranges);
}

/** The unicode range of code points. Above 150 ranges, the nearest are joined; browsers then try the next font. */
export function unicodeRangeOf(codePoints: Iterable<number>): string {
  const codes = [...new Set(codePoints)].filter((code) => code >= 0 && code <= LAST_CODE_POINT);
  const single = codes.sort((a, b) => a - b).map((code): [number, number] => [code, code]);
  const ranges = joinNear(single, 1);
  const gaps = ranges.slice(1).map(([from], index) => from - (ranges[index]?.[1] ?? 0));
  return writeRanges(joinNear(ranges, gaps.sort((a, b) => b - a)[MAX_RANGES - 1] ?? 1));
}

/** Joins sorted ranges that are at most `gap` apart. */
function joinNear(ranges: [number, number][], gap: number): [number, number][] {
  const joined: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && from - last[1] <= gap) last[1] = to;
    else joined.push([from, to]);
  }
  return joined;
}

function writeRanges(ranges: [number, number][]): string {
  const hex = (code: number) => code.toString(16).toUpperCase();
  return ranges.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(", ");
}

/** Removes control characters and outer spaces of a family name, and cuts it to 100 characters. May return "". */
export function cleanFamily(text: string): string {
  return [
    ...text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
      .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ]
    .slice(0, MAX_FAMILY_LENGTH)
    .join("")
    .trim();
}

/** Whether two unicode ranges of `readUnicodeRange` share a character. */
export function rangesOverlap(a: string, b: string): boolean {
  const [first, second] = [parseRanges(a), parseRanges(b)];
  return first.some(([from, to]) => second.some(([otherFrom, otherTo]) => from <= otherTo && otherFrom <= to));
}

function parseRanges(text: string): [number, number][] {
  return text.split(", ").map((range) => {
    const [from = "", to = from] = range.slice(2).split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}
