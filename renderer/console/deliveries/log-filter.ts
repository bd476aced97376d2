import type { DeliveryTotals } from "../../../server/contracts/deliveries-api.ts";
import {
  ALL_DELIVERIES,
  DELIVERY_STANDINGS,
  type DeliveryStanding,
  readQuery,
} from "../../../server/contracts/log-query.ts";
import { type DeliveryFilter, retryFilterOf } from "../data/filters.ts";
import { pathWith } from "../lib/router.tsx";
import { numberInWords } from "../messages/index.ts";

/** @param tab of the delivery, null for the first */
export function placeOf(filter: DeliveryFilter, id: string | null, tab: string | null): string {
  return pathWith(id === null ? "/deliveries" : `/deliveries/${id}`, { ...filter, tab: id === null ? "" : tab });
}

/** States of the tab and the search; empty for all. */
export function standingsOf(filter: DeliveryFilter): DeliveryStanding[] {
  const { state = [], q = null } = retryFilterOf(filter);
  const { standings } = readQuery({ ...ALL_DELIVERIES, states: state, q });
  return DELIVERY_STANDINGS.filter((one) => standings.has(one));
}

/** The search without its `state:` words. */
export function withoutStates(q: string): string {
  return q.replace(/(^|\s)state:(?:"[^"]*"|\S+)/gi, "").trim();
}

/** The search for the same words in the responses; null for a search with other terms. */
export function queryOfResponses(q: string): string | null {
  const words = q.replaceAll('"', "").trim();
  return words === "" || /^[a-z]+:/i.test(words) ? null : `text:"${words}"`;
}

export interface Count {
  count: number;
  more: boolean;
}

/** The server stops counting here. */
const MAX_COUNTED = 1_000;

/** "37" or "1,000+". */
export function countWords({ count, more }: Count): string {
  return more ? `${numberInWords(Math.min(count, MAX_COUNTED))}+` : numberInWords(count);
}

export function sum(totals: DeliveryTotals, standings: readonly DeliveryStanding[]): Count {
  return standings.reduce<Count>(
    (all, one) => ({ count: all.count + totals[one].count, more: all.more || totals[one].more }),
    { count: 0, more: false },
  );
}
