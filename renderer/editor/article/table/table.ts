/**
 * Tables. An article without one need not wait for what edits them: prosemirror-tables comes with the first table that is
 * drawn, or with the menu that offers one (table-editing.ts).
 */
import { Node } from "@tiptap/core";
import type { EditorState } from "@tiptap/pm/state";
import { isLoadingTableEditing } from "./load-table-editing.ts";
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
  parseHTML: () => [{ tag: "table" }],
  renderHTML: () => ["table", ["tbody", 0]],
  extendNodeSchema: ({ name }) => (ROLES[name] === undefined ? {} : { tableRole: ROLES[name] }),
  addNodeView:
    () =>
    ({ node, editor }) =>
      createTableView(node, editor),

  addKeyboardShortcuts() {
    // Until Tab can go to the next cell it must not leave the article.
    const waits = () => isLoadingTableEditing(this.editor) && isInTable(this.editor.state);
    return { Tab: waits, "Shift-Tab": waits };
  },
});

function isInTable({ selection: { $from } }: EditorState): boolean {
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type.name === "tableRow") return true;
  return false;
}
