import { expect, it } from "vitest";
import { mergeRows } from "../../../../renderer/console/data/live-rows.ts";

const row = (order: number, state = "sending") => ({ id: `d${order}`, order, state });
const rules = { fits: () => true, orderOf: ({ order }: { order: number }) => order };

it("replaces known rows and inserts new ones in order", () => {
  const items = [row(5), row(3), row(2)];
  const heard = [row(3, "delivered"), row(6), row(4), ...Array.from({ length: 100 }, (_, n) => row(10 + n))];
  const merged = mergeRows(items, heard, true, rules);
  expect(merged.map(({ order }) => order)).toEqual([...Array.from({ length: 100 }, (_, n) => 109 - n), 6, 5, 4, 3, 2]);
  expect(merged.find(({ order }) => order === 3)?.state).toBe("delivered");
});

it("skips rows of pages that are not loaded", () => {
  const items = [row(5), row(3)];
  expect(mergeRows(items, [row(2)], false, rules)).toBe(items);
  expect(mergeRows(items, [row(2)], true, rules).map(({ order }) => order)).toEqual([5, 3, 2]);
  expect(mergeRows([], [row(2)], true, rules)).toEqual([row(2)]);
});

it("keeps only rows that match the filter", () => {
  const onlySending = { ...rules, fits: ({ state }: { state: string }) => state === "sending" };
  const merged = mergeRows([row(5), row(3)], [row(5, "delivered"), row(6, "delivered"), row(4)], true, onlySending);
  expect(merged).toEqual([row(4), row(3)]);
});

it("returns the same list without new rows", () => {
  const items = [row(5)];
  expect(mergeRows(items, [], true, rules)).toBe(items);
});
