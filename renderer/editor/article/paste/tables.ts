/** Which tables of a pasted page are tables, and what of them is kept. */

/** A table that only puts things side by side: its cells are read one after the other. */
export function isLayout(table: Element): boolean {
  const role = table.getAttribute("role");
  if (role === "presentation" || role === "none" || table.querySelector("table") !== null) return true;
  return table.querySelectorAll("td, th").length < 2;
}

/** The rows of a table that holds no other. */
export function rowsOf(table: Element): Element[] {
  return [...table.querySelectorAll("tr")];
}

/** Largest spans that the article's tables take. */
const LIMITS = { colspan: 100, rowspan: 1_000 } as const;

export function spansOf(cell: Element): Record<string, string> {
  const spans: Record<string, string> = {};
  for (const name of ["colspan", "rowspan"] as const) {
    const span = Number(cell.getAttribute(name));
    if (Number.isInteger(span) && span > 1 && span <= LIMITS[name]) spans[name] = String(span);
  }
  return spans;
}
