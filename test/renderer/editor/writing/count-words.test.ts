import type { JSONContent } from "@tiptap/core";
import { describe, expect, it, vi } from "vitest";
import { createWordCounter, readingMinutes } from "../../../../renderer/editor/writing/counts/count-words.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import { node, p } from "../article.ts";

const docOf = (...content: JSONContent[]) => articleSchema.nodeFromJSON(node("doc", ...content));

describe("counting words", () => {
  it.each([
    ["en", "It’s a well-known bridge, 12 m long.", 8, 36, 30],
    ["ru", "Мост открыли — наконец!", 3, 23, 20],
    ["ja", "東京都に住む", 4, 6, 6],
    ["en", "cafe\u0301 👍🏽", 1, 6, 5],
  ])("%s: %s", (language, text, words, characters, letters) => {
    const counted = createWordCounter(language).count(docOf(p(text)));
    expect(counted).toEqual({ words, characters, letters });
  });

  it("counts lists, captions and headings once", () => {
    const doc = docOf(
      node("heading", "A title"),
      node("bulletList", node("listItem", p("one"), p("two three"))),
      node("figure", "Caption"),
      node("horizontalRule"),
    );
    expect(createWordCounter("en").count(doc).words).toBe(6);
  });

  it("counts the selection", () => {
    const doc = docOf(p("one two"), p("three four"), p("five"));
    const counter = createWordCounter("en");
    expect(counter.countBetween(doc, 5, 15).words).toBe(2);
    expect(counter.countBetween(doc, 0, doc.content.size)).toEqual(counter.count(doc));
  });

  it("counts only changed blocks", () => {
    const counter = createWordCounter("en");
    const doc = docOf(...Array.from({ length: 50 }, (_, index) => p(`word ${index}`)));
    counter.count(doc);
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    const changed = doc.copy(doc.content.replaceChild(7, articleSchema.nodeFromJSON(p("one two three"))));
    expect(counter.count(changed).words).toBe(101);
    expect(segment).toHaveBeenCalledTimes(1);
  });

  it("gives the reading time in whole minutes", () => {
    expect([0, 1, 220, 221].map(readingMinutes)).toEqual([0, 1, 1, 2]);
  });
});
