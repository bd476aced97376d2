/** Table editing with prosemirror-tables: cell selections, repair of broken tables, Tab between cells. */
import type { Editor } from "@tiptap/core";
import { keydownHandler } from "@tiptap/pm/keymap";
import type { Node } from "@tiptap/pm/model";
import { type Command, Plugin, PluginKey, Selection } from "@tiptap/pm/state";
import { addRowAfter, CellSelection, deleteTable, fixTables, goToNextCell, tableEditing } from "@tiptap/pm/tables";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { numberColumns } from "../../../../server/article/layout.ts";
import { oncePer } from "../../../../server/article/once-per.ts";
import { areTablesEditable, tableKeys } from "./table-keys.ts";

/** Makes the tables of an editor editable; further calls do nothing. */
export function editTables(editor: Editor): void {
  if (editor.isDestroyed || areTablesEditable(editor)) return;
  // Deletion comes first, before keys that would empty the cells; Tab comes last, because lists in cells handle Tab.
  editor.registerPlugin(wholeTableKeys, (plugin, plugins) => [plugin, ...plugins]);
  editor.registerPlugin(tableEditing({ allowTableNodeSelection: true }));
  editor.registerPlugin(new Plugin({ key: tableKeys, props: { handleKeyDown: keydownHandler(CELL_KEYS) } }));
  editor.registerPlugin(alignNumbers);
  const fixed = fixTables(editor.state);
  // A repair is not an edit by the journalist: it makes no undo step and no draft.
  if (fixed !== undefined) editor.view.dispatch(fixed.setMeta("addToHistory", false).setMeta("preventUpdate", true));
}

/** Moves the cursor after the text of the next cell, which prosemirror-tables would select. */
const goToCell =
  (direction: 1 | -1): Command =>
  (state, dispatch) =>
    goToNextCell(direction)(
      state,
      dispatch && ((tr) => dispatch(tr.setSelection(Selection.near(tr.selection.$to, -1)).scrollIntoView())),
    );

/** In the last cell, adds a row. */
const nextCell: Command = (state, dispatch, view) => {
  if (goToCell(1)(state, dispatch)) return true;
  if (!addRowAfter(state, dispatch) || view === undefined) return false;
  return goToCell(1)(view.state, view.dispatch);
};

const CELL_KEYS: Record<string, Command> = { Tab: nextCell, "Shift-Tab": goToCell(-1) };

const deleteWhole: Command = (state, dispatch) => {
  const { selection } = state;
  const isWhole = selection instanceof CellSelection && selection.isRowSelection() && selection.isColSelection();
  return isWhole && deleteTable(state, dispatch);
};

const wholeTableKeys = new Plugin({
  props: { handleKeyDown: keydownHandler({ Backspace: deleteWhole, Delete: deleteWhole }) },
});

const key = new PluginKey<DecorationSet>("alignNumbers");

export const alignNumbers = new Plugin<DecorationSet>({
  key,
  state: {
    init: (_, { doc }) => align(doc),
    apply: (tr, shown) => (tr.docChanged ? align(tr.doc) : shown),
  },
  props: { decorations: (state) => key.getState(state) },
});

function align(doc: Node): DecorationSet {
  const cells: Decoration[] = [];
  doc.descendants((node, at) => {
    if (node.type.name === "table")
      for (const { from, to } of amountsIn(node))
        cells.push(Decoration.node(at + from, at + to, { class: "table-number" }));
    return !node.isTextblock && node.type.name !== "table";
  });
  return DecorationSet.create(doc, cells);
}

/** The cells in columns of numbers, relative to their table. Cached, because this runs on each key. */
const amountsIn = oncePer((table: Node) => {
  const columns = numberColumns(table);
  const cells: { from: number; to: number }[] = [];
  table.forEach((row, rowAt) => {
    row.forEach((cell, cellAt, column) => {
      // +1 into the table, +1 into the row.
      const from = rowAt + cellAt + 2;
      if (columns.has(column)) cells.push({ from, to: from + cell.nodeSize });
    });
  });
  return cells;
});
