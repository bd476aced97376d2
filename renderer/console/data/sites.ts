/** Queries and calls of the pages of sites. */
import type { Page } from "../../../server/contracts/console-api.ts";
import type { SiteRow, SiteSort, SiteView } from "../../../server/contracts/sites-api.ts";
import { client } from "./api.ts";
import { keys, list, one } from "./queries.ts";

export interface SiteFilter {
  project: string;
  q: string;
  sort: SiteSort;
}

/** While a hold or release goes through the queue. */
const SETTLING_REFRESH_MS = 1_000;
/** The charts move on without events too. */
const SITE_REFRESH_MS = 60_000;

export const sitesQuery = (filter: SiteFilter) =>
  list<SiteRow>([...keys.sites, filter], (cursor, signal) =>
    client.get<Page<SiteRow>>("/sites", { query: { ...filter, cursor }, signal }),
  );

/** For the palette: those that need attention first. */
export const searchSites = (q: string, signal: AbortSignal) =>
  client.get<Page<SiteRow>>("/sites", { query: { q, sort: "attention" }, signal });

export const siteQuery = (id: string) => ({
  ...one(keys.site(id), (signal) => client.get<SiteView>(`/sites/${id}`, { signal })),
  refetchInterval: ({ state }: { state: { data: SiteView | undefined } }) =>
    state.data?.is_settling ? SETTLING_REFRESH_MS : SITE_REFRESH_MS,
});
