import { expect, it } from "vitest";
import {
  cleanFamily,
  rangesOverlap,
  readStretch,
  readStyle,
  readUnicodeRange,
  readWeight,
  unicodeRangeOf,
} from "../../../server/fonts/font-values.ts";

it.each<[typeof readWeight, read: Record<string, string>, refused: string[]]>([
  [readWeight, { "400": "400", " 100  900 ": "100 900", "700 700": "700" }, ["0", "1001", "900 100", "bold", ""]],
  [
    readStyle,
    { Normal: "normal", "oblique  0deg 10deg": "oblique 0deg 10deg", "oblique -9.5deg": "oblique -9.5deg" },
    ["oblique 10deg 0deg", "oblique 91deg", "slanted"],
  ],
  [
    readStretch,
    { "100%": "100%", "62.50%": "62.5%", "75% 125%": "75% 125%" },
    ["125% 75%", "49%", "201%", "condensed"],
  ],
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
