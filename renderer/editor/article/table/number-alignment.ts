/** Aligns the numbers of a column as the published page does, by decorations. */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { Mapping } from "@tiptap/pm/transform";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { numberColumns } from "../../../../server/article/number-columns.ts";

const key = new PluginKey<DecorationSet>("alignNumbers");

/** Runs with every key, so only changed tables are read again. */
export const alignNumbers = new Plugin<DecorationSet>({
  key,
  state: {
    init: (_, { doc }) => look(DecorationSet.empty, doc, tablesIn(doc)),
    apply(tr, shown, { doc: before }) {
      if (!tr.docChanged) return shown;
      return look(shown.map(tr.mapping, tr.doc), tr.doc, changedTables(before, tr.doc, tr.mapping));
    },
  },
  props: { decorations: (state) => key.getState(state) },
});

type Tables = readonly (readonly [table: Node, at: number])[];

function tablesIn(doc: Node): Tables {
  const tables: [Node, number][] = [];
  doc.descendants((node, at) => {
    if (node.type.name === "table") tables.push([node, at]);
    return !node.isTextblock && node.type.name !== "table";
  });
  return tables;
}

/** Tables that are new, or were moved by deletion and insertion. */
function changedTables(before: Node, doc: Node, mapping: Mapping): Tables {
  const known = new Map(tablesIn(before));
  return tablesIn(doc).filter(([table, at]) => {
    const was = known.get(table);
    if (was === undefined) return true;
    const { pos, deletedAfter } = mapping.mapResult(was);
    return deletedAfter || pos !== at;
  });
}

function look(shown: DecorationSet, doc: Node, tables: Tables): DecorationSet {
  return tables.reduce(
    (set, [table, at]) => set.remove(set.find(at, at + table.nodeSize)).add(doc, amountsIn(table, at)),
    shown,
  );
}

function amountsIn(table: Node, at: number): Decoration[] {
  const columns = numberColumns(table);
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
