/** The filters of the log in the page's address, so that a view can be kept, sent and opened elsewhere. */
import type { DeliveryTotals } from "../../../server/contracts/deliveries-api.ts";
import {
  ALL_DELIVERIES,
  DELIVERY_STANDINGS,
  type DeliveryStanding,
  readQuery,
} from "../../../server/contracts/log-query.ts";
import { askedOf, type DeliveryFilter } from "../data/api.ts";
import { pathWith } from "../lib/router.tsx";
import { numberInWords } from "../messages/index.ts";

const NO_FILTER: DeliveryFilter = {
  project: "",
  session: "",
  state: "",
  event: "",
  code: "",
  host: "",
  warning: "",
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

/** The standings that the tab and the words of the search name together; none: all. */
export function standingsOf(filter: DeliveryFilter): DeliveryStanding[] {
  const { state = [], q = null } = askedOf(filter);
  const { standings } = readQuery({ ...ALL_DELIVERIES, states: state, q });
  return DELIVERY_STANDINGS.filter((one) => standings.has(one));
}

/** The search without the states that it names: a tab chooses in their place. */
export function withoutStates(q: string): string {
  return q.replace(/(^|\s)state:(?:"[^"]*"|\S+)/gi, "").trim();
}

export interface Count {
  count: number;
  more: boolean;
}

/** What the appliance counts to. */
const MOST_COUNTED = 1_000;

/** "37", "1,000+": a sum of what was not counted to its end says no more than one count does. */
export function countWords({ count, more }: Count): string {
  return more ? `${numberInWords(Math.min(count, MOST_COUNTED))}+` : numberInWords(count);
}

export function sum(totals: DeliveryTotals, standings: readonly DeliveryStanding[]): Count {
  return standings.reduce<Count>(
    (all, one) => ({ count: all.count + totals[one].count, more: all.more || totals[one].more }),
    { count: 0, more: false },
  );
}
