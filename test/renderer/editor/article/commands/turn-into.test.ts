import type { JSONContent } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import {
  allLinesAs,
  eachLineAs,
  firstTarget,
  type MakeBlocks,
  turnSelectionInto,
  wrappedIn,
} from "../../../../../renderer/editor/article/commands/turn-into.ts";
import { editorAt, editorOf, faultOf, lineOf, node, p, select } from "../../article.ts";

const paragraphs = eachLineAs("paragraph");
const pullQuote = allLinesAs("pullQuote");
const button = allLinesAs("button", (blocks) => ({ href: firstTarget(blocks) }));
const list = node(
  "bulletList",
  node("listItem", p("a")),
  node("listItem", p("word"), node("bulletList", node("listItem", p("c")))),
);

const turned: [string, JSONContent[], MakeBlocks, string][] = [
  ["a paragraph into a heading", [p("a word")], eachLineAs("heading", { level: 3 }), "heading(a w|ord)"],
  [
    "a pull quote with its source into text",
    [node("pullQuote", "a word", { source: "Anna" })],
    paragraphs,
    "paragraph(a w|ord) paragraph(Anna)",
  ],
  ["a list into text", [list], paragraphs, "paragraph(a) paragraph(w|ord) paragraph(c)"],
  ["a list into a pull quote", [list], pullQuote, "pullQuote(ahardBreakw|ordhardBreakc)"],
  ["a list into code", [list], allLinesAs("codeBlock"), "codeBlock(a\nw|ord\nc)"],
  [
    "a paragraph in a callout into a heading",
    [node("callout", p("a word"), p("b"))],
    eachLineAs("heading"),
    "callout(heading(a w|ord) paragraph(b))",
  ],
  [
    "a callout into text, from a paragraph inside it",
    [node("callout", p("a word"), p("b"))],
    paragraphs,
    "paragraph(a w|ord) paragraph(b)",
  ],
  [
    "details into text",
    [node("details", node("detailsSummary", "a word"), node("detailsContent", p("b"), node("horizontalRule")))],
    paragraphs,
    "paragraph(a w|ord) paragraph(b) horizontalRule",
  ],
  [
    "a paragraph into a quote",
    [p("a word"), p("b")],
    wrappedIn("blockquote"),
    "blockquote(paragraph(a w|ord)) paragraph(b)",
  ],
  [
    "no text of a table cell into code",
    [node("table", node("tableRow", node("tableCell", p("a word"))))],
    allLinesAs("codeBlock"),
    "table(tableRow(tableCell(paragraph(a w|ord))))",
  ],
];

describe("turnSelectionInto keeps the cursor at the same character and turns", () => {
  it.each(turned)("%s", (_name, blocks, make, line) => {
    const editor = editorAt("word", 1, ...blocks);
    const before = lineOf(editor);
    expect(turnSelectionInto(editor, make)).toBe(before !== line);
    expect(lineOf(editor)).toBe(line);
    expect(faultOf(editor)).toBeNull();
    if (before === line) return;
    editor.commands.undo();
    expect(lineOf(editor).replace("|", "")).toBe(before.replace("|", ""));
  });
});

it("turns all blocks of the selection", () => {
  const editor = editorOf(p("one"), node("heading", "two"), node("figure", { file: "x.png" }), p("three"), p("four"));
  select(editor, "two", "three");
  turnSelectionInto(editor, wrappedIn("callout", { tone: "tip" }));
  expect(lineOf(editor)).toBe("paragraph(one) callout(heading(two) figure() paragraph(three)) paragraph(four)");
  const { from, to } = editor.state.selection;
  expect(editor.state.doc.textBetween(from, to, "/")).toBe("two//three");
  turnSelectionInto(editor, pullQuote);
  expect(lineOf(editor)).toBe("paragraph(one) callout(pullQuote(two) figure() pullQuote(three)) paragraph(four)");
});

it("ignores a block if the selection ends before its first character", () => {
  const editor = editorOf(p("one"), p("two"));
  editor.commands.setTextSelection({ from: 1, to: 6 });
  turnSelectionInto(editor, eachLineAs("heading"));
  expect(lineOf(editor)).toBe("heading(one) paragraph(two)");
});

it("keeps a link's URL from text to button and back", () => {
  const link = { type: "text", text: "word", marks: [{ type: "link", attrs: { href: "/x" } }] };
  const editor = editorOf(node("paragraph", "a ", link));
  turnSelectionInto(editor, button);
  expect(editor.getJSON().content).toEqual([node("button", "a word", { href: "/x" })]);
  turnSelectionInto(editor, paragraphs);
  expect(editor.getJSON().content?.[0]?.content).toEqual([{ ...link, text: "a word" }]);
});
