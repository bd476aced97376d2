import { expect, test, vi } from "vitest";
import { DELIVERY_FILTER, filterOf } from "../../../../renderer/console/data/filters.ts";
import type { DeliveryTotals } from "../../../../server/contracts/deliveries-api.ts";
import { ALL_DELIVERIES, DELIVERY_STANDINGS, fitsQuery, readQuery } from "../../../../server/contracts/log-query.ts";
import { delivery } from "../data/support.ts";

// The router reads the location on import.
vi.stubGlobal("window", {
  location: { pathname: "/", search: "" },
  history: { state: null, replaceState() {} },
  addEventListener() {},
});
const { countWords, standingsOf, sum, withoutStates } = await import(
  "../../../../renderer/console/deliveries/FilterBar.tsx"
);

const filter = (query: string) => filterOf(new URLSearchParams(query), DELIVERY_FILTER);

test("takes the selected states from the search and the URL", () => {
  expect(standingsOf(filter("q=state:delivered harbour"))).toEqual(["delivered"]);
  expect(standingsOf(filter("q=state:refused&state=failed"))).toEqual(["rejected", "failed"]);
  expect(standingsOf(filter("q=harbour"))).toEqual([]);
  expect(withoutStates('harbour state:delivered host:example.org state:"failed"')).toBe("harbour host:example.org");
});

test("marks a sum as capped if one of its counts is capped", () => {
  const none = { count: 0, more: false };
  const full = { count: 1_000, more: true };
  const totals = Object.fromEntries([...DELIVERY_STANDINGS, "resend"].map((one) => [one, none])) as DeliveryTotals;
  expect(countWords(sum({ ...totals, rejected: full, delivered: full }, DELIVERY_STANDINGS))).toBe("1,000+");
  expect(countWords(sum({ ...totals, rejected: { count: 37, more: false } }, DELIVERY_STANDINGS))).toBe("37");
});

test("keeps a live row in a log filtered by warning while the row has the warning", () => {
  const query = readQuery({ ...ALL_DELIVERIES, q: "warning:archive_not" });
  const row = { ...delivery(1, "delivered"), warnings: ["archive_not_downloaded"] };
  expect(fitsQuery(query, row)).toBe(true);
  expect(fitsQuery(query, { ...row, warnings: ["no_client_urls"] })).toBe(false);
});
