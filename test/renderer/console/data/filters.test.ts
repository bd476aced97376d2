import { expect, test, vi } from "vitest";
import { DELIVERY_FILTER, filterOf, listedProjects } from "../../../../renderer/console/data/filters.ts";
import type { DeliveryTotals } from "../../../../server/contracts/deliveries-api.ts";
import { ALL_DELIVERIES, DELIVERY_STATUSES, fitsQuery, readQuery } from "../../../../server/contracts/log-query.ts";
import type { ProjectRow } from "../../../../server/contracts/projects-api.ts";
import { delivery } from "./support.ts";

const project = (name: string, part: Partial<ProjectRow> = {}): ProjectRow =>
  ({
    ...{ name, api_key: `gk_${name}`, allowed_hosts: [], enabled: true, last_activity_at: null, undelivered: 0 },
    ...part,
  }) as ProjectRow;

const PROJECTS = [
  project("Sport", { last_activity_at: "2026-11-23T10:00:00.000+00:00", allowed_hosts: ["cms.sport.example"] }),
  project("Archive", { enabled: false, last_activity_at: "2025-01-01T10:00:00.000+00:00" }),
  project("News", { undelivered: 3, last_activity_at: "2026-11-22T10:00:00.000+00:00" }),
  project("Blog", { undelivered: 12 }),
];

test.each([
  ["name", ["Archive", "Blog", "News", "Sport"]],
  ["activity", ["Sport", "News", "Archive", "Blog"]],
  ["state", ["Blog", "News", "Sport", "Archive"]],
] as const)("sorts projects by %s", (sort, names) => {
  expect(listedProjects(PROJECTS, { q: "", sort }).map(({ name }) => name)).toEqual(names);
});

test("finds projects by parts of their name, key and hosts", () => {
  const found = (q: string) => listedProjects(PROJECTS, { q, sort: "name" }).map(({ name }) => name);
  expect(found("SPORT cms")).toEqual(["Sport"]);
  expect(found("gk_news")).toEqual(["News"]);
  expect(found("nothing")).toEqual([]);
});

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
  expect(standingsOf(filter("q=state:rejected&state=failed"))).toEqual(["rejected", "failed"]);
  expect(standingsOf(filter("q=harbour"))).toEqual([]);
  expect(withoutStates('harbour state:delivered host:example.org state:"failed"')).toBe("harbour host:example.org");
});

test("marks a sum as capped if one of its counts is capped", () => {
  const none = { count: 0, more: false };
  const full = { count: 1_000, more: true };
  const totals = Object.fromEntries([...DELIVERY_STATUSES, "resend"].map((one) => [one, none])) as DeliveryTotals;
  expect(countWords(sum({ ...totals, rejected: full, delivered: full }, DELIVERY_STATUSES))).toBe("1,000+");
  expect(countWords(sum({ ...totals, rejected: { count: 37, more: false } }, DELIVERY_STATUSES))).toBe("37");
});

test("keeps a live row in a log filtered by warning while the row has the warning", () => {
  const query = readQuery({ ...ALL_DELIVERIES, q: "warning:archive_not" });
  const row = { ...delivery(1, "delivered"), warnings: ["archive_not_downloaded"] };
  expect(fitsQuery(query, row)).toBe(true);
  expect(fitsQuery(query, { ...row, warnings: ["no_client_urls"] })).toBe(false);
});
