import { describe, expect, it } from "vitest";
import { cssFamily } from "../../../../renderer/editor/article/nodes/marks.ts";
import { placeBeside } from "../../../../renderer/editor/ui/place.ts";

const bounds = { left: 0, top: 100, right: 400, bottom: 800 };
const size = { width: 200, height: 150 };
const at = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 20 });

describe("a menu beside its anchor", () => {
  it("stands on the side that is preferred, or on the other where that has no room", () => {
    expect(placeBeside(at(50, 300), size, bounds, "below")).toMatchObject({ left: 50, top: 326, clear: true });
    expect(placeBeside(at(50, 300), size, bounds, "above")).toMatchObject({ top: 144, clear: true });
    expect(placeBeside(at(50, 700), size, bounds, "below")).toMatchObject({ top: 544, clear: true });
    expect(placeBeside(at(50, 120), size, bounds, "above")).toMatchObject({ top: 146, clear: true });
  });

  it("slides until it is inside", () => {
    expect(placeBeside(at(390, 300), size, bounds, "below").left).toBe(194);
    expect(placeBeside(at(-30, 300), size, bounds, "below").left).toBe(6);
  });

  it("scrolls where neither side has room for it, and says so", () => {
    const place = placeBeside(at(50, 300), { width: 200, height: 900 }, bounds, "above");
    expect(place).toMatchObject({ top: 326, maxHeight: 468, clear: false });
  });
});

it.each([
  ["Noto Serif", '"Noto Serif"'],
  ["Гарнитура 2", '"Гарнитура 2"'],
  ['a"; } body { x', '"a\\22 \\3b  \\7d  body \\7b  x"'],
  ["back\\slash", '"back\\5c slash"'],
])("the family %s is one value of CSS", (family, expected) => {
  expect(cssFamily(family)).toBe(expected);
});
