import { NodeSelection } from "@tiptap/pm/state";
import { expect, it } from "vitest";
import {
  deleteBlocks,
  duplicateBlocks,
  moveBlocks,
} from "../../../../../renderer/editor/article/commands/block-actions.ts";
import {
  type BlockRange,
  movableAtSelection,
  rangeAt,
  topBlockAt,
} from "../../../../../renderer/editor/article/commands/block-places.ts";
import { editorOf, faultOf, lineOf, node, p, select } from "../../article.ts";

type Article = ReturnType<typeof editorOf>;
const cursor = (editor: Article) => editor.state.selection.from;
const here = (editor: Article) => movableAtSelection(editor.state);
const at = (editor: Article, position: number) => rangeAt(editor.state, position) as BlockRange;

it("moves a block and the cursor up and down, each as one undo step", () => {
  const editor = editorOf(p("one"), p("two"), p("three"));
  select(editor, "two", 1);
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
  const editor = editorOf(p("one"), node("horizontalRule"), p("two"));
  select(editor, "one");
  expect(moveBlocks(editor, at(editor, 5), 1)).toBe(true);
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
  const editor = editorOf(p("first"), node("callout", p("one"), list), table);
  select(editor, "c");
  expect(topBlockAt(editor.state, cursor(editor))?.node.type.name).toBe("bulletList");
  expect(moveBlocks(editor, here(editor), -1)).toBe(true);
  expect(moveBlocks(editor, here(editor), -1)).toBe(false);
  expect(lineOf(editor)).toContain("callout(bulletList(listItem(paragraph(a))");
  select(editor, "y");
  expect(moveBlocks(editor, here(editor), -1)).toBe(true);
  expect(lineOf(editor)).toMatch(/^paragraph\(first\) table/);
});

it("duplicates a block below, with the cursor in the copy", () => {
  const editor = editorOf(p("one"), p("two"));
  select(editor, "one", 2);
  expect(duplicateBlocks(editor, here(editor))).toBe(true);
  expect(lineOf(editor)).toBe("paragraph(one) paragraph(on|e) paragraph(two)");
  expect(duplicateBlocks(editor, at(editor, 12))).toBe(true);
  expect(lineOf(editor)).toContain("paragraph(two) paragraph(|two)");
});

it("deletes blocks, but never leaves a parent or the article empty", () => {
  const editor = editorOf(p("one"), node("callout", p("two")), p("three"));
  select(editor, "one", 1);
  deleteBlocks(editor, here(editor));
  expect(lineOf(editor)).toBe("callout(paragraph(|two)) paragraph(three)");
  deleteBlocks(editor, here(editor));
  expect(lineOf(editor)).toBe("callout(paragraph(|)) paragraph(three)");
  deleteBlocks(editor, at(editor, 0));
  deleteBlocks(editor, at(editor, 0));
  expect(lineOf(editor)).toBe("paragraph(|)");
  expect(faultOf(editor)).toBeNull();
  editor.commands.undo();
  expect(lineOf(editor)).toBe("paragraph(|three)");
});
