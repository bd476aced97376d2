/** The filters of the log in the page's address, so that a view can be kept, sent and opened elsewhere. */
import type { DeliveryTotals } from "../../../server/contracts/deliveries-api.ts";
import { DELIVERY_STANDINGS, type DeliveryStanding } from "../../../server/contracts/log-query.ts";
import type { DeliveryFilter } from "../data/api.ts";
import { pathWith } from "../lib/router.tsx";
import { numberInWords } from "../messages/index.ts";

const NO_FILTER: DeliveryFilter = {
  project: "",
  session: "",
  state: "",
  event: "",
  code: "",
  host: "",
  from: "",
  to: "",
  q: "",
};

export function filterOf(query: URLSearchParams): DeliveryFilter {
  const names = Object.keys(NO_FILTER) as (keyof DeliveryFilter)[];
  return Object.fromEntries(names.map((name) => [name, query.getAll(name).join(",")])) as unknown as DeliveryFilter;
}

/** The log, or one delivery beside it. @param tab of the delivery, null for its first */
export function placeOf(filter: DeliveryFilter, id: string | null, tab: string | null): string {
  return pathWith(id === null ? "/deliveries" : `/deliveries/${id}`, { ...filter, tab: id === null ? "" : tab });
}

export function isFiltered(filter: DeliveryFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}

/** What a filter by it sends again: what a site does not have and does not get by itself in a moment. */
const OWED: readonly DeliveryStanding[] = ["retrying", "rejected", "failed", "exhausted"];

export function standingsOf({ state }: DeliveryFilter): DeliveryStanding[] {
  const named = state.split(",");
  return DELIVERY_STANDINGS.filter(
    (one) => named.includes(one) || (named.includes("pending") && (one === "queued" || one === "retrying")),
  );
}

export interface Count {
  count: number;
  more: boolean;
}

/** "37", "1,000+": of what was not counted to its end, whole thousands where there are any. */
export function countWords({ count, more }: Count): string {
  if (!more) return numberInWords(count);
  return `${numberInWords(count < 1_000 ? count : Math.floor(count / 1_000) * 1_000)}+`;
}

/** How many of what the filter finds could be sent again. */
export function owedCount(totals: DeliveryTotals, filter: DeliveryFilter): Count {
  const chosen = standingsOf(filter);
  return sum(totals, chosen.length === 0 ? OWED : OWED.filter((one) => chosen.includes(one)));
}

export function sum(totals: DeliveryTotals, standings: readonly DeliveryStanding[]): Count {
  return standings.reduce<Count>(
    (all, one) => ({ count: all.count + totals[one].count, more: all.more || totals[one].more }),
    { count: 0, more: false },
  );
}
