import type { JSONContent } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { CellSelection } from "@tiptap/pm/tables";
import { expect, it } from "vitest";
import { insertSnippet } from "../../../../renderer/editor/snippets/insert-snippet.ts";
import { selectedContent } from "../../../../renderer/editor/snippets/selected-content.ts";
import type { DocumentNode } from "../../../../server/article/vms-json.ts";
import type { SnippetKind } from "../../../../server/contracts/snippets-api.ts";
import { editorOf, faultOf, find, lineOf, node, p, select } from "../article.ts";

type Editor = ReturnType<typeof editorOf>;

/** What a selection from one word to another keeps, as "kind: block(words) …". */
function kept(editor: Editor, from: string, to: string): string | null {
  select(editor, from, to);
  return inWords(editor);
}

function inWords(editor: Editor): string | null {
  const content = selectedContent(editor.state);
  if (content === null) return null;
  const blocks = editor.schema
    .nodeFromJSON(content.doc)
    .children.map((each) => `${each.type.name}(${each.textContent})`);
  return `${content.kind}: ${blocks.join(" ")}`;
}

const cell = (text: string) => node("tableCell", p(text));
const table = () => node("table", node("tableRow", cell("a1"), cell("b1")), node("tableRow", cell("a2"), cell("b2")));
const list = () =>
  node("bulletList", node("listItem", p("milk")), node("listItem", p("bread")), node("listItem", p("tea")));

it("keeps text of one paragraph as text, and cuts only blocks that may be cut", () => {
  const editor = editorOf(p("one two"), p(""), node("heading", "Head line"), list(), table(), p("end"), p(""));
  expect(kept(editor, "one", "one")).toBe("words: paragraph(one)");
  expect(kept(editor, "Head", "Head")).toBe("words: paragraph(Head)");
  expect(kept(editor, "Head", "line")).toBe("blocks: heading(Head line)");
  expect(kept(editor, "two", "Head")).toBe("blocks: paragraph(two) paragraph() heading(Head)");
  expect(kept(editor, "line", "bread")).toBe("blocks: heading(line) bulletList(milkbread)");
  expect(kept(editor, "tea", "a1")).toBe("blocks: bulletList(tea) table(a1b1a2b2)");
  editor.commands.selectAll();
  expect(inWords(editor)).toMatch(/^blocks: paragraph\(one two\) .* paragraph\(end\)$/);
  // With nothing selected it is the block with the cursor; an empty one is nothing.
  editor.commands.setTextSelection(find(editor, "bread"));
  expect(inWords(editor)).toBe("blocks: bulletList(milkbreadtea)");
  editor.commands.setTextSelection(10);
  expect(inWords(editor)).toBeNull();
});

it("keeps a selected picture, the whole table of cells, and whole columns", () => {
  const columns = node("columns", node("column", p("left")), node("column", p("right")));
  const editor = editorOf(node("figure", { file: "a.jpg" }, "Caption"), table(), columns, p("end"));
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, 0)));
  expect(inWords(editor)).toBe("blocks: figure(Caption)");
  const { doc, tr } = editor.state;
  const cells = [find(editor, "a1"), find(editor, "b1")].map((position) => doc.resolve(position).before(-1));
  editor.view.dispatch(tr.setSelection(CellSelection.create(doc, cells[0] ?? 0, cells[1])));
  expect(inWords(editor)).toBe("blocks: table(a1b1a2b2)");
  expect(kept(editor, "right", "end")).toBe("blocks: columns(leftright) paragraph(end)");
});

/** Inserts where the cursor is, once `meanwhile` has happened. */
async function insert(editor: Editor, kind: SnippetKind, blocks: JSONContent[], meanwhile = () => {}): Promise<void> {
  const doc = { type: "doc", content: blocks } as DocumentNode;
  const api = {
    async insertSnippet() {
      meanwhile();
      return { kind, doc, files: [] };
    },
  };
  await insertSnippet({ editor, api, files: { add: () => {} }, isReading: () => false }, "id");
  expect(faultOf(editor)).toBeNull();
}

it("inserts blocks in place of an empty line, else after the block, never into a cell, as one undo step", async () => {
  const editor = editorOf(p("one"), p(""), table(), list());
  const before = lineOf(editor);
  editor.commands.setTextSelection(6);
  await insert(editor, "blocks", [node("heading", "H"), p("x")]);
  const names = () => editor.state.doc.children.map(({ type }) => type.name);
  expect(names()).toEqual(["paragraph", "heading", "paragraph", "table", "bulletList"]);
  editor.commands.undo();
  expect(lineOf(editor).replace("|", "")).toBe(before.replace("|", ""));
  editor.commands.setTextSelection(find(editor, "a1"));
  await insert(editor, "blocks", [node("heading", "H"), p("x")]);
  expect(names().slice(2, 5)).toEqual(["table", "heading", "paragraph"]);
  // Words go among the words of the cell, with their formatting.
  editor.commands.setTextSelection(find(editor, "b2"));
  await insert(editor, "words", [node("paragraph", { type: "text", text: "W", marks: [{ type: "bold" }] })]);
  expect(editor.state.doc.textContent).toContain("Wb2");
  // So in a list; blocks go behind all of it.
  editor.commands.setTextSelection(find(editor, "bread"));
  await insert(editor, "words", [p("W")]);
  expect(editor.state.doc.lastChild?.children.map(({ textContent }) => textContent)).toEqual(["milk", "Wbread", "tea"]);
  await insert(editor, "blocks", [node("heading", "Last")]);
  expect(editor.state.doc.lastChild?.textContent).toBe("Last");
});

it("keeps its place while the snippet loads, and drops formatting where none is allowed", async () => {
  const editor = editorOf(p("first"), p("second"), node("codeBlock", "code"));
  editor.commands.setTextSelection(find(editor, "second"));
  await insert(editor, "words", [p("W ")], () => editor.view.dispatch(editor.state.tr.insertText("typed before ", 1)));
  expect(editor.state.doc.child(1).textContent).toBe("W second");
  editor.commands.setTextSelection(find(editor, "code"));
  await insert(editor, "words", [node("paragraph", { type: "text", text: "B", marks: [{ type: "bold" }] })]);
  expect(editor.state.doc.child(2).textContent).toBe("Bcode");
});
