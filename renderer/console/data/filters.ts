/** Filters of lists, as in the URL: "" for none. */
import type { RetryFilter } from "../../../server/contracts/deliveries-api.ts";
import { ALL_DELIVERIES, FILTER_STATES, type FilterState, readQuery } from "../../../server/contracts/log-query.ts";
import type { ProjectRow } from "../../../server/contracts/projects-api.ts";

const TIME = ["from", "to"] as const;
export const SESSION_FILTER = ["project", "state", "q"] as const;
export const REQUEST_FILTER = ["project", "status", ...TIME, "q"] as const;
export const AUDIT_FILTER = ["person", "action", "project", ...TIME, "q"] as const;
export const DELIVERY_FILTER = [
  ...(["project", "session", "state", "event", "code", "host", "warning"] as const),
  ...TIME,
  "q",
] as const;

type Filter<Names extends readonly string[]> = Record<Names[number], string>;
export type SessionFilter = Filter<typeof SESSION_FILTER>;
/** `status` may be a class such as `4xx`. */
export type RequestFilter = Filter<typeof REQUEST_FILTER>;
/** `person` is the id of an account, or one of `server/contracts/audit-actions.ts`. */
export type AuditFilter = Filter<typeof AUDIT_FILTER>;
/** `state` is comma-separated. */
export type DeliveryFilter = Filter<typeof DELIVERY_FILTER>;

/** A name that occurs several times is joined with commas. */
export function filterOf<Names extends readonly string[]>(query: URLSearchParams, names: Names): Filter<Names> {
  return Object.fromEntries(names.map((name) => [name, query.getAll(name).join(",")])) as Filter<Names>;
}

export const isFiltered = (filter: Record<string, string>): boolean =>
  Object.values(filter).some((value) => value !== "");

const AGO = /^(\d+)([hd])$/;
const AGO_MS: Record<string, number> = { h: 3_600_000, d: 86_400_000 };

/** ISO 8601 time of a time filter, which is such a time, an age such as `24h` or `7d`, or "". */
export function timeOf(time: string): string {
  const [, count, unit = ""] = AGO.exec(time) ?? [];
  if (count === undefined) return Number.isNaN(Date.parse(time)) ? "" : new Date(time).toISOString();
  return new Date(Date.now() - Number(count) * (AGO_MS[unit] ?? 0)).toISOString();
}

/** The filter with times instead of ages, for the API. */
export const withTimes = <T extends { from: string; to: string }>(filter: T): T => ({
  ...filter,
  from: timeOf(filter.from),
  to: timeOf(filter.to),
});

export function retryFilterOf({ state, ...filter }: DeliveryFilter): RetryFilter {
  const texts = Object.entries(withTimes(filter)).filter(([, value]) => value !== "");
  const states = state.split(",").filter((one): one is FilterState => FILTER_STATES.some((known) => known === one));
  return { ...Object.fromEntries(texts), ...(states.length === 0 ? {} : { state: states }) };
}

/** Whether only the appliance can match deliveries, because the query searches the responses. */
export const searchesResponses = ({ q }: DeliveryFilter): boolean =>
  readQuery({ ...ALL_DELIVERIES, q }).text.length > 0;

/** Whether `text` contains every word of `typed`, in any case. */
export function hasWords(text: string, typed: string): boolean {
  const searched = text.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

export const PROJECT_ORDERS = ["name", "activity", "state"] as const;

interface ProjectFilter {
  q: string;
  sort: (typeof PROJECT_ORDERS)[number];
}

/** Sorts by name, newest activity or problems. The search covers name, key and hosts. */
export function listedProjects(projects: readonly ProjectRow[], { q, sort }: ProjectFilter): ProjectRow[] {
  const weight = ({ enabled, undelivered }: ProjectRow) => (enabled ? undelivered : -1);
  return projects
    .filter(({ name, api_key, allowed_hosts }) => hasWords([name, api_key, ...allowed_hosts].join(" "), q))
    .toSorted((a, b) => {
      if (sort === "activity") return (b.last_activity_at ?? "").localeCompare(a.last_activity_at ?? "");
      if (sort === "state" && weight(a) !== weight(b)) return weight(b) - weight(a);
      return a.name.localeCompare(b.name);
    });
}
