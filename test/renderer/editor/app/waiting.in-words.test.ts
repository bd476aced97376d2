import { expect, it } from "vitest";
import { waitUntil } from "../../../../renderer/editor/app/StatusLines.tsx";

const now = Date.parse("2026-11-20T14:00:00Z");
const inSeconds = (seconds: number) => waitUntil(new Date(now + seconds * 1_000).toISOString(), now);

it("uses the unit that says enough", () => {
  const words = [1, 25, 99, 120, 600, 7_200, 86_400].map(inSeconds);
  expect(words).toEqual(["1 s", "25 s", "99 s", "2 min", "10 min", "2 h", "24 h"]);
});

it("says when the moment has come", () => {
  expect(inSeconds(0)).toBeNull();
  expect(inSeconds(-5)).toBeNull();
});
