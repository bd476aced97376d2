import { describe, expect, it } from "vitest";
import { linePath, timeTicks, valueTicks } from "../../../../renderer/console/parts/Chart.tsx";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("the value axis", () => {
  it("has at most five round values, the last one at or above the highest", () => {
    expect(valueTicks(0)).toEqual([0, 1]);
    expect(valueTicks(3)).toEqual([0, 1, 2, 3]);
    expect(valueTicks(7)).toEqual([0, 2, 4, 6, 8]);
    expect(valueTicks(84)).toEqual([0, 50, 100]);
    for (let most = 1; most < 3_000_000; most = Math.ceil(most * 1.37)) {
      const ticks = valueTicks(most);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.at(-2)).toBeLessThan(most);
    }
  });
});

describe("the time axis", () => {
  const from = (start: Date, step: number, count: number) =>
    Array.from({ length: count }, (_, n) => start.getTime() + n * step);
  const local = (times: number[]) => timeTicks(times).map((place) => new Date(times[place] ?? 0));

  it("labels quarters of an hour, every sixth hour, or Mondays", () => {
    const hour = local(from(new Date(2026, 2, 4, 13, 25), 5 * MINUTE, 12));
    expect(hour.map((at) => at.getMinutes())).toEqual([30, 45, 0, 15]);
    const day = local(from(new Date(2026, 2, 4, 13), HOUR, 24));
    expect(day.map((at) => at.getHours())).toEqual([18, 0, 6, 12]);
    const month = local(from(new Date(2026, 2, 4), DAY, 30));
    expect(month.map((at) => at.getDay())).toEqual([1, 1, 1, 1]);
  });

  it("labels the first point after a round time if no point is at that time", () => {
    const day = local(from(new Date(2026, 2, 4, 13, 30), HOUR, 24));
    expect(day.map((at) => at.getHours())).toEqual([18, 0, 6, 12]);
  });
});

it("interrupts the line where data is missing, and draws a single value as a dot", () => {
  const path = linePath([1, 2, null, 3, null, null, 4, 5], (value) => value * 10);
  expect(path).toBe("M0.5 10h0L1.5 20h0M3.5 30h0M6.5 40h0L7.5 50h0");
});
