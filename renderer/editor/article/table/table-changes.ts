/** Removals that never leave a table without a cell. */
import type { Editor } from "@tiptap/core";
import { type Command, Selection } from "@tiptap/pm/state";
import { deleteColumn, deleteRow, isInTable, rowIsHeader, selectedRect, TableMap } from "@tiptap/pm/tables";
import { deleteBlock } from "../commands/block-actions.ts";

/** Removes the selected rows; removing all of them removes the table. */
export function removeRows(editor: Editor): void {
  const { top, bottom, left, map } = selectedRect(editor.state);
  if (bottom - top === map.height) removeTable(editor);
  else removeAndStay(editor, deleteRow, top, left);
}

/** Removes the selected columns; removing all of them removes the table. */
export function removeColumns(editor: Editor): void {
  const { left, right, top, map } = selectedRect(editor.state);
  if (right - left === map.width) removeTable(editor);
  else removeAndStay(editor, deleteColumn, top, left);
}

/** The cursor goes to the cell in the place of the removed one, or to the last cell before it. */
function removeAndStay(editor: Editor, command: Command, row: number, column: number): void {
  const { tableStart } = selectedRect(editor.state);
  command(editor.state, (tr) => {
    const table = tr.doc.nodeAt(tableStart - 1);
    if (table !== null) {
      const map = TableMap.get(table);
      const cell = map.positionAt(Math.min(row, map.height - 1), Math.min(column, map.width - 1), table);
      tr.setSelection(Selection.near(tr.doc.resolve(tableStart + cell + 1), 1));
    }
    editor.view.dispatch(tr.scrollIntoView());
  });
}

export function removeTable(editor: Editor): void {
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === "table") {
      deleteBlock(editor, $from.before(depth));
      return;
    }
}

export function hasHeaderRow(editor: Editor): boolean {
  if (!isInTable(editor.state)) return false;
  const { map, table } = selectedRect(editor.state);
  return rowIsHeader(map, table, 0);
}
