import { platform } from "@floating-ui/dom";
import { describe, expect, it } from "vitest";
import { cssFamily } from "../../../../renderer/editor/article/nodes/text.ts";
import { anchorAt, beside, computePosition } from "../../../../renderer/editor/ui/float.ts";

const bounds = { x: 0, y: 100, width: 400, height: 700 };
const size = { width: 200, height: 150 };
const at = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 20 });

/** Places a box of a size on a page of which only the bounds are known; it scrolls where it has to. */
async function place(anchor: ReturnType<typeof at>, { width, height }: typeof size, prefer: "below" | "above") {
  const { x, y, width: wide, height: tall } = anchorAt(anchor).getBoundingClientRect();
  let maxHeight = Number.POSITIVE_INFINITY;
  const floating = () => ({ width, height: Math.min(height, maxHeight) });
  const placed = await computePosition(anchorAt(anchor), {} as HTMLElement, {
    ...beside(prefer, bounds, (room) => {
      maxHeight = room;
    }),
    platform: {
      ...platform,
      isRTL: () => false,
      isElement: () => false,
      getOffsetParent: () => ({}) as Element,
      getDocumentElement: () => ({}) as HTMLElement,
      convertOffsetParentRelativeRectToViewportRelativeRect: ({ rect }) => rect,
      getElementRects: () => ({
        reference: { x, y, width: wide, height: tall },
        floating: { x: 0, y: 0, ...floating() },
      }),
      getDimensions: floating,
      getClippingRect: ({ rootBoundary }) => rootBoundary as typeof bounds,
    },
  });
  return { left: placed.x, top: placed.y, maxHeight, clear: height <= maxHeight };
}

describe("a menu beside its anchor", () => {
  it("stands on the side that is preferred, or on the other where that has no room", async () => {
    expect(await place(at(50, 300), size, "below")).toMatchObject({ left: 50, top: 326, clear: true });
    expect(await place(at(50, 300), size, "above")).toMatchObject({ top: 144, clear: true });
    expect(await place(at(50, 700), size, "below")).toMatchObject({ top: 544, clear: true });
    expect(await place(at(50, 120), size, "above")).toMatchObject({ top: 146, clear: true });
  });

  it("slides until it is inside", async () => {
    expect((await place(at(390, 300), size, "below")).left).toBe(194);
    expect((await place(at(-30, 300), size, "below")).left).toBe(6);
  });

  it("scrolls where neither side has room for it, and says so", async () => {
    const placed = await place(at(50, 300), { width: 200, height: 900 }, "above");
    expect(placed).toMatchObject({ top: 326, maxHeight: 468, clear: false });
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
