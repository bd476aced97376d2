import { EventEmitter } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { BrowserWindow } from "electron";
import { expect, onTestFinished, test, vi } from "vitest";
import { keepPlace, placeOn, readPlace } from "../../../main/window/window-place.ts";
import { systemClock } from "../../../server/core/runtime.ts";
import { temporaryFolder } from "../../support/appliance.ts";

type Rect = [x: number, y: number, width: number, height: number];
const rect = ([x, y, width, height]: Rect) => ({ x, y, width, height });
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const laptop = rect([0, 30, 1440, 870]);
const toTheLeft = rect([-2560, 0, 2560, 1440]);

test.each<[string, Rect, Rect]>([
  ["where it was before", [200, 100, 1000, 700], [200, 100, 1000, 700]],
  ["on the other screen", [-2000, 50, 1200, 900], [-2000, 50, 1200, 900]],
  ["with its edge below the system's bar", [200, 10, 1000, 700], [200, 30, 1000, 700]],
  ["partly off the screen to the right", [1300, 100, 1000, 700], [1300, 100, 1000, 700]],
  ["no larger than the screen", [0, 30, 4000, 3000], [0, 30, 1440, 870]],
  ["no smaller than its minimum size", [50, 50, 200, 100], [50, 50, 640, 480]],
])("places the window %s", (_, kept, expected) => {
  expect(placeOn(rect(kept), [laptop, toTheLeft], laptop)).toEqual(rect(expected));
});

test.each<[string, Rect]>([
  ["on a disconnected screen", [-2000, 50, 1200, 800]],
  ["above every screen", [100, -500, 1200, 800]],
  ["below every screen", [100, 895, 1200, 800]],
  ["off the screen but for a sliver", [1400, 100, 1200, 800]],
])("centres a window that was %s on the primary screen", (_, kept) => {
  expect(placeOn(rect(kept), [laptop], laptop)).toEqual(rect([120, 65, 1200, 800]));
});

test("centres the first window, no larger than the screen", () => {
  expect(placeOn(null, [laptop], laptop)).toEqual({ x: 80, y: 55, width: 1280, height: 820 });
  const small = { x: 0, y: 0, width: 600, height: 400 };
  expect(placeOn(null, [small], small)).toEqual(small);
});

test("ignores an unusable file and logs it, but accepts a missing one", () => {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (line: string) => void warnings.push(line), error: () => {} };
  const file = path.join(temporaryFolder(), "window.json");
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

test("saves the position a second after the last move, and immediately on close", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const file = path.join(temporaryFolder(), "window.json");
  const bounds = { x: 1, y: 2, width: 800, height: 600 };
  const window = Object.assign(new EventEmitter(), {
    getNormalBounds: () => bounds,
    isMaximized: () => false,
    isFullScreen: () => false,
  });
  keepPlace(window as unknown as BrowserWindow, { file, clock: systemClock, log: silent, onQuit: () => () => {} });
  window.emit("move");
  vi.advanceTimersByTime(900);
  window.emit("resize");
  vi.advanceTimersByTime(900);
  expect(fs.existsSync(file)).toBe(false);
  vi.advanceTimersByTime(100);
  expect(readPlace(file, silent)).toMatchObject({ bounds });
  bounds.x = 3;
  window.emit("move");
  window.emit("close");
  expect(readPlace(file, silent)).toMatchObject({ bounds: { x: 3 } });
});
