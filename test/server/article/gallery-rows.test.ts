import { describe, expect, it } from "vitest";
import { galleryRatio, galleryRows, inRows } from "../../../server/article/gallery-rows.ts";

const LANDSCAPE = 1.5;
const PORTRAIT = 0.667;
const PANORAMA = 4;

describe("rows of a gallery", () => {
  it.each<[what: string, ratios: number[], most: number, rows: number[]]>([
    ["as many as were wished", new Array(6).fill(LANDSCAPE), 3, [3, 3]],
    ["no row with a hole: four by three are two and two", new Array(4).fill(LANDSCAPE), 3, [2, 2]],
    ["five, the longer row first", new Array(5).fill(LANDSCAPE), 3, [3, 2]],
    ["a panorama on its own", [LANDSCAPE, LANDSCAPE, PANORAMA, LANDSCAPE, LANDSCAPE], 3, [2, 1, 2]],
    ["portraits closer together", [PORTRAIT, PORTRAIT, PORTRAIT, LANDSCAPE, LANDSCAPE], 3, [3, 2]],
    ["one below the other", [LANDSCAPE, PORTRAIT], 1, [1, 1]],
    ["one picture", [PORTRAIT], 3, [1]],
    ["none", [], 3, []],
  ])("%s", (_what, ratios, most, rows) => expect(galleryRows(ratios, most)).toEqual(rows));

  it("keeps every picture in its order, and takes no longer a picture for a hundred thousand", () => {
    const ratios = Array.from({ length: 100_000 }, (_, index) => 0.4 + ((index * 7) % 37) / 10);
    const rows = galleryRows(ratios, 6);
    expect(Math.max(...rows)).toBeLessThanOrEqual(6);
    expect(inRows(ratios, rows).flat()).toEqual(ratios);
  });

  it("takes a picture as it is, a strip for something less, and one of unknown size for a usual one", () => {
    expect(galleryRatio(640, 480)).toEqual({ ratio: 1.3333, isCut: false });
    expect(galleryRatio(100, 1_000)).toEqual({ ratio: 0.4, isCut: true });
    expect(galleryRatio(10_000, 100)).toEqual({ ratio: 4, isCut: true });
    for (const size of [undefined, null, "640", 0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(galleryRatio(size, 480)).toEqual({ ratio: 1.5, isCut: false });
  });
});
