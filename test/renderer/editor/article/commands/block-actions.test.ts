import type { Editor, JSONContent } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";
import {
  addColumn,
  deleteBlocks,
  duplicateBlocks,
  leaveEmptyColumn,
  moveBlocks,
  removeColumn,
} from "../../../../../renderer/editor/article/commands/block-actions.ts";
import {
  exitBlock,
  exitOnEnter,
  selectBlockBefore,
} from "../../../../../renderer/editor/article/commands/block-edges.ts";
import {
  type BlockRange,
  movableAtSelection,
  rangeAt,
  topBlockAt,
} from "../../../../../renderer/editor/article/commands/block-places.ts";
import { lineKeys } from "../../../../../renderer/editor/article/nodes/block-keys.ts";
import { detailsKeys } from "../../../../../renderer/editor/article/nodes/simple-blocks.ts";
import { editorAt, editorOf, faultOf, lineOf, node, p, select } from "../../article.ts";

const cursor = (editor: Editor) => editor.state.selection.from;
const here = (editor: Editor) => movableAtSelection(editor.state);
const blockAt = (editor: Editor, position: number) => rangeAt(editor.state, position) as BlockRange;

it("moves a block and the cursor up and down, each as one undo step", () => {
  const editor = editorAt("two", 1, p("one"), p("two"), p("three"));
  expect(moveBlocks(editor, here(editor), 1)).toBe(true);
  expect(lineOf(editor)).toBe("paragraph(one) paragraph(three) paragraph(t|wo)");
  expect(moveBlocks(editor, here(editor), 1)).toBe(false);
  expect(moveBlocks(editor, here(editor), -1)).toBe(true);
  expect(moveBlocks(editor, here(editor), -1)).toBe(true);
  expect(lineOf(editor)).toBe("paragraph(t|wo) paragraph(one) paragraph(three)");
  editor.commands.undo();
  expect(lineOf(editor)).toContain("paragraph(one) paragraph(t|wo) paragraph(three)");
});

it("moves a block without the cursor and selects it", () => {
  const editor = editorAt("one", 0, p("one"), node("horizontalRule"), p("two"));
  expect(moveBlocks(editor, blockAt(editor, 5), 1)).toBe(true);
  expect(lineOf(editor)).toBe("paragraph(one) paragraph(two) horizontalRule");
  expect(editor.state.selection).toBeInstanceOf(NodeSelection);
  expect(cursor(editor)).toBe(10);
});

it("moves blocks inside a callout, and lists and tables as a whole", () => {
  const list = node(
    "bulletList",
    node("listItem", p("a")),
    node("listItem", p("b"), node("bulletList", node("listItem", p("c")))),
  );
  const table = node("table", node("tableRow", node("tableCell", p("x")), node("tableCell", p("y"))));
  const editor = editorAt("c", 0, p("first"), node("callout", p("one"), list), table);
  expect(topBlockAt(editor.state, cursor(editor))?.node.type.name).toBe("bulletList");
  expect(moveBlocks(editor, here(editor), -1)).toBe(true);
  expect(moveBlocks(editor, here(editor), -1)).toBe(false);
  expect(lineOf(editor)).toContain("callout(bulletList(listItem(paragraph(a))");
  select(editor, "y");
  expect(moveBlocks(editor, here(editor), -1)).toBe(true);
  expect(lineOf(editor)).toMatch(/^paragraph\(first\) table/);
});

it("duplicates a block below, with the cursor in the copy", () => {
  const editor = editorAt("one", 2, p("one"), p("two"));
  expect(duplicateBlocks(editor, here(editor))).toBe(true);
  expect(lineOf(editor)).toBe("paragraph(one) paragraph(on|e) paragraph(two)");
  expect(duplicateBlocks(editor, blockAt(editor, 12))).toBe(true);
  expect(lineOf(editor)).toContain("paragraph(two) paragraph(|two)");
});

it("deletes blocks, but never leaves a parent or the article empty", () => {
  const editor = editorAt("one", 1, p("one"), node("callout", p("two")), p("three"));
  deleteBlocks(editor, here(editor));
  expect(lineOf(editor)).toBe("callout(paragraph(|two)) paragraph(three)");
  deleteBlocks(editor, here(editor));
  expect(lineOf(editor)).toBe("callout(paragraph(|)) paragraph(three)");
  deleteBlocks(editor, blockAt(editor, 0));
  deleteBlocks(editor, blockAt(editor, 0));
  expect(lineOf(editor)).toBe("paragraph(|)");
  expect(faultOf(editor)).toBeNull();
  editor.commands.undo();
  expect(lineOf(editor)).toBe("paragraph(|three)");
});

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
  const editor = editorAt("word", 2, block, p("end"));
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
  const editor = editorAt("why", 0, details, p("end"));
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
  const editor = editorAt("said", 0, pullQuote);
  inPullQuote(editor, "Backspace");
  expect(lineOf(editor)).toBe("paragraph(|said) paragraph(Anna)");
});

it("Enter moves from a summary into the content, and leaves a pull quote at its end", () => {
  const editor = editorAt("why", 1, details, pullQuote);
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
  const editor = editorAt("two", 1, columns("one", "two"));
  expect([addColumn(editor), addColumn(editor), addColumn(editor)]).toEqual([true, true, false]);
  expect(lineOf(editor)).toBe(
    "columns(column(paragraph(one)) column(paragraph(two)) column(paragraph()) column(paragraph(|)))",
  );
  expect([leaveEmptyColumn(editor), leaveEmptyColumn(editor)]).toEqual([true, true]);
  expect(lineOf(editor)).toBe("columns(column(paragraph(one)) column(paragraph(two|)))");
  select(editor, "one", 1);
  expect(removeColumn(editor)).toBe(true);
  expect(lineOf(editor)).toBe("paragraph(o|ne) paragraph(two)");

  const middle = editorAt("two", 1, columns("one", "two", "three"));
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
      const editor = editorAt("after", 0, block, line);
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
    expect(selectBlockBefore(editorAt(text, offset, ...blocks))).toBe(false);
  });
});
