/** Rows and cells. Spans beyond what the schema allows, as pasted tables may have them, count as one. */
import { type Attributes, mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const TableRow = Node.create({
  name: "tableRow",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
});

export const TableCell = Node.create({
  name: "tableCell",
  addAttributes: () => cellAttributes("tableCell"),
  parseHTML: () => [{ tag: "td" }],
  renderHTML: ({ HTMLAttributes }) => ["td", mergeAttributes(HTMLAttributes), 0],
});

export const TableHeader = Node.create({
  name: "tableHeader",
  addAttributes: () => cellAttributes("tableHeader"),
  parseHTML: () => [{ tag: "th" }],
  renderHTML: ({ HTMLAttributes }) => ["th", mergeAttributes(HTMLAttributes), 0],
});

/** Spans are HTML's own attributes. */
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
