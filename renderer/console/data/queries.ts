/** Query keys and options. Lists are paged. */
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryHead } from "../../../server/contracts/deliveries-api.ts";
import type { AttentionRow, HistorySpan, Overview } from "../../../server/contracts/overview-api.ts";
import type { RequestRow } from "../../../server/contracts/requests-api.ts";
import {
  type AuditFilter,
  api,
  asksForResponses,
  type Cursor,
  type DeliveryFilter,
  type RequestFilter,
  type SessionFilter,
} from "./api.ts";

/** An event refreshes all queries with its key as prefix. */
export const keys = {
  me: ["me"],
  settings: ["settings"],
  network: ["network"],
  publicUrlCheck: ["public-url-check"],
  backups: ["backups"],
  replica: ["replica"],
  logins: ["logins"],
  audit: ["audit"],
  overview: ["overview"],
  attentionCount: ["attention-count"],
  projects: ["projects"],
  project: (id: string) => ["project", id],
  holdings: (project: string) => ["holdings", project],
  hostCheck: (project: string) => ["host-check", project],
  newestCallback: (project: string) => ["newest-callback", project],
  wrongSignatures: (project: string) => ["wrong-signatures", project],
  snippets: (project: string) => ["snippets", project],
  fonts: (project: string) => ["fonts", project],
  fontsNow: (project: string) => ["fonts", project, "now"],
  fontDeliveries: (project: string) => ["fonts", project, "deliveries"],
  sites: ["sites"],
  /** Of all sites without an id: what an event of a delivery may have changed. */
  site: (id?: string) => (id === undefined ? ["site"] : ["site", id]),
  sessions: ["sessions"],
  session: (id: string) => ["session", id],
  version: (id: string) => ["version", id],
  deliveries: ["deliveries"],
  delivery: (id: string) => ["delivery", id],
  deliveryTotals: ["delivery-totals"],
  requests: ["requests"],
  request: (id: string) => ["request", id],
} as const;

/** Unmounted lists are dropped, and start with their first page again. */
const PAGED = {
  initialPageParam: null as Cursor,
  getNextPageParam: (page: { next_cursor: Cursor }) => page.next_cursor,
  structuralSharing: keepRows,
  gcTime: 0,
};

/** One answer, refetched when its key is touched. */
export const one = <T>(queryKey: QueryKey, load: (signal: AbortSignal) => Promise<T>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => load(signal) });

/** Not cached: fetched again at each visit. */
export const fresh = <T>(queryKey: QueryKey, load: (signal: AbortSignal) => Promise<T>) =>
  ({ ...one(queryKey, load), gcTime: 0 }) as const;

const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

export const meQuery = { ...one(keys.me, api.me), ...FOREVER };
export const settingsQuery = { ...one(keys.settings, api.settings), ...FOREVER };
export const networkQuery = one(keys.network, api.network);

export const publicUrlQuery = fresh(keys.publicUrlCheck, () => api.checkPublicUrl());
export const backupsQuery = one(keys.backups, api.backups);
export const replicaQuery = one(keys.replica, api.replica);
export const loginsQuery = one(keys.logins, api.logins);
export const projectQuery = (id: string) => one(keys.project(id), (signal) => api.project(id, signal));
export const sessionQuery = (id: string) => one(keys.session(id), (signal) => api.session(id, signal));

export const sessionVersionsQuery = (id: string) =>
  list([...keys.session(id), "versions"], (cursor, signal) => api.sessionVersions(id, cursor, signal));

export const sessionDeliveriesQuery = (id: string) =>
  list<DeliveryHead>([...keys.session(id), "deliveries"], (cursor, signal) =>
    api.sessionDeliveries(id, cursor, signal),
  );

export const versionFilesQuery = (id: string) =>
  one([...keys.version(id), "files"], async (signal) => (await api.versionFiles(id, signal)).items);

/** Versions never change. @param language of setting names in the comparison */
export const comparisonQuery = (from: string, to: string, language: string) => ({
  ...fresh(["comparison", from, to, language], (signal) => api.compareVersions(from, to, language, signal)),
  ...FOREVER,
});

export const versionQuery = (id: string) => one(keys.version(id), (signal) => api.version(id, signal));
export const deliveryQuery = (id: string) => one(keys.delivery(id), (signal) => api.delivery(id, signal));
export const fontsQuery = (project: string) => one(keys.fontsNow(project), (signal) => api.fonts(project, signal));

export const fontRecipientsQuery = (project: string) =>
  fresh([...keys.fonts(project), "recipients"], (signal) => api.fontRecipients(project, signal));

/** @param to null: the fonts as they are now. @param from null: nothing */
export const fontComparisonQuery = (project: string, from: string | null, to: string | null) =>
  fresh([...keys.fonts(project), "comparison", from, to], (signal) => api.compareFonts(project, from, to, signal));

export const holdingsQuery = (project: string) =>
  fresh(keys.holdings(project), (signal) => api.holdings(project, signal));

/** @param rules what else the answer depends on */
export const hostCheckQuery = (project: string, url: string, rules: readonly unknown[]) => ({
  ...fresh([...keys.hostCheck(project), url, rules], (signal) => api.checkHost(project, url, signal)),
  enabled: url !== "",
  retry: false,
});

/** The last callback URL of the project, or "". Fills a form once. */
export const newestCallbackQuery = (project: string) =>
  fresh(keys.newestCallback(project), async (signal) => {
    const [newest] = (await api.sessions({ project, state: "", q: "" }, null, signal)).items;
    return newest === undefined ? "" : (await api.session(newest.id, signal)).callback_url;
  });

export const projectsQuery = list(keys.projects, api.projects);
export const auditQuery = (filter: AuditFilter) =>
  list([...keys.audit, filter], (cursor, signal) => api.audit(filter, cursor, signal));
export const auditFacetsQuery = one([...keys.audit, "facets"], api.auditFacets);

/** Responses are indexed after the fact, without an event. */
const RESPONSES_REFRESH_MS = 5_000;

export const sessionsQuery = (filter: SessionFilter) =>
  list([...keys.sessions, filter], (cursor, signal) => api.sessions(filter, cursor, signal));

export const deliveriesQuery = (filter: DeliveryFilter) =>
  infiniteQueryOptions({
    ...list<DeliveryHead>([...keys.deliveries, filter], (cursor, signal) => api.deliveries(filter, cursor, signal)),
    refetchInterval: asksForResponses(filter) ? RESPONSES_REFRESH_MS : false,
  });

const requestPages = (filter: RequestFilter) =>
  ({
    ...PAGED,
    queryKey: [...keys.requests, filter],
    queryFn: ({ pageParam, signal }: { pageParam: Cursor; signal: AbortSignal }) =>
      api.requests(filter, pageParam, signal),
  }) as const;
export const requestsQuery = (filter: RequestFilter) =>
  infiniteQueryOptions({ ...requestPages(filter), select: rowsOf<RequestRow> });

/** How many requests were not recorded; from the pages of the list. */
export const requestsLeftOutQuery = (filter: RequestFilter) =>
  infiniteQueryOptions({ ...requestPages(filter), select: ({ pages }) => pages[0]?.left_out ?? 0 });

/** A recorded request never changes. */
export const requestQuery = (id: string) => ({
  ...one(keys.request(id), (signal) => api.request(id, signal)),
  ...FOREVER,
});

/** Counts by state, and how many can be resent. */
export const deliveryTotalsQuery = (filter: DeliveryFilter) =>
  queryOptions({
    ...fresh([...keys.deliveryTotals, filter], (signal) => api.deliveryTotals(filter, signal)),
    placeholderData: keepPreviousData,
  });

export const fontDeliveriesQuery = (project: string, snapshot: string) =>
  list([...keys.fontDeliveries(project), snapshot], (cursor, signal) =>
    api.snapshotDeliveries(snapshot, cursor, signal),
  );

export const wrongSignaturesQuery = (project: string) =>
  list(keys.wrongSignatures(project), (cursor, signal) => api.wrongSignatures(project, cursor, signal));

export const snippetsQuery = (project: string) =>
  list(keys.snippets(project), (cursor, signal) => api.snippets(project, cursor, signal));

export type AttentionItem = AttentionRow & { id: string };
type OverviewPage = Page<AttentionItem> & { totals: Omit<Overview, "attention" | "next_cursor"> };

/** For the hour, free space and backup age. */
const OVERVIEW_REFRESH_MS = 60_000;
/** While the public URL is being checked. */
const FINDING_OUT_MS = 1_500;

/** Attention rows page by page; totals of the newest page. */
export const overviewQuery = infiniteQueryOptions({
  ...PAGED,
  queryKey: keys.overview,
  queryFn: async ({ pageParam, signal }): Promise<OverviewPage> => {
    const { attention, next_cursor, ...totals } = await api.overview(pageParam, signal);
    return { items: attention.map((row) => ({ ...row, id: row.delivery_id })), next_cursor, totals };
  },
  select: (data) => ({ items: rowsOf(data), totals: data.pages.at(-1)?.totals }),
  refetchInterval: ({ state }) =>
    state.data?.pages[0]?.totals.public_url.reachable === null ? FINDING_OUT_MS : OVERVIEW_REFRESH_MS,
});

/** Keeps the shown span until the next one is here. */
export const historyQuery = (span: HistorySpan) =>
  queryOptions({
    queryKey: [...keys.overview, "history", span],
    queryFn: ({ signal }) => api.history(span, signal),
    placeholderData: keepPreviousData,
    refetchInterval: OVERVIEW_REFRESH_MS,
  });

export const attentionCountQuery = one(keys.attentionCount, api.attentionCount);

/** Unique rows: a row that moves while pages load can be on two of them. */
export function rowsOf<T extends { id: string }>(data: InfiniteData<Page<T>, unknown>): T[] {
  const rows = new Map<string, T>();
  for (const { items } of data.pages) for (const item of items) if (!rows.has(item.id)) rows.set(item.id, item);
  return [...rows.values()];
}

export function list<T extends { id: string }>(
  queryKey: QueryKey,
  load: (cursor: Cursor, signal: AbortSignal) => Promise<Page<T>>,
) {
  return infiniteQueryOptions({
    ...PAGED,
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    select: rowsOf<T>,
  });
}

/** Keeps unchanged row objects, so that their rows do not re-render. */
function keepRows(old: unknown, fresh: unknown): unknown {
  if (!isPaged(old) || !isPaged(fresh)) return fresh;
  const known = new Map(old.pages.flatMap(({ items }) => items).map((item) => [item.id, item]));
  const keep = (item: { id: string }) => {
    const before = known.get(item.id);
    return before === item || JSON.stringify(before) !== JSON.stringify(item) ? item : before;
  };
  return { ...fresh, pages: fresh.pages.map((page) => ({ ...page, items: page.items.map(keep) })) };
}

function isPaged(data: unknown): data is InfiniteData<Page<{ id: string }>> {
  return typeof data === "object" && data !== null && "pages" in data;
}
