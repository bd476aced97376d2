/** Rows and cells. Spans beyond what the schema allows, as pasted tables may have them, count as one. */
import { type Attributes, mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../nodes/data-attributes.ts";

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
