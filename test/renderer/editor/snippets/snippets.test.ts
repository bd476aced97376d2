import type { JSONContent } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { CellSelection } from "@tiptap/pm/tables";
import { expect, it } from "vitest";
import { insertSnippet, selectedContent } from "../../../../renderer/editor/snippets/snippet-content.ts";
import type { DocumentNode } from "../../../../server/article/vms-json.ts";
import type { SnippetKind } from "../../../../server/contracts/snippets-api.ts";
import { editorOf, faultOf, find, lineOf, node, p, select } from "../article.ts";

type Editor = ReturnType<typeof editorOf>;

/** The content of a selection between two texts, as "kind: block(text) …". */
function contentOf(editor: Editor, from: string, to: string): string | null {
  select(editor, from, to);
  return summaryOf(editor);
}

function summaryOf(editor: Editor): string | null {
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

it("keeps text of one paragraph as text, and includes only text blocks and lists in part", () => {
  const editor = editorOf(p("one two"), p(""), node("heading", "Head line"), list(), table(), p("end"), p(""));
  expect(contentOf(editor, "one", "one")).toBe("words: paragraph(one)");
  expect(contentOf(editor, "Head", "Head")).toBe("words: paragraph(Head)");
  expect(contentOf(editor, "Head", "line")).toBe("blocks: heading(Head line)");
  expect(contentOf(editor, "two", "Head")).toBe("blocks: paragraph(two) paragraph() heading(Head)");
  expect(contentOf(editor, "line", "bread")).toBe("blocks: heading(line) bulletList(milkbread)");
  expect(contentOf(editor, "tea", "a1")).toBe("blocks: bulletList(tea) table(a1b1a2b2)");
  editor.commands.selectAll();
  expect(summaryOf(editor)).toMatch(/^blocks: paragraph\(one two\) .* paragraph\(end\)$/);
  // Without a selection, it is the block with the cursor, unless empty.
  editor.commands.setTextSelection(find(editor, "bread"));
  expect(summaryOf(editor)).toBe("blocks: bulletList(milkbreadtea)");
  editor.commands.setTextSelection(10);
  expect(summaryOf(editor)).toBeNull();
});

it("keeps a selected picture, the whole table of selected cells, and whole columns", () => {
  const columns = node("columns", node("column", p("left")), node("column", p("right")));
  const editor = editorOf(node("figure", { file: "a.jpg" }, "Caption"), table(), columns, p("end"));
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, 0)));
  expect(summaryOf(editor)).toBe("blocks: figure(Caption)");
  const { doc, tr } = editor.state;
  const cells = [find(editor, "a1"), find(editor, "b1")].map((position) => doc.resolve(position).before(-1));
  editor.view.dispatch(tr.setSelection(CellSelection.create(doc, cells[0] ?? 0, cells[1])));
  expect(summaryOf(editor)).toBe("blocks: table(a1b1a2b2)");
  expect(contentOf(editor, "right", "end")).toBe("blocks: columns(leftright) paragraph(end)");
});

/** Inserts at the cursor after a change during the request. */
async function insert(
  editor: Editor,
  kind: SnippetKind,
  blocks: JSONContent[],
  duringRequest = () => {},
): Promise<void> {
  const doc = { type: "doc", content: blocks } as DocumentNode;
  const api = {
    async insertSnippet() {
      duringRequest();
      return { kind, doc, files: [] };
    },
  };
  await insertSnippet({ editor, api, files: { add: () => {} }, isReading: () => false }, "id");
  expect(faultOf(editor)).toBeNull();
}

it("inserts blocks in place of an empty line or after the block, as one undo step", async () => {
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
  // Text is inserted into the cell with its formatting.
  editor.commands.setTextSelection(find(editor, "b2"));
  await insert(editor, "words", [node("paragraph", { type: "text", text: "W", marks: [{ type: "bold" }] })]);
  expect(editor.state.doc.textContent).toContain("Wb2");
  // The same in a list; blocks are inserted after the list.
  editor.commands.setTextSelection(find(editor, "bread"));
  await insert(editor, "words", [p("W")]);
  expect(editor.state.doc.lastChild?.children.map(({ textContent }) => textContent)).toEqual(["milk", "Wbread", "tea"]);
  await insert(editor, "blocks", [node("heading", "Last")]);
  expect(editor.state.doc.lastChild?.textContent).toBe("Last");
});

it("keeps the place during the request, and drops formatting that is not allowed", async () => {
  const editor = editorOf(p("first"), p("second"), node("codeBlock", "code"));
  editor.commands.setTextSelection(find(editor, "second"));
  await insert(editor, "words", [p("W ")], () => editor.view.dispatch(editor.state.tr.insertText("typed before ", 1)));
  expect(editor.state.doc.child(1).textContent).toBe("W second");
  editor.commands.setTextSelection(find(editor, "code"));
  await insert(editor, "words", [node("paragraph", { type: "text", text: "B", marks: [{ type: "bold" }] })]);
  expect(editor.state.doc.child(2).textContent).toBe("Bcode");
});
