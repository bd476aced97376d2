/** The tools of a table: a toolbar above the one with the cursor. Loaded when it is first needed. */
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
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  mergeCells,
  splitCell,
  toggleHeader,
} from "@tiptap/pm/tables";
import { type ComponentType, type KeyboardEvent, useState } from "react";
import { messages } from "../../messages/index.ts";
import { can, hasHeaderRow, removeColumns, removeRows, removeTable, run } from "./table-changes.ts";

interface TableTool {
  id: string;
  label: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  act(editor: Editor): void;
  /** Whether it can be done now; absent where it always can. */
  isPossible?(editor: Editor): boolean;
  /** Whether it is on; absent for a tool that acts. */
  isOn?(editor: Editor): boolean;
}

/** In groups, as they stand beside each other. */
function tableTools(): TableTool[][] {
  const t = messages.blocks.table;
  return [
    [
      {
        id: "header-row",
        label: t.headerRow,
        icon: IconTableRow,
        act: (editor) => run(editor, toggleHeader("row")),
        isOn: hasHeaderRow,
      },
    ],
    [
      { id: "row-above", label: t.rowAbove, icon: IconRowInsertTop, act: (editor) => run(editor, addRowBefore) },
      { id: "row-below", label: t.rowBelow, icon: IconRowInsertBottom, act: (editor) => run(editor, addRowAfter) },
      { id: "row-remove", label: t.rowRemove, icon: IconRowRemove, act: removeRows },
    ],
    [
      {
        id: "column-before",
        label: t.columnBefore,
        icon: IconColumnInsertLeft,
        act: (editor) => run(editor, addColumnBefore),
      },
      {
        id: "column-after",
        label: t.columnAfter,
        icon: IconColumnInsertRight,
        act: (editor) => run(editor, addColumnAfter),
      },
      { id: "column-remove", label: t.columnRemove, icon: IconColumnRemove, act: removeColumns },
    ],
    [
      {
        id: "merge",
        label: t.merge,
        icon: IconArrowsJoin2,
        act: (editor) => run(editor, mergeCells),
        isPossible: (editor) => can(editor, mergeCells),
      },
      {
        id: "split",
        label: t.split,
        icon: IconArrowsSplit2,
        act: (editor) => run(editor, splitCell),
        isPossible: (editor) => can(editor, splitCell),
      },
    ],
    [{ id: "remove", label: t.remove, icon: IconTrash, act: removeTable }],
  ];
}

/** A toolbar is one stop of the Tab key; the arrows move inside it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tools = [...event.currentTarget.querySelectorAll("button")];
  const current = tools.indexOf(event.target as HTMLButtonElement);
  const next = {
    ArrowRight: (current + 1) % tools.length,
    ArrowLeft: (current - 1 + tools.length) % tools.length,
    Home: 0,
    End: tools.length - 1,
  }[event.key];
  if (current < 0 || next === undefined) return;
  event.preventDefault();
  tools[next]?.focus();
}

/** What the tools say is read from the editor: they are drawn anew after each change of it. */
export function TableTools({ editor }: { editor: Editor }) {
  const [stop, setStop] = useState("header-row");
  return (
    <div
      className="table-tools"
      role="toolbar"
      aria-label={messages.blocks.table.tools}
      aria-orientation="horizontal"
      onKeyDown={moveFocus}
    >
      {tableTools().map((group) => (
        <span key={group[0]?.id} className="table-tools-group">
          {group.map(({ id, label, icon: Icon, act, isPossible, isOn }) => (
            <button
              key={id}
              type="button"
              title={label}
              aria-label={label}
              aria-pressed={isOn?.(editor)}
              aria-disabled={isPossible?.(editor) === false || undefined}
              tabIndex={stop === id ? 0 : -1}
              onFocus={() => setStop(id)}
              // The selection stays in the table.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => isPossible?.(editor) !== false && act(editor)}
            >
              <Icon size={18} stroke={1.6} />
            </button>
          ))}
        </span>
      ))}
    </div>
  );
}
