import { expect, it } from "vitest";
import { isLargePicture, largePictures } from "../../../../renderer/editor/uploads/large-pictures.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import type { AssetEntry } from "../../../../server/article/vms-json.ts";
import { docOf } from "../media-support.ts";

const small = { clientUrl: "dummy-x", type: "image/jpeg", width: 100, height: 100, size: 100 };
const entry = (change: Partial<AssetEntry>): AssetEntry => ({ ...small, ...change });

it.each<[string, Partial<AssetEntry>, boolean]>([
  ["the longest side that a page needs", { width: 2560, height: 1700 }, false],
  ["one pixel more across", { width: 2561 }, true],
  ["one pixel more down", { height: 2561 }, true],
  ["the largest file", { size: 3_000_000 }, false],
  ["one byte more", { size: 3_000_001 }, true],
  ["a drawing", { type: "image/svg+xml", width: 9000 }, false],
  ["what moves", { type: "image/gif", size: 9_000_000 }, false],
  ["a film", { type: "video/mp4", size: 90_000_000, width: 3840 }, false],
  ["a PNG", { type: "image/png", width: 3000 }, true],
  ["an AVIF", { type: "image/avif", width: 3000 }, true],
])("%s", (_, change, expected) => {
  expect(isLargePicture("x", entry(change))).toBe(expected);
});

it("goes by the name where nobody knows the type", () => {
  expect(isLargePicture("photo.webp", { clientUrl: "", width: 4000 })).toBe(true);
  expect(isLargePicture("drawing.svg", { clientUrl: "", width: 4000 })).toBe(false);
});

it("finds pictures, those of galleries and posters, each once, with the place of the first", () => {
  const doc = articleSchema.nodeFromJSON(docOf("one", "[big]", "[small big2]", "{film}", "[big]", "[unknown]"));
  const film = articleSchema.node("video", { file: "film", poster: "still" });
  const withPoster = doc.replace(
    doc.resolve(0).posAtIndex(3, 0),
    doc.resolve(0).posAtIndex(4, 0),
    articleSchema.node("doc", null, film).slice(0),
  );
  const entries: Record<string, AssetEntry> = {
    big: entry({ width: 4000, height: 3000, size: 5_000_000 }),
    small: entry({}),
    big2: entry({ width: 3000 }),
    film: entry({ type: "video/mp4", size: 9e9 }),
    still: entry({ height: 5000 }),
  };
  const found = largePictures(withPoster, (file) => entries[file]);
  expect(found.map(({ file }) => file)).toEqual(["big", "big2", "still"]);
  expect(found[0]).toEqual({ file: "big", width: 4000, height: 3000, size: 5_000_000, position: 5 });
  for (const { file, position } of found) {
    const { attrs } = withPoster.nodeAt(position) ?? {};
    expect([attrs?.file, attrs?.poster]).toContain(file);
  }
});
