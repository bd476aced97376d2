/** Tables, in a wrapper that scrolls on a phone. */
import type { Node } from "prosemirror-model";
import { hasHead, numberColumns } from "../number-columns.ts";
import type { Rendering } from "./rendering.ts";
import { attribute } from "./safe.ts";

export function renderTable(table: Node, rendering: Rendering, renderCell: (cell: Node) => string): string {
  rendering.parts.add("table");
  const [first, ...others] = table.children;
  const head = first !== undefined && hasHead(table) ? first : undefined;
  const numeric = numberColumns(table);
  if (numeric.size > 0) rendering.parts.add("number");
  const thead = head === undefined ? "" : `<thead>${renderRow(head, renderCell, numeric, true)}</thead>`;
  const body = (head === undefined ? table.children : others)
    .map((row) => renderRow(row, renderCell, numeric, false))
    .join("");
  const rows = thead + (body === "" ? "" : `<tbody>${body}</tbody>`);
  // Focusable, so that the keyboard can scroll it.
  return `<div class="galley-table" role="group" tabindex="0"><table>${columnWidths(first)}${rows}</table></div>`;
}

function renderRow(
  row: Node,
  renderCell: (cell: Node) => string,
  numeric: ReadonlySet<number>,
  inHead: boolean,
): string {
  const cells = row.children.map((cell, index) => {
    const spans =
      attribute("class", numeric.has(index) ? "galley-number" : "") +
      span("colspan", cell.attrs.colspan) +
      span("rowspan", cell.attrs.rowspan);
    if (cell.type.name !== "tableHeader") return `<td${spans}>${renderCell(cell)}</td>`;
    const scope = !inHead && index === 0 ? "row" : "col";
    return `<th scope="${scope}"${spans}>${renderCell(cell)}</th>`;
  });
  return `<tr>${cells.join("")}</tr>`;
}

function span(name: "colspan" | "rowspan", value: unknown): string {
  return value === 1 ? "" : ` ${name}="${Number(value)}"`;
}

/** The widths that the author set, from the first row. */
function columnWidths(first: Node | undefined): string {
  const cells = first?.children ?? [];
  if (!cells.some(({ attrs }) => Array.isArray(attrs.colwidth))) return "";
  const columns = cells.map(({ attrs }) => {
    const widths = (attrs.colwidth ?? []) as number[];
    const known = widths
      .slice(0, attrs.colspan)
      .map((width) => (width > 0 ? `<col style="width:${width}px">` : "<col>"));
    const others = Number(attrs.colspan) - known.length;
    return known.join("") + (others > 0 ? `<col span="${others}">` : "");
  });
  return `<colgroup>${columns.join("")}</colgroup>`;
}
