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
import type { ToolSpec } from "../../ui/buttons.tsx";
import { deleteBlocks } from "../commands/block-actions.ts";
import { rangeAt } from "../commands/block-places.ts";
import { BarTools } from "../nodes/panels/BlockBar.tsx";

export function TableTools({ editor }: { editor: Editor }) {
  const t = messages.blocks.table;
  const run = (command: Command) => () => void command(editor.state, editor.view.dispatch, editor.view);
  const tool = (tool: string, label: string, icon: ToolSpec["icon"], onPress: () => void): ToolSpec => ({
    tool,
    label,
    icon,
    onPress,
  });
  const groups: ToolSpec[][] = [
    [{ ...tool("header-row", t.headerRow, IconTableRow, run(toggleHeader("row"))), pressed: hasHeaderRow(editor) }],
    [
      tool("row-above", t.rowAbove, IconRowInsertTop, run(addRowBefore)),
      tool("row-below", t.rowBelow, IconRowInsertBottom, run(addRowAfter)),
      tool("row-remove", t.rowRemove, IconRowRemove, () => removeRows(editor)),
    ],
    [
      tool("column-before", t.columnBefore, IconColumnInsertLeft, run(addColumnBefore)),
      tool("column-after", t.columnAfter, IconColumnInsertRight, run(addColumnAfter)),
      tool("column-remove", t.columnRemove, IconColumnRemove, () => removeColumns(editor)),
    ],
    [
      { ...tool("merge", t.merge, IconArrowsJoin2, run(mergeCells)), unavailable: !mergeCells(editor.state) },
      { ...tool("split", t.split, IconArrowsSplit2, run(splitCell)), unavailable: !splitCell(editor.state) },
    ],
    [tool("remove", t.remove, IconTrash, () => removeTable(editor))],
  ];
  return <BarTools label={t.label} groups={groups} />;
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

/** Moves the cursor to the cell that takes the place of the removed one, or to the last cell before it. */
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
  if (!isInTable(editor.state)) return;
  const table = rangeAt(editor.state, selectedRect(editor.state).tableStart - 1);
  if (table !== null) deleteBlocks(editor, table);
}

function hasHeaderRow(editor: Editor): boolean {
  if (!isInTable(editor.state)) return false;
  const { map, table } = selectedRect(editor.state);
  return rowIsHeader(map, table, 0);
}
