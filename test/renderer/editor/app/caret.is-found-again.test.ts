import { expect, test } from "vitest";
import { caretMemory } from "../../../../renderer/editor/app/use-writing-at-once.ts";
import type { Memory } from "../../../../renderer/editor/ui/lib/memory.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import { p } from "../article.ts";

function browser(kept = ""): Memory {
  const values = new Map([["carets", kept]]);
  return { get: (name) => values.get(name) || null, set: (name, value) => void values.set(name, value) };
}

const article = (...lines: string[]) => articleSchema.nodeFromJSON({ type: "doc", content: lines.map(p) });

/** The words before and after a place. */
function around(doc: ReturnType<typeof article>, place: number | null): [string, string] {
  const { parent, parentOffset } = doc.resolve(place ?? 0);
  return [parent.textContent.slice(0, parentOffset), parent.textContent.slice(parentOffset)];
}

test("the cursor is where it was, and behind the same words where the article has changed above it", () => {
  const memory = browser();
  const caret = caretMemory(memory, "a");
  const doc = article("One", "The harbour is open", "Three");
  expect(caret.find(doc)).toBeNull();
  caret.remember(doc, 5 + 1 + "The harbour".length);
  expect(around(doc, caret.find(doc))).toEqual(["The harbour", " is open"]);

  const longer = article("A new line of somebody else", "One", "Today: The harbour is shut", "Three");
  expect(around(longer, caret.find(longer))).toEqual(["Today: The harbour", " is shut"]);
  // Of several places, the nearest.
  const twice = article("The harbour, before", "One", "Two", "The harbour, after all that was put in between");
  expect(around(twice, caret.find(twice))).toEqual(["The harbour", ", before"]);
  // Without them as near as can be, and never outside.
  expect(caret.find(article("Short"))).toBeLessThanOrEqual(article("Short").content.size);
  expect(caretMemory(memory, "b").find(doc)).toBeNull();
});

test("what something else wrote there is no place, and the fifty articles opened last are remembered", () => {
  const place = (value: string) => `[["a",${value}]]`;
  const places = ['{"position":-1,"before":""}', '{"position":3}', "3"].map(place);
  for (const kept of ["{", "7", '[["a"]]', ...places])
    expect(caretMemory(browser(kept), "a").find(article("One"))).toBeNull();
  const memory = browser();
  for (let session = 0; session < 51; session++) caretMemory(memory, String(session)).remember(article("One"), 2);
  expect(caretMemory(memory, "0").find(article("One"))).toBeNull();
  expect(caretMemory(memory, "1").find(article("One"))).toBe(2);
});
