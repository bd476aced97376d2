import { expect, it } from "vitest";
import { isLargePicture, largePictures } from "../../../../renderer/editor/uploads/large-pictures.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import type { AssetEntry } from "../../../../server/article/vms-json.ts";
import { docOf } from "../media-support.ts";

const small = { clientUrl: "dummy-x", type: "image/jpeg", width: 100, height: 100, size: 100 };
const entry = (change: Partial<AssetEntry>): AssetEntry => ({ ...small, ...change });

it.each<[string, Partial<AssetEntry>, boolean]>([
  ["accepts the maximum side", { width: 2560, height: 1700 }, false],
  ["reports one pixel more in width", { width: 2561 }, true],
  ["reports one pixel more in height", { height: 2561 }, true],
  ["accepts the maximum file size", { size: 3_000_000 }, false],
  ["reports one byte more", { size: 3_000_001 }, true],
  ["ignores a drawing", { type: "image/svg+xml", width: 9000 }, false],
  ["ignores a GIF", { type: "image/gif", size: 9_000_000 }, false],
  ["ignores a video", { type: "video/mp4", size: 90_000_000, width: 3840 }, false],
  ["reports a large PNG", { type: "image/png", width: 3000 }, true],
  ["reports a large AVIF", { type: "image/avif", width: 3000 }, true],
])("%s", (_, change, expected) => {
  expect(isLargePicture("x", entry(change))).toBe(expected);
});

it("uses the file name if the type is unknown", () => {
  expect(isLargePicture("photo.webp", { clientUrl: "", width: 4000 })).toBe(true);
  expect(isLargePicture("drawing.svg", { clientUrl: "", width: 4000 })).toBe(false);
});

it("finds pictures, also in galleries and posters, once with the first position", () => {
  const doc = articleSchema.nodeFromJSON(docOf("one", "[big]", "[small big2]", "{video}", "[big]", "[unknown]"));
  const video = articleSchema.node("video", { file: "video", poster: "still" });
  const withPoster = doc.replace(
    doc.resolve(0).posAtIndex(3, 0),
    doc.resolve(0).posAtIndex(4, 0),
    articleSchema.node("doc", null, video).slice(0),
  );
  const entries: Record<string, AssetEntry> = {
    big: entry({ width: 4000, height: 3000, size: 5_000_000 }),
    small: entry({}),
    big2: entry({ width: 3000 }),
    video: entry({ type: "video/mp4", size: 9e9 }),
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
