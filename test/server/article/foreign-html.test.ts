import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foreignHtml } from "../../../server/article/foreign-html.ts";

const LONGER = `<p>${"x".repeat(99)}</p>`;
const THREE = { content: "three" };
const node = (type: string, ...content: object[]) => ({ type, content });
const words = (text: string) => ({ type: "text", text });
const PARAGRAPH = node("paragraph", words("1 <p> & "), { ...words("2"), marks: [] });

describe("foreignHtml finds", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["HTML under a usual key", { html: "<p>Words</p>", theme: "x" }, "<p>Words</p>"],
    ["the more likely of two keys", { text: "<p>Lead</p>", vms_html: "<p>All</p>" }, "<p>All</p>"],
    [
      "nested HTML under a usual key rather than the longest HTML",
      { title: { rendered: "Title" }, content: { rendered: "<p>Words</p>" }, raw: { deep: { notes: LONGER } } },
      "<p>Words</p>",
    ],
    [
      "HTML rather than the same article as blocks",
      { editor: { blocks: [{ type: "paragraph", data: { text: "Words" } }] }, page: { html: "<p>Words</p>" } },
      "<p>Words</p>",
    ],
    ["several parts in order", { parts: [{ html: "<p>1</p>" }, { html: "<p>2</p>" }] }, "<p>1</p>\n<p>2</p>"],
    [
      "the longest string with tags under unknown keys",
      { a: "<b>x</b>", b: { c: "<p>The article</p>" } },
      "<p>The article</p>",
    ],
    [
      "the blocks of Editor.js",
      {
        time: 1,
        blocks: [
          { type: "header", data: { text: "Title", level: 3 } },
          { type: "paragraph", data: { text: "Old <b>words</b> &amp; more" } },
          { type: "list", data: { style: "ordered", items: ["one", { content: "two", items: [THREE] }] } },
          { type: "quote", data: { text: "Said", caption: "Ida" } },
          { type: "image", data: { file: { url: 'http://x/"a".png' }, caption: "A cat" } },
          { type: "delimiter", data: {} },
          { type: "raw", data: { html: "<table></table>" } },
          { type: "poll", data: { question: "?" } },
          { type: "textWithImage", data: { text: "Beside", url: "http://x/b.png" } },
          { type: "PriceList", data: { text: "Prices" } },
        ],
      },
      "<h3>Title</h3><p>Old <b>words</b> &amp; more</p><ol><li>one</li><li>two</li><li>three</li></ol>" +
        "<blockquote><p>Said</p><p>Ida</p></blockquote>" +
        '<figure><img src="http://x/&#34;a&#34;.png" alt=""><figcaption>A cat</figcaption></figure><hr><table></table>' +
        "<p>Beside</p><p>Prices</p>",
    ],
    [
      "the texts of a tree, escaped",
      {
        format: "galley/9",
        doc: node("doc", { ...node("heading", words("Title")), attrs: { level: 2 } }, PARAGRAPH, node("chart")),
      },
      "<h2>Title</h2><p>1 &#60;p&#62; &#38; 2</p>",
    ],
    [
      "a tree of children, with nested texts in order",
      { children: [{ children: [{ text: "See " }, { type: "link", children: [{ text: "this" }] }] }] },
      "<p>See </p><p>this</p>",
    ],
    [
      "plain text under a usual key",
      {
        blocks: [
          { kind: "text", value: "Old words" },
          { kind: "id", value: "x7" },
        ],
      },
      "<p>Old words</p>",
    ],
    [
      "HTML in a node of type text",
      { blocks: [{ type: "text", html: "<p>Old words</p>" }, { type: "rule" }] },
      "<p>Old words</p>",
    ],
    [
      "prose under unknown keys, with the strings in between",
      {
        theme: "dark",
        link: "https://site.example/a b",
        rows: [
          { cells: [{ say: "Old words\nof 1 < 2" }, { say: "Yes" }] },
          { id: "a1", cells: [{ say: "and more of them" }] },
        ],
      },
      "<p>Old words</p><p>of 1 &#60; 2</p><p>Yes</p><p>and more of them</p>",
    ],
    ["prose in a script without spaces", { note: "橋は今日開通した" }, "<p>橋は今日開通した</p>"],
    [
      "a state stored as JSON text",
      { saved: JSON.stringify({ deep: [{ say: "Old words of the harbour" }] }) },
      "<p>Old words of the harbour</p>",
    ],
    [
      "single words and numbers beside a tree of texts",
      {
        blocks: [{ text: "Title" }, node("paragraph", words("Old words")), { text: "2026" }],
        link: { title: "To it" },
      },
      "<p>Title</p><p>Old words</p><p>2026</p>",
    ],
    ["lines of plain text", { text: "One\n\nTwo <3" }, "<p>One</p><p>Two &#60;3</p>"],
  ])("%s", (_, state, html) => {
    expect(foreignHtml(state)).toBe(html);
  });
});

it.each<Record<string, unknown>>([
  {},
  { assets: {} },
  { blocks: [], version: "2" },
  { html: "", text: null, count: 3 },
  { blocks: [{ type: "poll", data: {} }] },
])("foreignHtml finds nothing in %j", (state) => {
  expect(foreignHtml(state)).toBeNull();
});

it("foreignHtml returns null for HTML that is too large", () => {
  expect(foreignHtml({ html: `<p>${"x".repeat(4_000_000)}</p>` })).toBeNull();
});

it("foreignHtml handles any depth and breadth", () => {
  let deep: Record<string, unknown> = { html: "<p>Too deep</p>" };
  for (let level = 0; level < 20_000; level++) deep = { content: [deep] };
  const wide = { list: Array.from({ length: 20_000 }, () => ({ "<p": "<p ", data: { items: [[]] } })) };
  const nested = {
    blocks: [{ type: "list", data: { items: Array.from({ length: 20_000 }, () => ({ items: [{}] })) } }],
  };
  expect([foreignHtml(deep), foreignHtml(wide), foreignHtml(nested)]).toEqual([null, null, null]);
});

it("foreignHtml handles any JSON object", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (state) => {
      const html = foreignHtml(state as Record<string, unknown>);
      expect(html === null || html !== "").toBe(true);
    }),
  );
});
