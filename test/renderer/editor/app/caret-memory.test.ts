import { expect, test } from "vitest";
import { caretMemory } from "../../../../renderer/editor/app/use-initial-focus.ts";
import type { Memory } from "../../../../renderer/editor/ui/lib/memory.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import { p } from "../article.ts";

function browser(kept = ""): Memory {
  const values = new Map([["carets", kept]]);
  return { get: (name) => values.get(name) || null, set: (name, value) => void values.set(name, value) };
}

const article = (...lines: string[]) => articleSchema.nodeFromJSON({ type: "doc", content: lines.map(p) });

/** The text before and after a position. */
function around(doc: ReturnType<typeof article>, place: number | null): [string, string] {
  const { parent, parentOffset } = doc.resolve(place ?? 0);
  return [parent.textContent.slice(0, parentOffset), parent.textContent.slice(parentOffset)];
}

test("restores the cursor at its place, or after the same text in a changed article", () => {
  const memory = browser();
  const caret = caretMemory(memory, "a");
  const doc = article("One", "The harbour is open", "Three");
  expect(caret.find(doc)).toBeNull();
  caret.remember(doc, 5 + 1 + "The harbour".length);
  expect(around(doc, caret.find(doc))).toEqual(["The harbour", " is open"]);

  const longer = article("A new line by Ben", "One", "Today: The harbour is shut", "Three");
  expect(around(longer, caret.find(longer))).toEqual(["Today: The harbour", " is shut"]);
  // The nearest of several matches.
  const twice = article("The harbour, before", "One", "Two", "The harbour, after all the new text");
  expect(around(twice, caret.find(twice))).toEqual(["The harbour", ", before"]);
  // Without a match, the position stays inside the document.
  expect(caret.find(article("Short"))).toBeLessThanOrEqual(article("Short").content.size);
  expect(caretMemory(memory, "b").find(doc)).toBeNull();
});

test("ignores invalid stored values and remembers the last fifty articles", () => {
  const place = (value: string) => `[["a",${value}]]`;
  const places = ['{"position":-1,"before":""}', '{"position":3}', "3"].map(place);
  for (const kept of ["{", "7", '[["a"]]', ...places])
    expect(caretMemory(browser(kept), "a").find(article("One"))).toBeNull();
  const memory = browser();
  for (let session = 0; session < 51; session++) caretMemory(memory, String(session)).remember(article("One"), 2);
  expect(caretMemory(memory, "0").find(article("One"))).toBeNull();
  expect(caretMemory(memory, "1").find(article("One"))).toBe(2);
});
