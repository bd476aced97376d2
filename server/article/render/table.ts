/** Tables: in a wrapper that scrolls, as a phone is narrower than most. */
import type { Node } from "prosemirror-model";
import type { Rendering } from "./rendering.ts";
import { attribute } from "./safe.ts";

/** @param renderCell what stands in a cell */
export function renderTable(table: Node, rendering: Rendering, renderCell: (cell: Node) => string): string {
  rendering.parts.add("table");
  const [first, ...others] = table.children;
  const isHead = first !== undefined && isHeadRow(first);
  const rowsBelow = isHead ? others : table.children;
  const numeric = numericColumns(table.children, rowsBelow);
  if (numeric.size > 0) rendering.parts.add("number");
  const head = isHead ? `<thead>${renderRow(first, renderCell, numeric, true)}</thead>` : "";
  const body = rowsBelow.map((row) => renderRow(row, renderCell, numeric, false)).join("");
  const rows = head + (body === "" ? "" : `<tbody>${body}</tbody>`);
  // Focusable, for what scrolls must scroll from the keyboard too.
  return `<div class="galley-table" role="group" tabindex="0"><table>${columnWidths(first)}${rows}</table></div>`;
}

/** A head is a row of header cells alone, none of which reaches into the rows below. */
function isHeadRow(row: Node): boolean {
  return (
    row.childCount > 0 && row.children.every(({ type, attrs }) => type.name === "tableHeader" && attrs.rowspan === 1)
  );
}

/** An amount as people write it: digits with their separators, a sign before it, a currency or per cent on either side. */
const AMOUNT = /^[+\-−–±~≈]?\s?\p{Sc}?\s?[+\-−–]?\d[\d\s.,'’]*(?:\p{Sc}|%|‰|°C?)?$/u;
/** What stands where there is no amount. */
const NO_AMOUNT = /^[-−–—…]?$/u;
/** Longer words than this are no amount. */
const LONGEST_AMOUNT = 40;

/**
 * Columns that hold amounts and nothing else. The first one names the rows, be it by years or numbers. Where cells are joined, the place of a cell is not that of its column.
 */
function numericColumns(all: readonly Node[], rows: readonly Node[]): ReadonlySet<number> {
  const isJoined = all.some((row) => row.children.some(({ attrs }) => attrs.colspan !== 1 || attrs.rowspan !== 1));
  if (isJoined) return new Set();
  const numeric = new Set<number>();
  const worded = new Set<number>();
  for (const row of rows) {
    for (const [column, cell] of row.children.entries()) {
      if (column === 0 || worded.has(column)) continue;
      const words = cell.textContent.trim();
      if (words.length <= LONGEST_AMOUNT && AMOUNT.test(words)) numeric.add(column);
      else if (!NO_AMOUNT.test(words)) worded.add(column);
    }
  }
  return numeric.difference(worded);
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

/** The widths that somebody has drawn, as the cells of the first row hold them. */
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
