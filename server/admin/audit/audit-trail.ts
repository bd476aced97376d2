import type { Page } from "../../contracts/console-api.ts";
import { normalizeText, termsOf } from "../../contracts/log-query.ts";
import type { AuditFacets, AuditPerson, AuditRow } from "../../contracts/logs-api.ts";
import { isoTime, yieldToRequests } from "../../core/runtime.ts";
import type { Services } from "../../services.ts";
import type { AuditEntry } from "../../storage/audit-log.ts";
import { statements } from "../../storage/database.ts";
import { createIdRange, distinctValues, matchOf, PAGE_SIZE, pageOf, readCursor } from "../../storage/lists.ts";

/** Null matches any value. */
interface AuditFilter {
  person: string | null;
  action: string | null;
  project: string | null;
  /** ms since the epoch. */
  from: number | null;
  to: number | null;
  q: string | null;
}

const NEWEST = Number.MAX_SAFE_INTEGER - 1;

export function createAuditTrail({ database }: Pick<Services, "database">) {
  const idRange = createIdRange(database, "audit_log");
  const everything = "FROM audit_log r WHERE r.id <= @highest AND r.id >= @lowest";
  const matching = `FROM audit_words w CROSS JOIN audit_log r ON r.id = w.rowid
    WHERE w.audit_words MATCH @match AND w.rowid <= @highest AND w.rowid >= @lowest`;
  const rows = (from: string, order: string) =>
    database.prepare<[Record<string, string | number | null>], AuditEntry & { id: number }>(
      `SELECT r.id, r.at, r.action, r.subject, r.detail, r.person_id, r.person, r.project_id ${from}
       AND (@from IS NULL OR r.at >= @from) AND (@to IS NULL OR r.at < @to) ORDER BY ${order} DESC LIMIT @count`,
    );
  const all = rows(everything, "r.id");
  const matches = rows(matching, "w.rowid");
  const actions = distinctValues(database, "audit_log", "action", "audit_log_by_action");
  const persons = distinctValues(database, "audit_log", "person_id", "audit_log_by_person");
  const newestName = statements(database).value<[string], string | null>(
    "SELECT person FROM audit_log WHERE person_id = ? ORDER BY id DESC LIMIT 1",
  );

  const find = (filter: AuditFilter, before: number, count: number): AuditRow[] => {
    const { from, to } = filter;
    const ids = idRange(from, to);
    const match = searchOf(filter);
    if (ids === null || match === null) return [];
    const range = { lowest: ids.lowest, highest: Math.min(before - 1, ids.highest), from, to, count };
    return (match === "" ? all.all(range) : matches.all({ ...range, match })).map(rowOf);
  };

  return {
    /** Newest first. */
    page(filter: AuditFilter, cursor: string | null): Page<AuditRow> {
      const before = Number(readCursor(cursor, ["number"])?.[0] ?? NEWEST);
      return pageOf(find(filter, before, PAGE_SIZE + 1), ({ id }) => [Number(id)]);
    },
    /** CSV (RFC 4180, UTF-8): a header line, then the rows, newest first. Neither fills memory nor blocks requests. */
    async *csv(filter: AuditFilter): AsyncGenerator<string> {
      yield BYTE_ORDER_MARK + lineOf(COLUMNS.map(([name]) => name));
      for (let before = NEWEST; ; ) {
        const found = find(filter, before, STEP);
        yield found.map((row) => lineOf(COLUMNS.map(([, cell]) => cell(row) ?? ""))).join("");
        await yieldToRequests();
        if (found.length < STEP) return;
        before = Number(found.at(-1)?.id);
      }
    },
    /** The persons and actions in the log. Persons have their newest name. */
    facets: (): AuditFacets => ({
      persons: persons.all().map((id): AuditPerson => ({ id, name: newestName(id) })),
      actions: actions.all(),
    }),
  };
}

/** The full-text query; "" without a condition, null if nothing can match. */
function searchOf({ person, action, project, q }: AuditFilter): string | null {
  const words = q === null ? "" : matchOf(termsOf(q).map(normalizeText));
  if (words === null) return null;
  // The format of the trigger that fills audit_texts.
  const tokens = Object.entries({ p: person, a: action, j: project }).flatMap(([kind, value]) =>
    value === null ? [] : [`filters : "${kind}${value.replaceAll(/[^\p{L}\p{N}]/gu, "")}"`],
  );
  return [...tokens, ...(words === "" ? [] : [`words : (${words})`])].join(" AND ");
}

function rowOf({ id, at, person_id, person, detail: stored, ...entry }: AuditEntry & { id: number }): AuditRow {
  const { subject_name, asked_from, ...detail } = JSON.parse(stored) as Record<string, unknown>;
  return {
    id: String(id),
    at: isoTime(at),
    ...entry,
    subject_name: textOf(subject_name),
    address: textOf(asked_from),
    person: { id: person_id, name: person },
    detail,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

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

function lineOf(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/** Prevents CSV injection: a leading apostrophe marks a cell that looks like a formula as text. */
function cellOf(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
