/** Table nodes. prosemirror-tables loads with the first table (table-editing.ts). */
import { type Attributes, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { element } from "../../ui/lib/dom.ts";
import { isInCell } from "../commands/block-edges.ts";
import { createBlockView, loadPanels } from "../nodes/block-view.ts";
import { dataAttributes } from "../nodes/data-attributes.ts";
import { areTablesEditable } from "./table-keys.ts";

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
  addNodeView: () => createTableView,

  addKeyboardShortcuts() {
    // Until Tab can move to the next cell, it must not leave the article.
    const blocked = () => !areTablesEditable(this.editor) && isInCell(this.editor.state.selection.$from);
    return { Tab: blocked, "Shift-Tab": blocked };
  },
});

export const TableRow = Node.create({
  name: "tableRow",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
});

const cellNode = (name: "tableCell" | "tableHeader", tag: "td" | "th") =>
  Node.create({
    name,
    addAttributes: () => cellAttributes(name),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

export const TableCell = cellNode("tableCell", "td");
export const TableHeader = cellNode("tableHeader", "th");

/** Spans are HTML attributes; a span beyond the schema's limit becomes 1. */
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

/** Scrolls a table that is wider than the text; its toolbar is above it. */
function createTableView(props: NodeViewRendererProps): NodeView {
  const { editor } = props;
  // Until this is loaded, cells allow only typing. After a failure, the next visit of the cursor retries.
  const edit = () =>
    void loadPanels().then(
      ({ editTables }) => editTables(editor),
      () => undefined,
    );
  edit();
  const body = element("tbody");
  const head = element("div", { class: "block-tools raised", contenteditable: "false" });
  const scroller = element("div", { class: "table-scroll" }, element("table", {}, body));
  return createBlockView(props, {
    dom: element("div", { class: "table-block" }, head, scroller),
    contentDOM: body,
    place: head,
    show: () => {},
    followsSelection: true,
    fields({ TableTools }) {
      edit();
      return createElement(TableTools, { editor });
    },
  });
}
