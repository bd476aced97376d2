import { describe, expect, it } from "vitest";
import { createFinder, type FindQuery, MAX_MATCHES } from "../../../../renderer/editor/writing/find/find-matches.ts";
import { articleSchema } from "../../../../server/article/schema.ts";

const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });

function found(content: object[], text: string, options: Partial<FindQuery> = {}): string[] {
  const doc = articleSchema.nodeFromJSON({ type: "doc", content });
  return createFinder({ text, matchCase: false, wholeWords: false, ...options })
    .find(doc)
    .map(({ from, to, attribute }) =>
      attribute === null
        ? doc.textBetween(from, to)
        : `${attribute.name}: ${String(doc.nodeAt(from)?.attrs[attribute.name]).slice(attribute.start, attribute.end)}`,
    );
}

describe("find", () => {
  it("finds text in every block, with or without marks, in order", () => {
    const content = [
      {
        type: "paragraph",
        content: [
          { type: "text", text: "The bri" },
          { type: "text", text: "dge", marks: [{ type: "bold" }] },
          { type: "hardBreak" },
          { type: "text", text: "bridge" },
        ],
      },
      { type: "figure", content: [{ type: "text", text: "Bridge in fog" }] },
      { type: "bulletList", content: [{ type: "listItem", content: [paragraph("no brid")] }] },
      paragraph("BRIDGE"),
    ];
    expect(found(content, "bridge")).toEqual(["bridge", "bridge", "Bridge", "BRIDGE"]);
    expect(found(content, "Bridge", { matchCase: true })).toEqual(["Bridge"]);
  });

  it("finds text in visible attributes, after the block's text, and not in URLs and files", () => {
    const content = [
      {
        type: "figure",
        attrs: {
          file: "bridge.jpg",
          alt: "A bridge by a Bridge",
          credit: "Bridge Photos",
          href: "https://bridge.test",
        },
        content: [{ type: "text", text: "The bridge" }],
      },
      { type: "gallery", content: [{ type: "figure", attrs: { file: "b.jpg", alt: "Bridge" } }] },
      {
        type: "linkEmbed",
        attrs: { href: "https://bridge.test", title: "On bridges", description: "Bridge by bridge" },
      },
      { type: "pullQuote", attrs: { source: "Ms Bridge" }, content: [{ type: "text", text: "No bridge!" }] },
      { type: "video", attrs: { file: "bridge.mp4", poster: "bridge.png", title: "Bridge" } },
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
    expect(found([paragraph("it’s “so” — yes")], `it's "so" - yes`)).toEqual(["it’s “so” — yes"]);
    expect(found([paragraph("Всё\u00a0ещё")], "все еще")).toEqual(["Всё\u00a0ещё"]);
    expect(found([paragraph("Всё")], "Все", { matchCase: true })).toEqual([]);
  });

  it("finds whole words in every script", () => {
    expect(found([paragraph("art, artful, start, art")], "art", { wholeWords: true })).toEqual(["art", "art"]);
    expect(found([paragraph("мост мостик")], "мост", { wholeWords: true })).toEqual(["мост"]);
  });

  it("treats special characters literally, and keeps positions where lower case is longer", () => {
    expect(found([paragraph("İstanbul $& .* \\n")], "$& .* \\n")).toEqual(["$& .* \\n"]);
    expect(found([paragraph("[a-z]^|\\u{1F600}😀")], "[a-z]^|\\u{1F600}😀")).toEqual(["[a-z]^|\\u{1F600}😀"]);
    expect(found([paragraph("aaa")], "aa")).toEqual(["aa"]);
    expect(found([paragraph("words")], "")).toEqual([]);
  });

  it("stops at its limit", () => {
    expect(found([paragraph("a".repeat(MAX_MATCHES + 5))], "a")).toHaveLength(MAX_MATCHES);
  });

  it("reads only changed blocks again", () => {
    const doc = articleSchema.nodeFromJSON({ type: "doc", content: [paragraph("one"), paragraph("two one")] });
    const finder = createFinder({ text: "one", matchCase: false, wholeWords: false });
    expect(finder.find(doc)).toEqual([
      { from: 1, to: 4, attribute: null },
      { from: 10, to: 13, attribute: null },
    ]);
    const changed = doc.copy(doc.content.replaceChild(0, articleSchema.nodeFromJSON(paragraph("once"))));
    expect(finder.find(changed)).toEqual([{ from: 11, to: 14, attribute: null }]);
  });
});
