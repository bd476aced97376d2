import type { LoginRow, Me } from "../../../server/contracts/access-api.ts";
import type {
  BackupBody,
  BackupPlanPatch,
  BackupsView,
  BackupView,
  RestoreView,
} from "../../../server/contracts/backups-api.ts";
import type { Page } from "../../../server/contracts/console-api.ts";
import type {
  DeliveryDetail,
  DeliveryRow,
  DeliveryTotals,
  RetryBody,
  RetryFilter,
  RetryOutcome,
} from "../../../server/contracts/deliveries-api.ts";
import type { SavedVersion } from "../../../server/contracts/editor-api.ts";
import type {
  FontComparison,
  FontCorrection,
  FontFileView,
  FontsView,
  Publication,
  PublishBody,
  RecipientsView,
} from "../../../server/contracts/fonts-api.ts";
import { ALL_DELIVERIES, ASKED_STATES, type AskedState, readQuery } from "../../../server/contracts/log-query.ts";
import type { AuditFacets, AuditRow } from "../../../server/contracts/logs-api.ts";
import type {
  AttentionCount,
  History,
  HistorySpan,
  Overview,
  SendAgainBody,
  SentAgain,
} from "../../../server/contracts/overview-api.ts";
import type {
  HostCheck,
  HostCheckBody,
  ProjectBody,
  ProjectHoldings,
  ProjectPatch,
  ProjectRow,
  ProjectView,
  ProjectWithSecret,
  SigningBody,
  SigningView,
  WrongSignatureView,
} from "../../../server/contracts/projects-api.ts";
import type { ReceiverCheckBody, ReceiverCheckLine } from "../../../server/contracts/receiver-check-api.ts";
import type { ReplicaTest, ReplicaView } from "../../../server/contracts/replica-api.ts";
import type { RequestDetail, RequestPage } from "../../../server/contracts/requests-api.ts";
import type {
  ArchiveEntry,
  EditorAddress,
  FilesFetched,
  SessionDetail,
  SessionRow,
  VersionComparison,
  VersionDetail,
  VersionRestore,
  VersionRow,
} from "../../../server/contracts/sessions-api.ts";
import type {
  NetworkPatch,
  NetworkView,
  PublicUrlView,
  RestartingView,
  SettingsView,
} from "../../../server/contracts/settings-api.ts";
import type { SnippetPage, SnippetView } from "../../../server/contracts/snippets-api.ts";
import { createApiClient, type UploadOptions } from "../../shared/api-client.ts";
import { readKey } from "./login-key.ts";

/** Dispatched on window after a 401. */
export const LOGIN_ENDED = "galley:login-ended";

export const client = createApiClient("/api", () => void window.dispatchEvent(new Event(LOGIN_ENDED)), readKey);

/** Client for login checks, where a 401 is an expected response. */
export const loginClient = createApiClient("/api", undefined, readKey);

export interface SessionFilter {
  project: string;
  state: string;
  q: string;
}

/** As in the URL, "" for none. */
export interface DeliveryFilter {
  project: string;
  session: string;
  /** Comma-separated. */
  state: string;
  event: string;
  code: string;
  host: string;
  warning: string;
  /** ISO time, or an age: `24h`, `7d`. */
  from: string;
  to: string;
  q: string;
}

/** As in the URL, "" for none. */
export interface RequestFilter {
  project: string;
  /** A status, or a class such as `4xx`. */
  status: string;
  /** ISO time, or an age: `24h`, `7d`. */
  from: string;
  to: string;
  q: string;
}

/** As in the URL, "" for none. */
export interface AuditFilter {
  /** Id of an account, or one of `server/contracts/audit-actions.ts`. */
  person: string;
  action: string;
  project: string;
  /** ISO time, or an age: `24h`, `7d`. */
  from: string;
  to: string;
  q: string;
}

export type Cursor = string | null;

export const api = {
  me: (signal: AbortSignal) => loginClient.get<Me>("/me", { signal }),
  askIfLoggedIn: () =>
    client.get<Me>("/me").then(
      () => undefined,
      () => undefined,
    ),
  logout: async () => {
    await loginClient.post<void>("/logout");
    window.dispatchEvent(new Event(LOGIN_ENDED));
  },
  logins: (signal: AbortSignal) => client.get<Page<LoginRow>>("/logins", { signal }),
  endLogin: (id: string) => client.delete<void>(`/logins/${id}`),

  overview: (cursor: Cursor, signal: AbortSignal) => client.get<Overview>("/overview", { query: { cursor }, signal }),
  history: (span: HistorySpan, signal: AbortSignal) =>
    client.get<History>("/overview/history", { query: { span }, signal }),
  attentionCount: (signal: AbortSignal) => client.get<AttentionCount>("/overview/attention", { signal }),
  sendAgain: (body: SendAgainBody) => client.post<SentAgain>("/overview/retry", body),
  checkPublicUrl: () => client.post<PublicUrlView>("/network/check"),

  projects: (cursor: Cursor, signal: AbortSignal) =>
    client.get<Page<ProjectRow>>("/projects", { query: { cursor }, signal }),
  project: (id: string, signal: AbortSignal) => client.get<ProjectView>(`/projects/${id}`, { signal }),
  createProject: (body: ProjectBody) => client.post<ProjectWithSecret>("/projects", body),
  changeProject: (id: string, patch: ProjectPatch) => client.patch<ProjectView>(`/projects/${id}`, patch),
  rotateSecret: (id: string, overlapHours: number) =>
    client.post<ProjectWithSecret>(`/projects/${id}/rotate-secret`, { overlap_hours: overlapHours }),
  endOldSecret: (id: string) => client.post<ProjectView>(`/projects/${id}/end-old-secret`),
  holdings: (id: string, signal: AbortSignal) => client.get<ProjectHoldings>(`/projects/${id}/holdings`, { signal }),
  deleteProject: (id: string, name: string) => client.delete<void>(`/projects/${id}`, { query: { name } }),
  checkHost: (id: string, url: string, signal: AbortSignal) =>
    client.post<HostCheck>(`/projects/${id}/check-host`, { url } satisfies HostCheckBody, { signal }),
  sign: (id: string, body: SigningBody) => client.post<SigningView>(`/projects/${id}/sign`, body),
  revealSecret: (id: string) => client.post<ProjectWithSecret>(`/projects/${id}/reveal-secret`),

  fonts: (project: string, signal: AbortSignal) => client.get<FontsView>(`/projects/${project}/fonts`, { signal }),
  uploadFont: (project: string, file: File, options: UploadOptions) =>
    client.upload<FontFileView>(`/projects/${project}/fonts`, file, { ...options, query: { name: file.name } }),
  correctFont: (project: string, file: string, correction: FontCorrection) =>
    client.patch<FontFileView>(`/projects/${project}/fonts/${file}`, correction),
  removeFont: (project: string, file: string) => client.delete<void>(`/projects/${project}/fonts/${file}`),
  fontUrl: (project: string, file: string) => client.url(`/projects/${project}/fonts/${file}`),
  fontRecipients: (project: string, signal: AbortSignal) =>
    client.get<RecipientsView>(`/projects/${project}/fonts/recipients`, { signal }),
  /** @param to null: the fonts as they are now. @param from null: nothing */
  compareFonts: (project: string, from: string | null, to: string | null, signal: AbortSignal) =>
    client.get<FontComparison>(`/projects/${project}/fonts/compare`, { query: { from, to }, signal }),
  /** @param snapshot null: the fonts as they are now */
  publishFonts: (project: string, snapshot: string | null) =>
    client.post<Publication>(`/projects/${project}/fonts/publish`, { snapshot_id: snapshot } satisfies PublishBody),
  snapshotArchiveUrl: (project: string, snapshot: string) =>
    client.url(`/projects/${project}/fonts/snapshots/${snapshot}/archive`),
  snapshotDeliveries: (snapshot: string, cursor: Cursor, signal: AbortSignal) =>
    client.get<Page<DeliveryRow>>("/deliveries", { query: { snapshot, cursor }, signal }),

  /** Calls `tell` with each line; the last is `done`. */
  checkReceiver: (
    project: string,
    body: ReceiverCheckBody,
    signal: AbortSignal,
    tell: (line: ReceiverCheckLine) => void,
  ) =>
    client.lines<ReceiverCheckLine>(`/projects/${project}/check-receiver`, body, {
      signal,
      tell,
      isLast: ({ event }) => event === "done",
    }),
  wrongSignatures: (project: string, cursor: Cursor, signal: AbortSignal) =>
    client.get<Page<WrongSignatureView>>(`/projects/${project}/wrong-signatures`, { query: { cursor }, signal }),

  snippets: (project: string, cursor: Cursor, signal: AbortSignal) =>
    client.get<SnippetPage>(`/projects/${project}/snippets`, { query: { cursor }, signal }),
  renameSnippet: (project: string, id: string, name: string) =>
    client.patch<SnippetView>(`/projects/${project}/snippets/${id}`, { name }),
  removeSnippet: (project: string, id: string) => client.delete<void>(`/projects/${project}/snippets/${id}`),

  sessions: (filter: SessionFilter, cursor: Cursor, signal: AbortSignal) =>
    client.get<Page<SessionRow>>("/sessions", { query: { ...filter, cursor }, signal }),
  session: (id: string, signal: AbortSignal) => client.get<SessionDetail>(`/sessions/${id}`, { signal }),
  sessionVersions: (id: string, cursor: Cursor, signal: AbortSignal) =>
    client.get<Page<VersionRow>>(`/sessions/${id}/versions`, { query: { cursor }, signal }),
  sessionDeliveries: (session: string, cursor: Cursor, signal: AbortSignal) =>
    client.get<Page<DeliveryRow>>("/deliveries", { query: { session, cursor }, signal }),
  restoreVersion: (id: string, baseVersion: number) =>
    client.post<SavedVersion>(`/versions/${id}/restore`, { base_version: baseVersion } satisfies VersionRestore),
  editorAddress: (id: string) => client.post<EditorAddress>(`/sessions/${id}/editor-address`),
  fetchFiles: (id: string) => client.post<FilesFetched>(`/sessions/${id}/fetch-files`),
  deleteSession: (id: string) => client.delete<void>(`/sessions/${id}`),
  version: (id: string, signal: AbortSignal) => client.get<VersionDetail>(`/versions/${id}`, { signal }),
  compareVersions: (from: string, to: string, language: string, signal: AbortSignal) =>
    client.get<VersionComparison>(`/versions/${from}/compare/${to}?language=${language}`, { signal }),
  versionFiles: (id: string, signal: AbortSignal) =>
    client.get<Page<ArchiveEntry>>(`/versions/${id}/files`, { signal }),
  versionFileUrl: (id: string, path: string) => client.url(`/versions/${id}/files/${path}`),
  versionFileText: async (id: string, path: string, signal: AbortSignal): Promise<string> => {
    const answer = await fetch(client.url(`/versions/${id}/files/${path}`), { signal });
    if (answer.status === 401) window.dispatchEvent(new Event(LOGIN_ENDED));
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    return answer.text();
  },
  archiveUrl: (versionId: string) => client.url(`/versions/${versionId}/archive`),

  deliveries: (filter: DeliveryFilter, cursor: Cursor, signal: AbortSignal) =>
    client.get<Page<DeliveryRow>>(`/deliveries?${questionOf(filter, cursor)}`, { signal }),
  deliveryTotals: (filter: DeliveryFilter, signal: AbortSignal) =>
    client.get<DeliveryTotals>(`/deliveries/totals?${questionOf(filter, null)}`, { signal }),
  delivery: (id: string, signal: AbortSignal) => client.get<DeliveryDetail>(`/deliveries/${id}`, { signal }),
  retryDelivery: (id: string) => client.post<unknown>(`/deliveries/${id}/retry`),
  cancelDelivery: (id: string) => client.post<unknown>(`/deliveries/${id}/cancel`),
  retryChosen: (ids: string[]) => client.post<RetryOutcome>("/deliveries/retry", { ids } satisfies RetryBody),
  retryFound: (filter: DeliveryFilter, cursor: Cursor) =>
    client.post<RetryOutcome>("/deliveries/retry", { filter: askedOf(filter), cursor } satisfies RetryBody),
  /** @param credentials whether to include the site's credentials */
  curl: async (id: string, attempt: number, credentials: boolean) =>
    (await client.get<{ command: string }>(`/deliveries/${id}/attempts/${attempt}/curl`, { query: { credentials } }))
      .command,

  requests: ({ from, to, ...filter }: RequestFilter, cursor: Cursor, signal: AbortSignal) =>
    client.get<RequestPage>("/requests", {
      query: { ...filter, from: momentOf(from), to: momentOf(to), cursor },
      signal,
    }),
  request: (id: string, signal: AbortSignal) => client.get<RequestDetail>(`/requests/${id}`, { signal }),

  audit: (filter: AuditFilter, cursor: Cursor, signal: AbortSignal) =>
    client.get<Page<AuditRow>>("/audit", { query: { ...askedOfAudit(filter), cursor }, signal }),
  auditFacets: (signal: AbortSignal) => client.get<AuditFacets>("/audit/facets", { signal }),
  auditCsvUrl: (filter: AuditFilter) => client.url("/audit.csv", askedOfAudit(filter)),
  retryDeliveries: async (project: string, since: string): Promise<{ retried: number }> => {
    let retried = 0;
    let cursor: Cursor = null;
    do {
      const body: RetryBody = { project, since, cursor };
      const outcome: RetryOutcome = await client.post<RetryOutcome>("/deliveries/retry", body);
      retried += outcome.retried;
      cursor = outcome.next_cursor;
    } while (cursor !== null);
    return { retried };
  },

  settings: (signal: AbortSignal) => client.get<SettingsView>("/settings", { signal }),
  changeSettings: (patch: Partial<SettingsView["settings"]>) => client.patch<SettingsView>("/settings", patch),

  network: (signal: AbortSignal) => client.get<NetworkView>("/network", { signal }),
  changeNetwork: (patch: NetworkPatch) => client.patch<NetworkView>("/network", patch),
  restart: () => client.post<RestartingView>("/restart"),

  backups: (signal: AbortSignal) => client.get<BackupsView>("/backups", { signal }),
  changeBackupPlan: (patch: BackupPlanPatch) => client.patch<BackupsView>("/backups", patch),
  beginBackup: () => client.post<BackupsView>("/backups"),
  verifyBackup: (id: string) => client.post<BackupsView>(`/backups/${id}/verify`),
  removeBackup: (id: string) => client.delete<void>(`/backups/${id}`),
  restoreBackup: (id: string, secrets: { passphrase: string; new_secrets: boolean }) =>
    client.post<RestoreView>(`/backups/${id}/restore`, {
      passphrase: secrets.passphrase === "" ? null : secrets.passphrase,
      new_secrets: secrets.new_secrets,
    }),

  replica: (signal: AbortSignal) => client.get<ReplicaView>("/replica", { signal }),
  /** @param passphrase null removes the key from the target; undefined keeps it as it is */
  changeReplica: (body: { target: string; passphrase?: string | null }) => client.put<ReplicaView>("/replica", body),
  removeReplica: () => client.delete<ReplicaView>("/replica"),
  testReplica: (target: string) => client.post<ReplicaTest>("/replica/test", { target }),
  drillReplica: () => client.post<ReplicaView>("/replica/drill"),

  keptBackupUrl: (id: string) => client.url(`/backups/${id}`),
  /** The backup can be downloaded once, from `backupUrl`. */
  prepareBackup: (passphrase: string) =>
    client.post<BackupView>("/backup", {
      prepare: true,
      passphrase: passphrase === "" ? null : passphrase,
    } satisfies BackupBody),
  backupUrl: (id: string) => client.url(`/backup/${id}`),
  restore: (file: File, secrets: { passphrase: string; new_secrets: boolean }, onProgress: (part: number) => void) =>
    client.upload<RestoreView>("/restore", file, {
      query: { new_secrets: secrets.new_secrets },
      headers: secrets.passphrase === "" ? {} : { "x-backup-passphrase": encodeURIComponent(secrets.passphrase) },
      onProgress,
    }),
  /** @param after `event_id` of the newest data shown */
  eventsUrl: (after: string) => client.url("/events", { after }),
};

const AGO = /^(\d+)([hd])$/;
const AGO_MS: Record<string, number> = { h: 3_600_000, d: 86_400_000 };

/** ISO 8601 time of a time filter, "" for none. */
export function momentOf(time: string): string {
  const [, count, unit = ""] = AGO.exec(time) ?? [];
  if (count === undefined) return Number.isNaN(Date.parse(time)) ? "" : new Date(time).toISOString();
  return new Date(Date.now() - Number(count) * (AGO_MS[unit] ?? 0)).toISOString();
}

const askedOfAudit = ({ from, to, ...rest }: AuditFilter) => ({ ...rest, from: momentOf(from), to: momentOf(to) });

export function askedOf({ state, from, to, ...rest }: DeliveryFilter): RetryFilter {
  const texts = Object.entries({ ...rest, from: momentOf(from), to: momentOf(to) }).filter(([, value]) => value !== "");
  const states = state.split(",").filter((one): one is AskedState => ASKED_STATES.some((asked) => asked === one));
  return { ...Object.fromEntries(texts), ...(states.length === 0 ? {} : { state: states }) };
}

/** Whether only the appliance knows which deliveries match: it has the words of the responses. */
export const asksForResponses = ({ q }: DeliveryFilter): boolean => readQuery({ ...ALL_DELIVERIES, q }).text.length > 0;

function questionOf(filter: DeliveryFilter, cursor: Cursor): string {
  const { state = [], ...texts } = askedOf(filter);
  const pairs = new URLSearchParams(texts as Record<string, string>);
  for (const one of state) pairs.append("state", one);
  if (cursor !== null) pairs.set("cursor", cursor);
  return pairs.toString();
}
