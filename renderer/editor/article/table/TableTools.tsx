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
import type { Command } from "@tiptap/pm/state";
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  mergeCells,
  splitCell,
  toggleHeader,
} from "@tiptap/pm/tables";
import { messages } from "../../messages/index.ts";
import { type BarTool, BarTools } from "../nodes/panels/BlockBar.tsx";
import { hasHeaderRow, removeColumns, removeRows, removeTable } from "./table-changes.ts";

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
