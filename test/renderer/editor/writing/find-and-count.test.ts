import type { JSONContent } from "@tiptap/core";
import { describe, expect, it, vi } from "vitest";
import { createWordCounter, readingMinutes } from "../../../../renderer/editor/writing/counts/count-words.ts";
import { createFinder, type FindQuery, MAX_MATCHES } from "../../../../renderer/editor/writing/find/find.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import { docWith, node, p } from "../article.ts";

function found(content: JSONContent[], text: string, options: Partial<FindQuery> = {}): string[] {
  const doc = docWith(...content);
  return createFinder({ text, matchCase: false, wholeWords: false, ...options })
    .find(doc)
    .map(({ from, to, attribute }) =>
      attribute === null
        ? doc.textBetween(from, to)
        : `${attribute.name}: ${String(doc.nodeAt(from)?.attrs[attribute.name]).slice(attribute.start, attribute.end)}`,
    );
}

describe("find", () => {
  it("finds text in all blocks, with or without marks, in order", () => {
    const bold = { type: "text", text: "dge", marks: [{ type: "bold" }] };
    const content = [
      node("paragraph", "The bri", bold, node("hardBreak"), "bridge"),
      node("figure", "Bridge in fog"),
      node("bulletList", node("listItem", p("no brid"))),
      p("BRIDGE"),
    ];
    expect(found(content, "bridge")).toEqual(["bridge", "bridge", "Bridge", "BRIDGE"]);
    expect(found(content, "Bridge", { matchCase: true })).toEqual(["Bridge"]);
  });

  it("finds text in visible attributes, but not in URLs and file names", () => {
    const href = "https://bridge.test";
    const content = [
      node("figure", "The bridge", { file: "bridge.jpg", alt: "A bridge by a Bridge", credit: "Bridge Photos", href }),
      node("gallery", node("figure", { file: "b.jpg", alt: "Bridge" })),
      node("linkEmbed", { href, title: "On bridges", description: "Bridge by bridge" }),
      node("pullQuote", "No bridge!", { source: "Ms Bridge" }),
      node("video", { file: "bridge.mp4", poster: "bridge.png", title: "Bridge" }),
    ];
    expect(found(content, "bridge")).toEqual([
      ...["bridge", "alt: bridge", "alt: Bridge", "credit: Bridge", "alt: Bridge"],
      ...["title: bridge", "description: Bridge", "description: bridge", "bridge", "source: Bridge", "title: Bridge"],
    ]);
    expect(found(content, "bridge", { wholeWords: true, matchCase: true })).toEqual([
      ...["bridge", "alt: bridge", "description: bridge", "bridge"],
    ]);
  });

  it("matches any variant of quotes, dashes and spaces, and е with ё", () => {
    expect(found([p("it’s “so” — yes")], `it's "so" - yes`)).toEqual(["it’s “so” — yes"]);
    expect(found([p("Всё\u00a0ещё")], "все еще")).toEqual(["Всё\u00a0ещё"]);
    expect(found([p("Всё")], "Все", { matchCase: true })).toEqual([]);
  });

  it("finds whole words in any script", () => {
    expect(found([p("art, artful, start, art")], "art", { wholeWords: true })).toEqual(["art", "art"]);
    expect(found([p("мост мостик")], "мост", { wholeWords: true })).toEqual(["мост"]);
  });

  it("treats special characters literally, and keeps positions if lower case is longer", () => {
    expect(found([p("İstanbul $& .* \\n")], "$& .* \\n")).toEqual(["$& .* \\n"]);
    expect(found([p("[a-z]^|\\u{1F600}😀")], "[a-z]^|\\u{1F600}😀")).toEqual(["[a-z]^|\\u{1F600}😀"]);
    expect(found([p("aaa")], "aa")).toEqual(["aa"]);
    expect(found([p("words")], "")).toEqual([]);
  });

  it("stops at the maximum number of matches", () => {
    expect(found([p("a".repeat(MAX_MATCHES + 5))], "a")).toHaveLength(MAX_MATCHES);
  });

  it("searches only changed blocks again", () => {
    const doc = docWith(p("one"), p("two one"));
    const finder = createFinder({ text: "one", matchCase: false, wholeWords: false });
    expect(finder.find(doc)).toEqual([
      { from: 1, to: 4, attribute: null },
      { from: 10, to: 13, attribute: null },
    ]);
    const changed = doc.copy(doc.content.replaceChild(0, articleSchema.nodeFromJSON(p("once"))));
    expect(finder.find(changed)).toEqual([{ from: 11, to: 14, attribute: null }]);
  });
});

describe("counting words", () => {
  it.each([
    ["en", "It’s a well-known bridge, 12 m long.", 8, 36, 30],
    ["ru", "Мост открыли — наконец!", 3, 23, 20],
    ["ja", "東京都に住む", 4, 6, 6],
    ["en", "cafe\u0301 👍🏽", 1, 6, 5],
  ])("%s: %s", (language, text, words, characters, letters) => {
    const counted = createWordCounter(language)(docWith(p(text)));
    expect(counted).toEqual({ words, characters, letters });
  });

  it("counts lists, captions and headings once", () => {
    const doc = docWith(
      node("heading", "A title"),
      node("bulletList", node("listItem", p("one"), p("two three"))),
      node("figure", "Caption"),
      node("horizontalRule"),
    );
    expect(createWordCounter("en")(doc).words).toBe(6);
  });

  it("counts the selection", () => {
    const doc = docWith(p("one two"), p("three four"), p("five"));
    expect(createWordCounter("en")(doc.cut(5, 15)).words).toBe(2);
  });

  it("counts only changed blocks", () => {
    const count = createWordCounter("en");
    const doc = docWith(...Array.from({ length: 50 }, (_, index) => p(`word ${index}`)));
    count(doc);
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    const changed = doc.copy(doc.content.replaceChild(7, articleSchema.nodeFromJSON(p("one two three"))));
    expect(count(changed).words).toBe(101);
    expect(segment).toHaveBeenCalledTimes(1);
  });

  it("gives the reading time in whole minutes", () => {
    expect([0, 1, 220, 221].map(readingMinutes)).toEqual([0, 1, 1, 2]);
  });
});
