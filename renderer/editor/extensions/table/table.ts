/** Tables on prosemirror-tables. What changes a table comes with its tools, when the cursor is first in one. */
import { Node } from "@tiptap/core";
import { Selection } from "@tiptap/pm/state";
import { addRowAfter, CellSelection, deleteTable, goToNextCell, tableEditing } from "@tiptap/pm/tables";
import { createTableView } from "./table-view.ts";

/** Which part of a table a node is, for prosemirror-tables. */
const ROLES: Readonly<Record<string, string>> = {
  table: "table",
  tableRow: "row",
  tableCell: "cell",
  tableHeader: "header_cell",
};

export const Table = Node.create({
  name: "table",
  // The arrows lead out of a table at the end of the article first, Tab indents a list in a cell first.
  priority: 90,
  parseHTML: () => [{ tag: "table" }],
  renderHTML: () => ["table", ["tbody", 0]],
  extendNodeSchema: ({ name }) => (ROLES[name] === undefined ? {} : { tableRole: ROLES[name] }),
  addProseMirrorPlugins: () => [tableEditing({ allowTableNodeSelection: true })],
  addNodeView:
    () =>
    ({ node, editor }) =>
      createTableView(node, editor),

  addKeyboardShortcuts() {
    const { editor } = this;
    const run = (command: typeof deleteTable) => command(editor.state, editor.view.dispatch);
    /** Behind the words of the next cell: selected, the next letter would replace them. */
    const go = (direction: 1 | -1) =>
      goToNextCell(direction)(editor.state, (tr) =>
        editor.view.dispatch(tr.setSelection(Selection.near(tr.selection.$to, -1))),
      );
    /** All cells selected means the table. */
    const deleteWhole = () => {
      const { selection } = editor.state;
      const isWhole = selection instanceof CellSelection && selection.isRowSelection() && selection.isColSelection();
      return isWhole && run(deleteTable);
    };
    return {
      Tab: () => go(1) || (run(addRowAfter) && go(1)),
      "Shift-Tab": () => go(-1),
      Backspace: deleteWhole,
      Delete: deleteWhole,
    };
  },
});
