/**
 * Tables. An article without one need not wait for what edits them: prosemirror-tables comes with the first table that is
 * drawn, or with the menu that offers one (table-editing.ts).
 */
import { type Attributes, mergeAttributes, Node } from "@tiptap/core";
import type { EditorState } from "@tiptap/pm/state";
import { dataAttributes } from "../nodes/data-attributes.ts";
import { createTableView, isLoadingTableEditing } from "./table-view.ts";

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
    ({ node, editor, getPos }) =>
      createTableView(node, editor, getPos),

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

export const TableRow = Node.create({
  name: "tableRow",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
});

export const TableCell = Node.create({
  name: "tableCell",
  addAttributes: () => cellAttributes("tableCell"),
  parseHTML: () => [{ tag: "td", contentElement: plainContent }],
  renderHTML: ({ HTMLAttributes }) => ["td", mergeAttributes(HTMLAttributes), 0],
});

export const TableHeader = Node.create({
  name: "tableHeader",
  addAttributes: () => cellAttributes("tableHeader"),
  parseHTML: () => [{ tag: "th", contentElement: plainContent }],
  renderHTML: ({ HTMLAttributes }) => ["th", mergeAttributes(HTMLAttributes), 0],
});

/** Elements that other pages put into cells and a cell here cannot have: their words would fall out of the table. */
const NO_CELL = "h1, h2, h3, h4, h5, h6, pre, blockquote, aside, details, summary, figure, div, table, tr, td, th, hr";

/** The content of a cell as paragraphs and lists. */
function plainContent(cell: globalThis.Node): HTMLElement {
  const plain = cell.cloneNode(true) as HTMLElement;
  for (const part of plain.querySelectorAll(NO_CELL)) {
    const line = document.createElement("div");
    line.append(...part.childNodes);
    part.replaceWith(line);
  }
  return plain;
}

/** Spans are HTML's own attributes; beyond what the schema allows, as pasted tables may have them, they count as one. */
function cellAttributes(cell: "tableCell" | "tableHeader"): Attributes {
  const { colwidth } = dataAttributes(cell);
  return { colspan: span("colspan", 100), rowspan: span("rowspan", 1_000), colwidth: { ...colwidth } };
}

function span(name: "colspan" | "rowspan", most: number): Attributes[string] {
  return {
    default: 1,
    parseHTML: (dom) => {
      const count = Number(dom.getAttribute(name) ?? 1);
      return Number.isInteger(count) && count >= 1 && count <= most ? count : 1;
    },
    renderHTML: (attributes) => (attributes[name] === 1 ? {} : { [name]: String(attributes[name]) }),
  };
}
