/** The audit log as CSV (RFC 4180, UTF-8), read in steps that neither fill memory nor block requests. */
import type { AuditRow } from "../../contracts/logs-api.ts";
import { yieldToRequests } from "../../core/runtime.ts";
import type { AuditFilter, AuditTrail } from "./audit-trail.ts";

const STEP = 4_000;
/** Without it, spreadsheets assume another encoding. */
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

/** A header line, then the rows, newest first. */
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

/** Prevents CSV injection: a leading apostrophe marks a cell that looks like a formula as text. */
function cellOf(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
