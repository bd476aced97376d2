import type { Editor, JSONContent } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import {
  addColumn,
  leaveEmptyColumn,
  removeColumn,
} from "../../../../../renderer/editor/article/commands/block-actions.ts";
import {
  exitBlock,
  exitOnEnter,
  selectBlockBefore,
} from "../../../../../renderer/editor/article/commands/block-edges.ts";
import { lineKeys } from "../../../../../renderer/editor/article/nodes/block-keys.ts";
import { detailsKeys } from "../../../../../renderer/editor/article/nodes/simple-blocks.ts";
import { editorOf, faultOf, lineOf, node, p, select } from "../../article.ts";

/** An editor with the cursor in the first empty paragraph. */
function atEmptyLine(...blocks: JSONContent[]): Editor {
  const editor = editorOf(...blocks);
  let found = -1;
  editor.state.doc.descendants((each, position) => {
    if (found < 0 && each.type.name === "paragraph" && each.content.size === 0) found = position + 1;
  });
  editor.commands.setTextSelection(found);
  return editor;
}

function at(text: string, offset: number, ...blocks: JSONContent[]): Editor {
  const editor = editorOf(...blocks);
  select(editor, text, offset);
  return editor;
}

const inDetails = (editor: Editor, key: "Enter" | "Backspace") => detailsKeys(editor)[key]?.({ editor });
const inPullQuote = (editor: Editor, key: "Enter" | "Backspace") => lineKeys(editor, "pullQuote")[key]?.({ editor });

const columns = (...texts: string[]) => node("columns", ...texts.map((text) => node("column", p(text))));
const row = (...texts: string[]) => node("tableRow", ...texts.map((text) => node("tableCell", p(text))));
const details = node("details", node("detailsSummary", "why"), node("detailsContent", p("so"), p("")));
const pullQuote = node("pullQuote", "said", { source: "Anna" });

it.each([
  [node("callout", p("word")), "callout(paragraph(word)) paragraph(|) paragraph(end)"],
  [node("callout", node("pullQuote", "word")), "callout(pullQuote(word) paragraph(|)) paragraph(end)"],
  [columns("word", "x"), "columns(column(paragraph(word)) column(paragraph(x))) paragraph(|) paragraph(end)"],
  [node("table", row("word")), "table(tableRow(tableCell(paragraph(word)))) paragraph(|) paragraph(end)"],
  [
    node("details", node("detailsSummary", "word"), node("detailsContent", p("x"))),
    "details(detailsSummary(word) detailsContent(paragraph(x))) paragraph(|) paragraph(end)",
  ],
  [node("codeBlock", "word"), "codeBlock(word) paragraph(|) paragraph(end)"],
  [p("word"), "paragraph(word) paragraph(|) paragraph(end)"],
])("Mod+Enter inserts a paragraph after the block (case %#)", (block, line) => {
  const editor = at("word", 2, block, p("end"));
  expect(exitBlock(editor)).toBe(true);
  expect(lineOf(editor)).toBe(line);
  expect(faultOf(editor)).toBeNull();
});

describe("Enter in an empty paragraph", () => {
  it.each([
    [node("callout", p("one"), p("")), "callout(paragraph(one)) paragraph(|)"],
    [details, "details(detailsSummary(why) detailsContent(paragraph(so))) paragraph(|)"],
    [
      node("columns", node("column", p("one"), p("")), node("column", p("x"))),
      "columns(column(paragraph(one)) column(paragraph(x))) paragraph(|)",
    ],
  ])("leaves the wrapper at its end (case %#)", (block, line) => {
    const editor = atEmptyLine(block);
    expect(exitOnEnter(editor)).toBe(true);
    expect(lineOf(editor)).toBe(line);
  });

  it("does not split a callout or handle a paragraph with text", () => {
    const editor = atEmptyLine(node("callout", p("one"), p(""), p("two")));
    exitOnEnter(editor);
    expect(lineOf(editor)).toBe("callout(paragraph(one) paragraph() paragraph(|) paragraph(two))");
    select(editor, "two");
    expect(exitOnEnter(editor)).toBe(false);
  });
});

it("Backspace at the start of a summary unwraps the block and keeps its content", () => {
  const editor = at("why", 0, details, p("end"));
  inDetails(editor, "Backspace");
  expect(lineOf(editor)).toBe("paragraph(|why) paragraph(so) paragraph() paragraph(end)");
  editor.commands.undo();
  select(editor, "why", 1);
  expect(inDetails(editor, "Backspace")).toBe(false);

  const empty = editorOf(node("details", node("detailsSummary"), node("detailsContent", p(""))));
  empty.commands.setTextSelection(2);
  inDetails(empty, "Backspace");
  expect(lineOf(empty)).toBe("paragraph(|)");
});

it("Backspace at the start of a pull quote turns it into paragraphs", () => {
  const editor = at("said", 0, pullQuote);
  inPullQuote(editor, "Backspace");
  expect(lineOf(editor)).toBe("paragraph(|said) paragraph(Anna)");
});

it("Enter moves from a summary into the content, and leaves a pull quote at its end", () => {
  const editor = at("why", 1, details, pullQuote);
  inDetails(editor, "Enter");
  expect(lineOf(editor)).toContain("detailsContent(paragraph(|so) paragraph())");
  select(editor, "said", 4);
  inPullQuote(editor, "Enter");
  expect(lineOf(editor)).toMatch(/pullQuote\(said\) paragraph\(\|\)$/);
  select(editor, "said", 2);
  inPullQuote(editor, "Enter");
  expect(lineOf(editor)).toContain("pullQuote(sahardBreak|id)");
});

it("adds up to four columns, and merges a removed column into its neighbour", () => {
  const editor = at("two", 1, columns("one", "two"));
  expect([addColumn(editor), addColumn(editor), addColumn(editor)]).toEqual([true, true, false]);
  expect(lineOf(editor)).toBe(
    "columns(column(paragraph(one)) column(paragraph(two)) column(paragraph()) column(paragraph(|)))",
  );
  expect([leaveEmptyColumn(editor), leaveEmptyColumn(editor)]).toEqual([true, true]);
  expect(lineOf(editor)).toBe("columns(column(paragraph(one)) column(paragraph(two|)))");
  select(editor, "one", 1);
  expect(removeColumn(editor)).toBe(true);
  expect(lineOf(editor)).toBe("paragraph(o|ne) paragraph(two)");

  const middle = at("two", 1, columns("one", "two", "three"));
  removeColumn(middle);
  expect(lineOf(middle)).toBe("columns(column(paragraph(one) paragraph(t|wo)) column(paragraph(three)))");
  expect(faultOf(middle)).toBeNull();
});

describe("Backspace at the start of a line after another kind of block", () => {
  it.each([
    node("button", "press"),
    pullQuote,
    node("codeBlock", "a = 1"),
    node("callout", p("note")),
    node("customContainer", p("box")),
    details,
    columns("left", "right"),
  ])("selects the block: $type", (block) => {
    for (const line of [p("after"), node("heading", "after", { level: 2 })]) {
      const editor = at("after", 0, block, line);
      const before = editor.getJSON();
      expect(selectBlockBefore(editor)).toBe(true);
      expect(editor.state.selection).toMatchObject({ from: 0, node: { type: { name: block.type } } });
      expect(editor.getJSON()).toEqual(before);
    }
  });

  it("removes an empty line", () => {
    const editor = atEmptyLine(node("button", "press"), p(""));
    expect(selectBlockBefore(editor)).toBe(true);
    expect(lineOf(editor)).toBe("button(press)");
    expect(editor.state.selection).toMatchObject({ from: 0, node: { type: { name: "button" } } });
  });

  it.each([
    ["after", 1, [node("button", "press"), p("after")]],
    ["after", 0, [p("one"), p("after")]],
    ["after", 0, [node("blockquote", p("one")), p("after")]],
    ["note", 0, [node("button", "press"), node("callout", p("note"))]],
    ["item", 0, [node("callout", p("one")), node("bulletList", node("listItem", p("item")))]],
    ["said", 0, [node("button", "press"), pullQuote]],
  ])("does nothing inside a line, after plain lines and in a block's own text (case %#)", (text, offset, blocks) => {
    expect(selectBlockBefore(at(text, offset, ...blocks))).toBe(false);
  });
});
