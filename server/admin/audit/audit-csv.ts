/** The audit log as CSV (RFC 4180, UTF-8), read in steps, so that its length costs neither memory nor time at once. */
import type { AuditRow } from "../../contracts/logs-api.ts";
import { yieldToRequests } from "../../core/runtime.ts";
import type { AuditFilter, AuditTrail } from "./audit-trail.ts";

/** Rows per step. */
const STEP = 4_000;
/** Spreadsheets take a file without it for another encoding. */
const BYTE_ORDER_MARK = "\ufeff";

const COLUMNS: [name: string, cell: (row: AuditRow) => string | null][] = [
  ["time", ({ at }) => at],
  ["person_id", ({ person }) => person.id],
  ["person", ({ person }) => person.name],
  ["action", ({ action }) => action],
  ["subject", ({ subject }) => subject],
  ["subject_name", (row) => row.subject_name],
  ["project_id", (row) => row.project_id],
  ["address", ({ address }) => address],
  ["detail", ({ detail }) => JSON.stringify(detail)],
];

/** Newest first, from a header line on. */
export async function* auditCsv(trail: AuditTrail, filter: AuditFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(COLUMNS.map(([name]) => name));
  for (const rows of trail.steps(filter, STEP)) {
    yield rows.map((row) => lineOf(COLUMNS.map(([, cell]) => cell(row) ?? ""))).join("");
    await yieldToRequests();
  }
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/** Spreadsheets run a cell that begins like a formula; an apostrophe before it keeps it a text. */
function cellOf(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
