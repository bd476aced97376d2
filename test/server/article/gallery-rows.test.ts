import { describe, expect, it } from "vitest";
import { galleryRatio, galleryRows, inRows } from "../../../server/article/layout.ts";

const LANDSCAPE = 1.5;
const PORTRAIT = 0.667;
const PANORAMA = 4;

describe("galleryRows", () => {
  it.each<[what: string, ratios: number[], maxPerRow: number, rows: number[]]>([
    ["fills rows up to the maximum", new Array(6).fill(LANDSCAPE), 3, [3, 3]],
    ["balances rows: four pictures become two and two", new Array(4).fill(LANDSCAPE), 3, [2, 2]],
    ["puts the longer row first", new Array(5).fill(LANDSCAPE), 3, [3, 2]],
    ["gives a panorama its own row", [LANDSCAPE, LANDSCAPE, PANORAMA, LANDSCAPE, LANDSCAPE], 3, [2, 1, 2]],
    ["puts more portraits into a row", [PORTRAIT, PORTRAIT, PORTRAIT, LANDSCAPE, LANDSCAPE], 3, [3, 2]],
    ["puts one picture into each row", [LANDSCAPE, PORTRAIT], 1, [1, 1]],
    ["accepts one picture", [PORTRAIT], 3, [1]],
    ["accepts no picture", [], 3, []],
  ])("%s", (_what, ratios, maxPerRow, rows) => expect(galleryRows(ratios, maxPerRow)).toEqual(rows));

  it("keeps the order of 100,000 pictures", () => {
    const ratios = Array.from({ length: 100_000 }, (_, index) => 0.4 + ((index * 7) % 37) / 10);
    const rows = galleryRows(ratios, 6);
    expect(Math.max(...rows)).toBeLessThanOrEqual(6);
    expect(inRows(ratios, rows).flat()).toEqual(ratios);
  });

  it("limits extreme ratios, and assumes 1.5 for an unknown size", () => {
    expect(galleryRatio(640, 480)).toEqual({ ratio: 1.3333, isCut: false });
    expect(galleryRatio(100, 1_000)).toEqual({ ratio: 0.4, isCut: true });
    expect(galleryRatio(10_000, 100)).toEqual({ ratio: 4, isCut: true });
    for (const size of [undefined, null, "640", 0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(galleryRatio(size, 480)).toEqual({ ratio: 1.5, isCut: false });
  });
});
