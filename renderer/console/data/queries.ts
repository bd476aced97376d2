/** Query keys and options. Lists are paged. */
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import type { AccessView, LoginRow, LoginWays, Me, SiteLinkRow } from "../../../server/contracts/access-api.ts";
import type { AccountRow, Assignees, InvitationView, OwnAccount } from "../../../server/contracts/accounts-api.ts";
import type { BackupsView } from "../../../server/contracts/backups-api.ts";
import type { Page } from "../../../server/contracts/console-api.ts";
import type {
  DeliveryDetail,
  DeliveryHead,
  DeliveryRow,
  DeliveryTotals,
} from "../../../server/contracts/deliveries-api.ts";
import type { FontComparison, FontsView, RecipientsView } from "../../../server/contracts/fonts-api.ts";
import type {
  AuditFacets,
  AuditRow,
  LogEntry,
  LogLevel,
  SupportBundleView,
} from "../../../server/contracts/logs-api.ts";
import type { NotificationRow, NotificationsView } from "../../../server/contracts/notifications-api.ts";
import type {
  AttentionCount,
  AttentionRow,
  History,
  HistorySpan,
  Overview,
} from "../../../server/contracts/overview-api.ts";
import type {
  HostCheck,
  HostCheckBody,
  ProjectHoldings,
  ProjectRow,
  ProjectView,
  WrongSignatureView,
} from "../../../server/contracts/projects-api.ts";
import type { ReplicaView } from "../../../server/contracts/replica-api.ts";
import type { RequestDetail, RequestPage, RequestRow } from "../../../server/contracts/requests-api.ts";
import type {
  ArchiveEntry,
  SessionDetail,
  SessionRow,
  VersionComparison,
  VersionDetail,
  VersionRow,
} from "../../../server/contracts/sessions-api.ts";
import type { NetworkView, SettingsView } from "../../../server/contracts/settings-api.ts";
import type { SiteRow, SiteSort, SiteView } from "../../../server/contracts/sites-api.ts";
import type { SnippetView } from "../../../server/contracts/snippets-api.ts";
import type { Query } from "../../shared/api-client.ts";
import { api, type Cursor, client, loginClient } from "./api.ts";
import {
  type AuditFilter,
  type DeliveryFilter,
  type RequestFilter,
  retryFilterOf,
  type SessionFilter,
  searchesResponses,
  withTimes,
} from "./filters.ts";

/** An event refreshes all queries with its key as prefix. */
export const keys = {
  me: ["me"],
  settings: ["settings"],
  network: ["network"],
  backups: ["backups"],
  replica: ["replica"],
  logins: ["logins"],
  account: ["account"],
  admins: ["admins"],
  notifications: ["notifications"],
  logs: ["logs"],
  audit: ["audit"],
  overview: ["overview"],
  attentionCount: ["attention-count"],
  projects: ["projects"],
  project: (id: string) => ["project", id],
  snippets: (project: string) => ["snippets", project],
  fonts: (project: string) => ["fonts", project],
  fontsNow: (project: string) => ["fonts", project, "now"],
  fontDeliveries: (project: string) => ["fonts", project, "deliveries"],
  siteLinks: (project: string) => ["site-links", project],
  sites: ["sites"],
  /** Without an id: all sites. A delivery event may change them. */
  site: (id?: string) => (id === undefined ? ["site"] : ["site", id]),
  sessions: ["sessions"],
  session: (id: string) => ["session", id],
  version: (id: string) => ["version", id],
  deliveries: ["deliveries"],
  delivery: (id?: string) => (id === undefined ? ["delivery"] : ["delivery", id]),
  deliveryTotals: ["delivery-totals"],
  requests: ["requests"],
  request: (id: string) => ["request", id],
} as const;

/** Unmounted lists are dropped and start again with their first page. */
const PAGED = {
  initialPageParam: null as Cursor,
  getNextPageParam: (page: { next_cursor: Cursor }) => page.next_cursor,
  structuralSharing: keepRows,
  gcTime: 0,
};

/** A function, evaluated at each fetch: a filter may be relative to the current time. */
type Params = () => Query;
const nothing: Params = () => ({});

const loaded = <T>(queryKey: QueryKey, load: (signal: AbortSignal) => Promise<T>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => load(signal) });

/** One response, refetched when its key is invalidated. */
export const detailQuery = <T>(queryKey: QueryKey, path: string, params = nothing) =>
  loaded(queryKey, (signal) => client.get<T>(path, { query: params(), signal }));

/** The items of a list that has one page. */
const items = <T>(queryKey: QueryKey, path: string) =>
  queryOptions({ ...detailQuery<Page<T>>(queryKey, path), select: (page: Page<T>) => page.items });

const pages = <P extends Page<{ id: string }>>(queryKey: QueryKey, path: string, params: Params) => ({
  ...PAGED,
  queryKey,
  queryFn: ({ pageParam, signal }: { pageParam: Cursor; signal: AbortSignal }) =>
    client.get<P>(path, { query: { ...params(), cursor: pageParam }, signal }),
});

export const listQuery = <T extends { id: string }>(queryKey: QueryKey, path: string, params = nothing) =>
  infiniteQueryOptions({ ...pages<Page<T>>(queryKey, path, params), select: rowsOf<T> });

/** Not cached: fetched again at each visit. */
export const UNCACHED = { gcTime: 0 } as const;
const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY } as const;

export const meQuery = { ...loaded(keys.me, (signal) => loginClient.get<Me>("/me", { signal })), ...NEVER_STALE };
export const settingsQuery = { ...detailQuery<SettingsView>(keys.settings, "/settings"), ...NEVER_STALE };
export const networkQuery = detailQuery<NetworkView>(keys.network, "/network");
export const publicUrlQuery = { ...loaded(["public-url-check"], api.checkPublicUrl), ...UNCACHED };
export const backupsQuery = detailQuery<BackupsView>(keys.backups, "/backups");
export const replicaQuery = detailQuery<ReplicaView>(keys.replica, "/replica");
export const loginsQuery = items<LoginRow>(keys.logins, "/logins");
export const auditQuery = (filter: AuditFilter) =>
  listQuery<AuditRow>([...keys.audit, filter], "/audit", () => withTimes(filter));
export const auditFacetsQuery = detailQuery<AuditFacets>([...keys.audit, "facets"], "/audit/facets");

/** Keys with "me" are kept when the login ends. */
export const loginWaysQuery = {
  ...loaded(["me", "login-ways"], (signal) => loginClient.get<LoginWays>("/login", { signal })),
  ...UNCACHED,
};
export const invitationQuery = (token: string) => ({
  ...loaded(["me", "invitation", token], (signal) =>
    loginClient.post<InvitationView>("/invitation/read", { token }, { signal }),
  ),
  ...UNCACHED,
});
export const accountQuery = detailQuery<OwnAccount>(keys.account, "/account");
export const adminsQuery = items<AccountRow>(keys.admins, "/admins");
export const accessQuery = detailQuery<AccessView>(["access"], "/access");
/** Fills a form once. */
export const notificationsQuery = {
  ...detailQuery<NotificationsView>(keys.notifications, "/notifications"),
  ...NEVER_STALE,
};
export const sentQuery = listQuery<NotificationRow>(["notifications-sent"], "/notifications/sent");
export const supportBundleQuery = detailQuery<SupportBundleView>(["support-bundle"], "/support-bundle");
export const logsQuery = (filter: { level: LogLevel; q: string }) =>
  listQuery<LogEntry>([...keys.logs, filter], "/logs", () => filter);

export const projectsQuery = listQuery<ProjectRow>(keys.projects, "/projects");
export const projectQuery = (id: string) => detailQuery<ProjectView>(keys.project(id), `/projects/${id}`);
export const holdingsQuery = (project: string) => ({
  ...detailQuery<ProjectHoldings>(["holdings", project], `/projects/${project}/holdings`),
  ...UNCACHED,
});
export const wrongSignaturesQuery = (project: string) =>
  listQuery<WrongSignatureView>(["wrong-signatures", project], `/projects/${project}/wrong-signatures`);
export const snippetsQuery = (project: string) =>
  listQuery<SnippetView>(keys.snippets(project), `/projects/${project}/snippets`);

/** @param rules other inputs of the response */
export const hostCheckQuery = (project: string, url: string, rules: readonly unknown[]) => ({
  ...loaded(["host-check", project, url, rules], (signal) =>
    client.post<HostCheck>(`/projects/${project}/check-host`, { url } satisfies HostCheckBody, { signal }),
  ),
  ...UNCACHED,
  enabled: url !== "",
  retry: false,
});

/** The last callback URL of the project, or "". Fills a form once. */
export const newestCallbackQuery = (project: string) => ({
  ...loaded(["newest-callback", project], async (signal) => {
    const { items } = await client.get<Page<SessionRow>>("/sessions", { query: { project }, signal });
    const [newest] = items;
    return newest === undefined
      ? ""
      : (await client.get<SessionDetail>(`/sessions/${newest.id}`, { signal })).callback_url;
  }),
  ...UNCACHED,
});

/** Interval in ms while a hold or release is being applied. */
const SETTLING_REFRESH_MS = 1_000;
/** Interval in ms: charts change without events. */
const SITE_REFRESH_MS = 60_000;

export const sitesQuery = (filter: { project: string; q: string; sort: SiteSort }) =>
  listQuery<SiteRow>([...keys.sites, filter], "/sites", () => filter);
export const siteQuery = (id: string) => ({
  ...detailQuery<SiteView>(keys.site(id), `/sites/${id}`),
  refetchInterval: ({ state }: { state: { data: SiteView | undefined } }) =>
    state.data?.is_settling ? SETTLING_REFRESH_MS : SITE_REFRESH_MS,
});
/** Accounts to which problems can be assigned. */
export const assigneesQuery = detailQuery<Assignees>(["assignees"], "/assignees");
export const siteLinksQuery = (project: string) =>
  items<SiteLinkRow>(keys.siteLinks(project), `/projects/${project}/site-links`);

export const fontsQuery = (project: string) =>
  detailQuery<FontsView>(keys.fontsNow(project), `/projects/${project}/fonts`);
export const fontRecipientsQuery = (project: string) => ({
  ...detailQuery<RecipientsView>([...keys.fonts(project), "recipients"], `/projects/${project}/fonts/recipients`),
  ...UNCACHED,
});
/** @param to null: the current fonts. @param from null: compares with no fonts */
export const fontComparisonQuery = (project: string, from: string | null, to: string | null) => ({
  ...detailQuery<FontComparison>(
    [...keys.fonts(project), "comparison", from, to],
    `/projects/${project}/fonts/compare`,
    () => ({ from, to }),
  ),
  ...UNCACHED,
});
export const fontDeliveriesQuery = (project: string, snapshot: string) =>
  listQuery<DeliveryRow>([...keys.fontDeliveries(project), snapshot], "/deliveries", () => ({ snapshot }));

export const sessionsQuery = (filter: SessionFilter) =>
  listQuery<SessionRow>([...keys.sessions, filter], "/sessions", () => filter);
export const sessionQuery = (id: string) => detailQuery<SessionDetail>(keys.session(id), `/sessions/${id}`);
export const sessionVersionsQuery = (id: string) =>
  listQuery<VersionRow>([...keys.session(id), "versions"], `/sessions/${id}/versions`);
export const sessionDeliveriesQuery = (id: string) =>
  listQuery<DeliveryHead>([...keys.session(id), "deliveries"], "/deliveries", () => ({ session: id }));
export const versionQuery = (id: string) => detailQuery<VersionDetail>(keys.version(id), `/versions/${id}`);
export const versionFilesQuery = (id: string) =>
  items<ArchiveEntry>([...keys.version(id), "files"], `/versions/${id}/files`);
export const versionTextQuery = (id: string, path: string) => ({
  ...loaded([...keys.version(id), "file", path], (signal) => api.versionFileText(id, path, signal)),
  ...UNCACHED,
  ...NEVER_STALE,
});
/** Versions never change. @param language of setting names in the comparison */
export const comparisonQuery = (from: string, to: string, language: string) => ({
  ...detailQuery<VersionComparison>(["comparison", from, to, language], `/versions/${from}/compare/${to}`, () => ({
    language,
  })),
  ...UNCACHED,
  ...NEVER_STALE,
});

/** Responses are indexed later, without an event. */
const RESPONSES_REFRESH_MS = 5_000;

export const deliveriesQuery = (filter: DeliveryFilter) => ({
  ...listQuery<DeliveryHead>([...keys.deliveries, filter], "/deliveries", () => ({ ...retryFilterOf(filter) })),
  refetchInterval: searchesResponses(filter) ? RESPONSES_REFRESH_MS : (false as const),
});
export const deliveryQuery = (id: string) => detailQuery<DeliveryDetail>(keys.delivery(id), `/deliveries/${id}`);
/** Counts by state, and the number that can be resent. */
export const deliveryTotalsQuery = (filter: DeliveryFilter) =>
  queryOptions({
    ...detailQuery<DeliveryTotals>([...keys.deliveryTotals, filter], "/deliveries/totals", () => ({
      ...retryFilterOf(filter),
    })),
    ...UNCACHED,
    placeholderData: keepPreviousData,
  });

export const requestsQuery = (filter: RequestFilter) =>
  listQuery<RequestRow>([...keys.requests, filter], "/requests", () => withTimes(filter));
/** Number of requests that were not recorded, from the pages of the list. */
export const unrecordedRequestsQuery = (filter: RequestFilter) =>
  infiniteQueryOptions({
    ...pages<RequestPage>([...keys.requests, filter], "/requests", () => withTimes(filter)),
    select: (data) => data.pages[0]?.left_out ?? 0,
  });
/** A recorded request never changes. */
export const requestQuery = (id: string) => ({
  ...detailQuery<RequestDetail>(keys.request(id), `/requests/${id}`),
  ...NEVER_STALE,
});

export type AttentionItem = AttentionRow & { id: string };
type OverviewPage = Page<AttentionItem> & { totals: Omit<Overview, "attention" | "next_cursor"> };

/** Interval in ms for the hour, free space and backup age. */
const OVERVIEW_REFRESH_MS = 60_000;
/** Interval in ms while the public URL is being checked. */
const CHECKING_REFRESH_MS = 1_500;

/** Attention rows page by page; totals of the newest page. */
export const overviewQuery = infiniteQueryOptions({
  ...PAGED,
  queryKey: keys.overview,
  queryFn: async ({ pageParam, signal }): Promise<OverviewPage> => {
    const page = await client.get<Overview>("/overview", { query: { cursor: pageParam }, signal });
    const { attention, next_cursor, ...totals } = page;
    return { items: attention.map((row) => ({ ...row, id: row.delivery_id })), next_cursor, totals };
  },
  select: (data) => ({ items: rowsOf(data), totals: data.pages.at(-1)?.totals }),
  refetchInterval: ({ state }) =>
    state.data?.pages[0]?.totals.public_url.reachable === null ? CHECKING_REFRESH_MS : OVERVIEW_REFRESH_MS,
});

/** Keeps the shown span until the next one is loaded. */
export const historyQuery = (span: HistorySpan) =>
  queryOptions({
    ...detailQuery<History>([...keys.overview, "history", span], "/overview/history", () => ({ span })),
    placeholderData: keepPreviousData,
    refetchInterval: OVERVIEW_REFRESH_MS,
  });

export const attentionCountQuery = detailQuery<AttentionCount>(keys.attentionCount, "/overview/attention");

/** Unique rows: a row that moves while pages load can be on two of them. */
export function rowsOf<T extends { id: string }>(data: InfiniteData<Page<T>, unknown>): T[] {
  const rows = new Map<string, T>();
  for (const { items } of data.pages) for (const item of items) if (!rows.has(item.id)) rows.set(item.id, item);
  return [...rows.values()];
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
