import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { placeOn, readPlace } from "../../../main/window/window-place.ts";

const laptop = { x: 0, y: 30, width: 1440, height: 870 };
const toTheLeft = { x: -2560, y: 0, width: 2560, height: 1440 };

let folder: string;
let warnings: string[];
const log = { info: () => {}, warn: (line: string) => void warnings.push(line), error: () => {} };

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "galley-place-"));
  warnings = [];
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

test.each([
  ["where it was", { x: 200, y: 100, width: 1000, height: 700 }, { x: 200, y: 100, width: 1000, height: 700 }],
  ["on the other screen", { x: -2000, y: 50, width: 1200, height: 900 }, { x: -2000, y: 50, width: 1200, height: 900 }],
  [
    "with its edge below the bar",
    { x: 200, y: 10, width: 1000, height: 700 },
    { x: 200, y: 30, width: 1000, height: 700 },
  ],
  [
    "partly out to the right",
    { x: 1300, y: 100, width: 1000, height: 700 },
    { x: 1300, y: 100, width: 1000, height: 700 },
  ],
  ["not larger than the screen", { x: 0, y: 30, width: 4000, height: 3000 }, { x: 0, y: 30, width: 1440, height: 870 }],
  [
    "not smaller than it can be used",
    { x: 50, y: 50, width: 200, height: 100 },
    { x: 50, y: 50, width: 640, height: 480 },
  ],
])("a window stands %s", (_, kept, expected) => {
  expect(placeOn(kept, [laptop, toTheLeft], laptop)).toEqual(expected);
});

test.each([
  ["a screen that is gone", { x: -2000, y: 50, width: 1200, height: 800 }],
  ["above every screen", { x: 100, y: -500, width: 1200, height: 800 }],
  ["below every screen", { x: 100, y: 895, width: 1200, height: 800 }],
  ["all but a sliver to the right", { x: 1400, y: 100, width: 1200, height: 800 }],
])("a window on %s comes to the middle of the primary screen", (_, kept) => {
  expect(placeOn(kept, [laptop], laptop)).toEqual({ x: 120, y: 65, width: 1200, height: 800 });
});

test("a first window stands in the middle, on a small screen as large as that", () => {
  expect(placeOn(null, [laptop], laptop)).toEqual({ x: 80, y: 55, width: 1280, height: 820 });
  const small = { x: 0, y: 0, width: 600, height: 400 };
  expect(placeOn(null, [small], small)).toEqual(small);
});

test("a file that says no place is left out with a line in the log; none at all is no fault", () => {
  const file = path.join(folder, "window.json");
  expect(readPlace(file, log)).toBeNull();
  expect(warnings).toEqual([]);
  const bounds = { x: 1, y: 2, width: 800, height: 600 };
  for (const wrong of [
    "",
    "null",
    "{",
    JSON.stringify({ bounds: { ...bounds, x: 1e300 }, maximised: false, fullScreen: false }),
    JSON.stringify({ bounds: { ...bounds, width: -5 }, maximised: false, fullScreen: false }),
    JSON.stringify({ bounds, maximised: "yes", fullScreen: false }),
    " ".repeat(5_000),
  ]) {
    fs.writeFileSync(file, wrong);
    expect(readPlace(file, log), wrong).toBeNull();
  }
  expect(warnings).toHaveLength(7);
  fs.writeFileSync(file, JSON.stringify({ bounds, maximised: true, fullScreen: false, later: "keys" }));
  expect(readPlace(file, log)).toEqual({ bounds, maximised: true, fullScreen: false });
});
