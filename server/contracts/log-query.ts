/**
 * Query language of the delivery log: filters, and a search line of words and `key:value` terms. The appliance uses it
 * to find rows, the page to filter rows that events add.
 */
import type { DeliveryState } from "./delivery-states.ts";
import type { DeliveryView } from "./editor-api.ts";

/** State of a delivery; a pending one is `queued`, or `retrying` after a failure. */
export type DeliveryStanding = Exclude<DeliveryState, "pending"> | "queued" | "retrying";

export const DELIVERY_STATUSES: readonly DeliveryStanding[] = [
  "queued",
  "retrying",
  "sending",
  "held",
  "rejected",
  "failed",
  "exhausted",
  "delivered",
  "superseded",
];

export function standingOf({ state, code }: Pick<DeliveryView, "state" | "code">): DeliveryStanding {
  if (state !== "pending") return state;
  return code === null ? "queued" : "retrying";
}

/** A state in a filter; `pending` includes `queued` and `retrying`. */
export type FilterState = DeliveryStanding | "pending";
export const FILTER_STATES: readonly FilterState[] = ["pending", ...DELIVERY_STATUSES];

export interface DeliveryQuery {
  project: string | null;
  session: string | null;
  snapshot: string | null;
  /** Empty: all. */
  states: readonly FilterState[];
  event: "article_saved" | "site_fonts_updated" | null;
  /** Part of a code, or an HTTP status. */
  code: string | null;
  host: string | null;
  site: string | null;
  warning: string | null;
  /** ms since the epoch: created at or after `from`, and before `to`. */
  from: number | null;
  to: number | null;
  /** Words in the material id, title and host, and `key:value` terms; or a complete delivery or session id. */
  q: string | null;
}

export const ALL_DELIVERIES: DeliveryQuery = {
  project: null,
  session: null,
  snapshot: null,
  states: [],
  event: null,
  code: null,
  host: null,
  site: null,
  warning: null,
  from: null,
  to: null,
  q: null,
};

/** A parsed query: each filter at most once, and words folded for comparison. */
export interface ReadQuery extends Omit<DeliveryQuery, "q" | "states" | "code"> {
  /** Empty: all. */
  standings: ReadonlySet<DeliveryStanding>;
  /** Part of a code; null for any. */
  code: string | null;
  status: number | null;
  words: readonly string[];
  /** Words that the material id contains. */
  material: readonly string[];
  /** Words in responses; only the appliance can search them. */
  text: readonly string[];
  projectName: string | null;
  id: string | null;
}

/** Maximum number of words in a line; further words are ignored. */
const MAX_WORDS = 8;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Values of `event:`. */
const EVENTS: Record<string, DeliveryQuery["event"]> = {
  article: "article_saved",
  article_saved: "article_saved",
  fonts: "site_fonts_updated",
  site_fonts_updated: "site_fonts_updated",
};

/** Parses the line: `state:failed host:example.org code:timeout warning:archive material:42 text:Key "harbour fire"`. */
export function readQuery({ q, states, code, host, warning, event, ...rest }: DeliveryQuery): ReadQuery {
  const filterStates = new Set<FilterState>(states);
  const folded = (value: string | null) => value && normalizeText(value);
  /** The last term of a key applies. */
  const last = { code: folded(code), host: folded(host), warning: folded(warning), project: null as string | null };
  const all = { words: [] as string[], material: [] as string[], text: [] as string[] };
  let id: string | null = null;
  let named = event;
  for (const term of termsOf(q ?? "")) {
    const [, given = "", typed = term] = /^([a-z]+):(.+)$/i.exec(term) ?? [];
    const key = given.toLowerCase();
    const value = normalizeText(typed);
    const state = FILTER_STATES.find((one) => one === value);
    if (key === "state" && state !== undefined) filterStates.add(state);
    else if (key === "event" && Object.hasOwn(EVENTS, value)) named = EVENTS[value] ?? null;
    else if (key === "code" || key === "host" || key === "warning" || key === "project") last[key] = value;
    else if (key === "material" || key === "text") all[key].push(value);
    else if (UUID.test(term)) id = term.toLowerCase();
    else all.words.push(normalizeText(term));
  }
  const { project: projectName, ...parts } = last;
  const status = parts.code !== null && /^\d{3}$/.test(parts.code) ? Number(parts.code) : null;
  return {
    ...rest,
    ...parts,
    ...all,
    code: status === null ? parts.code : null,
    event: named,
    id,
    projectName,
    standings: new Set([...filterStates].flatMap(standingsOf)),
    status,
  };
}

/** The fields of a delivery that filters use. */
export interface FilterableDelivery extends Pick<DeliveryView, "state" | "code" | "warnings"> {
  id: string;
  project_id: string;
  project_name: string;
  session_id: string;
  event: "article_saved" | "site_fonts_updated";
  last_status: number | null;
  /** Host of the callback URL, with its port unless it is the default. */
  callback_host: string;
  /** Null if only an early version of Galley called the site. */
  site_id: string | null;
  material_id: string;
  /** `metadata.title` of the session, else its first heading; null without either. */
  title: string | null;
  created_at: string;
}

/** Whether the row matches the query. Ignores `snapshot`, because rows do not contain it. */
export function fitsQuery(query: ReadQuery, row: FilterableDelivery): boolean {
  const { from, to, words, material } = query;
  const matches = <T>(filter: T | null, value: T) => filter === null || filter === value;
  if (!matches(query.project, row.project_id) || !matches(query.session, row.session_id)) return false;
  if (!matches(query.site, row.site_id)) return false;
  if (!matches(query.event, row.event) || !matches(query.status, row.last_status)) return false;
  if (query.id !== null && !isIdOf(query.id, row)) return false;
  if (query.standings.size > 0 && !query.standings.has(standingOf(row))) return false;
  if (query.code !== null && row.code?.includes(query.code) !== true) return false;
  const { warning } = query;
  if (warning !== null && !row.warnings.some((one) => one.includes(warning))) return false;
  if (query.host !== null && !row.callback_host.includes(query.host)) return false;
  if (query.projectName !== null && !normalizeText(row.project_name).includes(query.projectName)) return false;
  const made = Date.parse(row.created_at);
  if ((from !== null && made < from) || (to !== null && made >= to)) return false;
  if (words.length + material.length === 0) return true;
  const article = normalizeText(`${row.material_id}\n${row.title ?? ""}`);
  return (
    material.every((word) => article.includes(word)) &&
    words.every((word) => article.includes(word) || row.callback_host.includes(word))
  );
}

function isIdOf(id: string, row: FilterableDelivery): boolean {
  return row.id === id || row.session_id === id || normalizeText(`${row.material_id}\n${row.title ?? ""}`).includes(id);
}

/** Normalizes text for comparison: NFKC, lower case, ё as е. */
export function normalizeText(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll("ё", "е");
}

function standingsOf(state: FilterState): DeliveryStanding[] {
  return state === "pending" ? ["queued", "retrying"] : [state];
}

/** Terms separated by spaces; quotation marks keep spaces inside a term. */
export function termsOf(line: string): string[] {
  return [...line.matchAll(/(?:[a-z]+:)?"([^"]*)"|\S+/gi)]
    .map(([term]) => term.replaceAll('"', "").trim())
    .filter((term) => term !== "")
    .slice(0, MAX_WORDS);
}
