import type { Node } from "@tiptap/pm/model";
import { EditorState, type Transaction } from "@tiptap/pm/state";
import type { DecorationSet } from "@tiptap/pm/view";
import { expect, test } from "vitest";
import { removeColumns, removeRows } from "../../../../../renderer/editor/article/table/TableTools.tsx";
import { alignNumbers } from "../../../../../renderer/editor/article/table/table-editing.ts";
import { articleSchema } from "../../../../../server/article/schema.ts";
import { docWith, editorAt, lineOf, node, p } from "../../article.ts";

const table = (...rows: string[][]) =>
  node("table", ...rows.map((row) => node("tableRow", ...row.map((text) => node("tableCell", p(text))))));
const COUNTED = table(["Ships", "12"], ["Boats", "1,250"]);
const PRICED = table(["Rope", "10"], ["Sail", "20"], ["Oar", "30"]);

/** Positions and text of the cells that are aligned as numbers. */
function amounts(state: EditorState): (string | number)[][] {
  const shown = alignNumbers.props.decorations?.call(alignNumbers, state) as DecorationSet;
  return shown.find().map(({ from, to }) => [from, to, state.doc.textBetween(from, to)]);
}

test("reads number columns again only in changed tables", () => {
  let state = EditorState.create({ doc: docWith(p("Before"), COUNTED, p("Between"), PRICED), plugins: [alignNumbers] });
  const texts = () => amounts(state).map((amount) => amount[2]);
  const change = (work: (tr: Transaction) => void) => {
    const { tr } = state;
    work(tr);
    state = state.apply(tr);
    // The same as after opening this document.
    expect(amounts(state)).toEqual(amounts(EditorState.create({ doc: state.doc, plugins: [alignNumbers] })));
  };
  const find = (fits: (each: Node) => boolean): number => {
    let found = -1;
    state.doc.descendants((each, at) => {
      if (found < 0 && fits(each)) found = at;
    });
    return found;
  };
  const word = (text: string) => find((each) => each.text === text);
  expect(texts()).toEqual(["12", "1,250", "10", "20", "30"]);

  change((tr) => tr.insertText("Long ", 1));
  change((tr) => tr.insertText("3", word("20")));
  expect(texts()).toEqual(["12", "1,250", "10", "320", "30"]);
  change((tr) =>
    tr.insertText("many", word("1,250"), word("1,250") + 5).insertText("some", word("12"), word("12") + 2),
  );
  expect(texts()).toEqual(["10", "320", "30"]);

  const priced = find((each) => each.type.name === "table" && each.childCount === 3);
  const moved = state.doc.nodeAt(priced) as Node;
  change((tr) => tr.delete(priced, priced + moved.nodeSize).insert(0, moved));
  expect(texts()).toEqual(["10", "320", "30"]);
  change((tr) => tr.insert(0, articleSchema.nodeFromJSON(COUNTED)));
  expect(texts()).toEqual(["12", "1,250", "10", "320", "30"]);
  change((tr) => tr.delete(0, tr.doc.firstChild?.nodeSize ?? 0));
  change((tr) => tr.replaceWith(0, moved.nodeSize, moved));
  expect(texts()).toEqual(["10", "320", "30"]);
});

test("removes rows and columns, keeps the cursor, and removes the table with its last row", () => {
  const editor = editorAt("d", 0, table(["a", "b"], ["c", "d"]));
  removeRows(editor);
  expect(lineOf(editor)).toBe("table(tableRow(tableCell(paragraph(a)) tableCell(paragraph(|b))))");
  removeColumns(editor);
  expect(lineOf(editor)).toBe("table(tableRow(tableCell(paragraph(|a))))");
  removeRows(editor);
  expect(lineOf(editor)).toBe("paragraph(|)");
});
