import { expect, it } from "vitest";
import { keyOf } from "../../../../renderer/console/lib/keys.ts";

it("maps keys by position on a non-Latin keyboard", () => {
  expect(keyOf({ key: "о", code: "KeyJ" })).toBe("j");
  expect(keyOf({ key: "л", code: "KeyK" })).toBe("k");
  // On a Dvorak keyboard, the letter counts, not the position.
  expect(keyOf({ key: "j", code: "KeyC" })).toBe("j");
  expect(keyOf({ key: "ArrowDown", code: "ArrowDown" })).toBe("ArrowDown");
});
