import { describe, expect, it, vi } from "vitest";
import { createWordCounter, readingMinutes } from "../../../../renderer/editor/writing/counts/count-words.ts";
import { articleSchema } from "../../../../server/article/schema.ts";

const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const docOf = (...content: object[]) => articleSchema.nodeFromJSON({ type: "doc", content });

describe("counting words", () => {
  it.each([
    ["en", "It’s a well-known bridge, 12 m long.", 8, 36, 30],
    ["ru", "Мост открыли — наконец!", 3, 23, 20],
    ["ja", "東京都に住む", 4, 6, 6],
    ["en", "cafe\u0301 👍🏽", 1, 6, 5],
  ])("%s: %s", (language, text, words, characters, letters) => {
    const counted = createWordCounter(language).count(docOf(paragraph(text)));
    expect(counted).toEqual({ words, characters, letters });
  });

  it("counts lists, captions and headings once", () => {
    const doc = docOf(
      { type: "heading", content: [{ type: "text", text: "A title" }] },
      { type: "bulletList", content: [{ type: "listItem", content: [paragraph("one"), paragraph("two three")] }] },
      { type: "figure", content: [{ type: "text", text: "Caption" }] },
      { type: "horizontalRule" },
    );
    expect(createWordCounter("en").count(doc).words).toBe(6);
  });

  it("counts the selection", () => {
    const doc = docOf(paragraph("one two"), paragraph("three four"), paragraph("five"));
    const counter = createWordCounter("en");
    expect(counter.countBetween(doc, 5, 15).words).toBe(2);
    expect(counter.countBetween(doc, 0, doc.content.size)).toEqual(counter.count(doc));
  });

  it("counts only changed blocks", () => {
    const counter = createWordCounter("en");
    const doc = docOf(...Array.from({ length: 50 }, (_, index) => paragraph(`word ${index}`)));
    counter.count(doc);
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    const changed = doc.copy(doc.content.replaceChild(7, articleSchema.nodeFromJSON(paragraph("one two three"))));
    expect(counter.count(changed).words).toBe(101);
    expect(segment).toHaveBeenCalledTimes(1);
  });

  it("gives the reading time in whole minutes", () => {
    expect([0, 1, 220, 221].map(readingMinutes)).toEqual([0, 1, 1, 2]);
  });
});
