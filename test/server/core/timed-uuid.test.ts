import { expect, test } from "vitest";
import { systemRandom } from "../../../server/core/runtime.ts";

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("a timed UUID has the form of a version 4 UUID and begins with its time", () => {
  const id = systemRandom.timedUuid(0x0123456789ab);
  expect(id).toMatch(VERSION_4);
  expect(id.slice(0, 13)).toBe("01234567-89ab");
});

test("timed UUIDs sort by time, and those of the same millisecond differ", () => {
  const ids = [1, 0x1_0000, 0x1_0000_0000, Date.now(), Date.now() + 1].map((now) => systemRandom.timedUuid(now));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(Array.from({ length: 1_000 }, () => systemRandom.timedUuid(1))).size).toBe(1_000);
});
