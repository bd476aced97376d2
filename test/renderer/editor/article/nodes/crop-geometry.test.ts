import { describe, expect, it } from "vitest";
import {
  type CropHandle,
  dragged,
  focusAfter,
  ofRatio,
  type Part,
  rotatePart,
  rotateSize,
  wholePicture,
} from "../../../../../renderer/editor/article/nodes/crop/geometry.ts";

const SIZE = { width: 800, height: 400 };
const WHOLE = wholePicture(SIZE);
const GRIPS = ([-1, 0, 1] as const).flatMap((x) => ([-1, 0, 1] as const).map((y): CropHandle => ({ x, y })));

describe("a crop", () => {
  it("stays inside the picture, in whole pixels and with its ratio, after any drag", () => {
    const part: Part = { x: 100, y: 100, width: 320, height: 180 };
    for (const grip of GRIPS)
      for (const ratio of [null, 16 / 9])
        for (const [x, y] of [
          [-5_000, -5_000],
          [5_000, 5_000],
          [-5_000, 5_000],
          [33, -21],
        ] as const) {
          const next = dragged(part, grip, { x, y }, SIZE, ratio);
          expect(Object.values(next).every(Number.isInteger)).toBe(true);
          expect(Math.min(next.x, next.y)).toBeGreaterThanOrEqual(0);
          expect(next.x + next.width).toBeLessThanOrEqual(SIZE.width);
          expect(next.y + next.height).toBeLessThanOrEqual(SIZE.height);
          if (ratio !== null && next.height > 20) expect(next.width / next.height).toBeCloseTo(ratio, 1);
        }
  });

  it("keeps the opposite side in place", () => {
    const part: Part = { x: 100, y: 100, width: 200, height: 100 };
    expect(dragged(part, { x: 1, y: 0 }, { x: 50, y: 70 }, SIZE, null)).toEqual({ ...part, width: 250 });
    const smaller = { x: 120, y: 110, width: 180, height: 90 };
    expect(dragged(part, { x: -1, y: -1 }, { x: 20, y: 10 }, SIZE, null)).toEqual(smaller);
    expect(dragged(part, { x: 0, y: 0 }, { x: -500, y: 30 }, SIZE, null)).toEqual({ ...part, x: 0, y: 130 });
  });

  it("applies a ratio around its middle, and is unchanged after four turns", () => {
    expect(ofRatio(WHOLE, 1, SIZE)).toEqual({ x: 200, y: 0, width: 400, height: 400 });
    expect(ofRatio(WHOLE, null, SIZE)).toEqual(WHOLE);
    let part: Part = { x: 10, y: 20, width: 300, height: 100 };
    let size = SIZE;
    for (let turn = 0; turn < 4; turn++) {
      part = rotatePart(part, size);
      size = rotateSize(size, 90);
    }
    expect(part).toEqual({ x: 10, y: 20, width: 300, height: 100 });
  });

  it("keeps the focus point at the same place of the picture", () => {
    const before = { turn: 0, part: WHOLE } as const;
    const right = { x: 400, y: 0, width: 400, height: 400 };
    const focused = (x: number, y: number, cropped: Parameters<typeof focusAfter>[3]) =>
      focusAfter({ x, y }, SIZE, before, cropped);
    expect(focused(75, 25, { turn: 0, part: right })).toEqual({ x: 50, y: 25 });
    // A focus point in the cut-off part moves to the nearest edge.
    expect(focused(10, 25, { turn: 0, part: right })).toEqual({ x: 0, y: 25 });
    expect(focused(75, 25, { turn: 90, part: wholePicture(rotateSize(SIZE, 90)) })).toEqual({ x: 75, y: 75 });
    expect(focused(50, 50, { turn: 0, part: right })).toEqual({ x: 50, y: 50 });
  });
});
