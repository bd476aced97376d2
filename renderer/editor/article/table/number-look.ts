/** Figures below each other in a column of amounts, as the page sets them. Nothing of it is in the document. */
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { numberColumns } from "../../../../server/article/number-columns.ts";

/** A table that has not changed is not read again. */
const columnsOf = new WeakMap<Node, ReadonlySet<number>>();
/** The set must stay the same while the document does, or every move of the cursor would draw the tables anew. */
const looks = new WeakMap<Node, DecorationSet>();

export const numberLook = new Plugin({
  props: {
    decorations({ doc }) {
      const known = looks.get(doc);
      if (known !== undefined) return known;
      const cells: Decoration[] = [];
      doc.descendants((node, at) => {
        if (node.type.name === "table") cells.push(...amountsIn(node, at));
        return !node.isTextblock && node.type.name !== "table";
      });
      const look = DecorationSet.create(doc, cells);
      looks.set(doc, look);
      return look;
    },
  },
});

/** @param at where the table begins in the document */
function amountsIn(table: Node, at: number): Decoration[] {
  const columns = columnsOf.get(table) ?? numberColumns(table);
  columnsOf.set(table, columns);
  const cells: Decoration[] = [];
  if (columns.size === 0) return cells;
  table.forEach((row, rowAt) => {
    row.forEach((cell, cellAt, column) => {
      // One step into the table, one into the row.
      const from = at + rowAt + cellAt + 2;
      if (columns.has(column)) cells.push(Decoration.node(from, from + cell.nodeSize, { class: "table-number" }));
    });
  });
  return cells;
}
