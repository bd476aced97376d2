/** The toolbar above the table with the cursor. Loaded when it is first needed. */
import {
  IconArrowsJoin2,
  IconArrowsSplit2,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTableRow,
  IconTrash,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { type Command, Selection } from "@tiptap/pm/state";
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  isInTable,
  mergeCells,
  rowIsHeader,
  selectedRect,
  splitCell,
  TableMap,
  toggleHeader,
} from "@tiptap/pm/tables";
import { messages } from "../../messages/index.ts";
import { deleteBlock } from "../commands/block-actions.ts";
import { type BarTool, BarTools } from "../nodes/panels/BlockBar.tsx";

export function TableTools({ editor }: { editor: Editor }) {
  const t = messages.blocks.table;
  const tool = (id: string, label: string, icon: BarTool["icon"], command: Command): BarTool => ({
    id,
    label,
    icon,
    onPress: () => command(editor.state, editor.view.dispatch, editor.view),
  });
  const change = (id: string, label: string, icon: BarTool["icon"], work: (editor: Editor) => void): BarTool => ({
    id,
    label,
    icon,
    onPress: () => work(editor),
  });
  const groups: BarTool[][] = [
    [{ ...tool("header-row", t.headerRow, IconTableRow, toggleHeader("row")), pressed: hasHeaderRow(editor) }],
    [
      tool("row-above", t.rowAbove, IconRowInsertTop, addRowBefore),
      tool("row-below", t.rowBelow, IconRowInsertBottom, addRowAfter),
      change("row-remove", t.rowRemove, IconRowRemove, removeRows),
    ],
    [
      tool("column-before", t.columnBefore, IconColumnInsertLeft, addColumnBefore),
      tool("column-after", t.columnAfter, IconColumnInsertRight, addColumnAfter),
      change("column-remove", t.columnRemove, IconColumnRemove, removeColumns),
    ],
    [
      { ...tool("merge", t.merge, IconArrowsJoin2, mergeCells), unavailable: !mergeCells(editor.state) },
      { ...tool("split", t.split, IconArrowsSplit2, splitCell), unavailable: !splitCell(editor.state) },
    ],
    [change("remove", t.remove, IconTrash, removeTable)],
  ];
  return <BarTools label={t.tools} groups={groups} />;
}

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

function removeTable(editor: Editor): void {
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === "table") {
      deleteBlock(editor, $from.before(depth));
      return;
    }
}

function hasHeaderRow(editor: Editor): boolean {
  if (!isInTable(editor.state)) return false;
  const { map, table } = selectedRect(editor.state);
  return rowIsHeader(map, table, 0);
}
