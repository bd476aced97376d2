/** Table editing with prosemirror-tables: cell selections, repair of broken tables, Tab from cell to cell. */
import type { Editor } from "@tiptap/core";
import { keydownHandler } from "@tiptap/pm/keymap";
import { type Command, Plugin, Selection } from "@tiptap/pm/state";
import { addRowAfter, CellSelection, deleteTable, fixTables, goToNextCell, tableEditing } from "@tiptap/pm/tables";
import { alignNumbers } from "./number-alignment.ts";
import { areTablesEditable, tableKeys } from "./table-keys.ts";

/** Makes the tables of an editor editable; further calls do nothing. */
export function editTables(editor: Editor): void {
  if (editor.isDestroyed || areTablesEditable(editor)) return;
  // Deletion first: the keys of the text would empty the cells. Tab last: a list in a cell has its own Tab.
  editor.registerPlugin(wholeTableKeys, (plugin, plugins) => [plugin, ...plugins]);
  editor.registerPlugin(tableEditing({ allowTableNodeSelection: true }));
  editor.registerPlugin(new Plugin({ key: tableKeys, props: { handleKeyDown: keydownHandler(CELL_KEYS) } }));
  editor.registerPlugin(alignNumbers);
  const fixed = fixTables(editor.state);
  // A repair of missing cells is no edit of the journalist: no undo step, no draft.
  if (fixed !== undefined) editor.view.dispatch(fixed.setMeta("addToHistory", false).setMeta("preventUpdate", true));
}

/** Puts the cursor after the text of the next cell; prosemirror-tables would select it. */
const go =
  (direction: 1 | -1): Command =>
  (state, dispatch) =>
    goToNextCell(direction)(
      state,
      dispatch && ((tr) => dispatch(tr.setSelection(Selection.near(tr.selection.$to, -1)).scrollIntoView())),
    );

/** From the last cell it adds a row. */
const goOn: Command = (state, dispatch, view) => {
  if (go(1)(state, dispatch)) return true;
  if (!addRowAfter(state, dispatch) || view === undefined) return false;
  return go(1)(view.state, view.dispatch);
};

const CELL_KEYS: Record<string, Command> = { Tab: goOn, "Shift-Tab": go(-1) };

const deleteWhole: Command = (state, dispatch) => {
  const { selection } = state;
  const isWhole = selection instanceof CellSelection && selection.isRowSelection() && selection.isColSelection();
  return isWhole && deleteTable(state, dispatch);
};

const wholeTableKeys = new Plugin({
  props: { handleKeyDown: keydownHandler({ Backspace: deleteWhole, Delete: deleteWhole }) },
});
