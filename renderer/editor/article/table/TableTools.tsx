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
import type { ToolSpec } from "../../ui/buttons.tsx";
import { BarTools } from "../nodes/panels/BlockBar.tsx";
import { hasHeaderRow, removeColumns, removeRows, removeTable } from "./table-editing.ts";

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
  return <BarTools label={t.name} groups={groups} />;
}
