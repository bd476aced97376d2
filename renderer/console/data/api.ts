import type { LoggedIn, Me, NewSiteLink, NewSiteLinkView } from "../../../server/contracts/access-api.ts";
import type {
  AccountInvitation,
  AccountLogin,
  AccountPatch,
  AccountRow,
  InvitationAcceptance,
  NewAccount,
  PasswordChange,
  RecoveryCodes,
  TotpSecret,
} from "../../../server/contracts/accounts-api.ts";
import type {
  BackupBody,
  BackupPlanPatch,
  BackupsView,
  BackupView,
  RestoreView,
} from "../../../server/contracts/backups-api.ts";
import type { RetryBody, RetryOutcome } from "../../../server/contracts/deliveries-api.ts";
import type { SavedVersion } from "../../../server/contracts/editor-api.ts";
import type { FontCorrection, FontFileView, Publication, PublishBody } from "../../../server/contracts/fonts-api.ts";
import type {
  MailBody,
  NotificationChannel,
  NotificationsView,
  NotificationTest,
  WebhookBody,
} from "../../../server/contracts/notifications-api.ts";
import type { ResendBody, Resent } from "../../../server/contracts/overview-api.ts";
import type {
  ProjectBody,
  ProjectPatch,
  ProjectView,
  ProjectWithSecret,
  SigningBody,
  SigningView,
} from "../../../server/contracts/projects-api.ts";
import type { ReceiverCheckBody, ReceiverCheckLine } from "../../../server/contracts/receiver-check-api.ts";
import type { ReplicaTest, ReplicaView } from "../../../server/contracts/replica-api.ts";
import type { EditorLink, FilesFetched, VersionRestore } from "../../../server/contracts/sessions-api.ts";
import type {
  NetworkPatch,
  NetworkView,
  PublicUrlView,
  RestartingView,
  SettingsView,
} from "../../../server/contracts/settings-api.ts";
import type { ProblemPatch, SitePatch, SiteView } from "../../../server/contracts/sites-api.ts";
import type { SnippetView } from "../../../server/contracts/snippets-api.ts";
import { ApiError, createApiClient, type UploadOptions } from "../../shared/api-client.ts";
import { browserValue } from "../../shared/browser-value.ts";
import { localized } from "../../shared/language.ts";
import { type AuditFilter, withTimes } from "./filters.ts";

/** Dispatched on window after a 401. */
export const LOGIN_ENDED = "galley:login-ended";

/** The page's half of the login (server/logins): cookies are shared by all ports of a host, local storage is not. */
export const loginKey = browserValue("galley:key");

export const client = createApiClient("/api", () => void window.dispatchEvent(new Event(LOGIN_ENDED)), loginKey.read);

/** Client for login checks, where a 401 is an expected response. */
export const loginClient = createApiClient("/api", undefined, loginKey.read);

export type Cursor = string | null;

/** Characters, as in the contract. Its schemas are not bundled. */
export const MIN_PASSWORD = 12;

const storeLogin = ({ key, needs_code }: LoggedIn): { needsCode: boolean } => {
  if (key !== null) loginKey.write(key);
  return { needsCode: needs_code };
};

/** What opens a backup of another machine. */
export interface RestoreSecrets {
  passphrase: string;
  /** Replaces the secret of every project. */
  new_secrets: boolean;
}

export const api = {
  checkLogin: () => client.get<Me>("/me").catch(() => undefined),
  logout: async () => {
    await loginClient.post<void>("/logout");
    window.dispatchEvent(new Event(LOGIN_ENDED));
  },
  endLogin: (id: string) => client.delete<void>(`/logins/${id}`),
  /** @returns needsCode: the password was right, now send it with the code of the second factor */
  logIn: async (by: { token: string } | { site_link: string } | AccountLogin) =>
    storeLogin(await loginClient.post<LoggedIn>("/login", by)),
  acceptInvitation: async (body: InvitationAcceptance) =>
    storeLogin(await loginClient.post<LoggedIn>("/invitation", body)),

  changePassword: (body: PasswordChange) => client.put<void>("/account/password", body),
  startTotp: (password: string) => client.post<TotpSecret>("/account/totp", { password }),
  confirmTotp: (code: string) => client.put<RecoveryCodes>("/account/totp", { code }),
  turnOffTotp: (password: string) => client.post<void>("/account/totp/off", { password }),

  inviteAdmin: (body: NewAccount) => client.post<AccountInvitation>("/admins", body),
  changeAdmin: (id: string, patch: AccountPatch) => client.patch<AccountRow>(`/admins/${id}`, patch),
  resetAdmin: (id: string) => client.post<AccountInvitation>(`/admins/${id}/reset`),
  endAdmin: (id: string) => client.delete<void>(`/admins/${id}`),

  resend: (body: ResendBody) => client.post<Resent>("/overview/retry", body),
  checkPublicUrl: () => client.post<PublicUrlView>("/network/check"),

  createProject: (body: ProjectBody) => client.post<ProjectWithSecret>("/projects", body),
  changeProject: (id: string, patch: ProjectPatch) => client.patch<ProjectView>(`/projects/${id}`, patch),
  rotateSecret: (id: string, overlapHours: number) =>
    client.post<ProjectWithSecret>(`/projects/${id}/rotate-secret`, { overlap_hours: overlapHours }),
  revokeOldSecret: (id: string) => client.post<ProjectView>(`/projects/${id}/end-old-secret`),
  deleteProject: (id: string, name: string) => client.delete<void>(`/projects/${id}`, { query: { name } }),
  sign: (id: string, body: SigningBody) => client.post<SigningView>(`/projects/${id}/sign`, body),
  revealSecret: (id: string) => client.post<ProjectWithSecret>(`/projects/${id}/reveal-secret`),

  createSiteLink: (project: string, body: NewSiteLink) =>
    client.post<NewSiteLinkView>(`/projects/${project}/site-links`, body),
  removeSiteLink: (project: string, id: string) => client.delete<void>(`/projects/${project}/site-links/${id}`),

  holdSite: (id: string) => client.post<SiteView>(`/sites/${id}/hold`),
  releaseSite: (id: string) => client.post<SiteView>(`/sites/${id}/release`),
  changeSite: (id: string, patch: SitePatch) => client.patch<SiteView>(`/sites/${id}`, patch),
  changeProblem: (id: string, patch: ProblemPatch) => client.patch<SiteView>(`/problems/${id}`, patch),

  uploadFont: (project: string, file: File, options: UploadOptions) =>
    client.upload<FontFileView>(`/projects/${project}/fonts`, file, { ...options, query: { name: file.name } }),
  correctFont: (project: string, file: string, correction: FontCorrection) =>
    client.patch<FontFileView>(`/projects/${project}/fonts/${file}`, correction),
  removeFont: (project: string, file: string) => client.delete<void>(`/projects/${project}/fonts/${file}`),
  fontUrl: (project: string, file: string) => client.url(`/projects/${project}/fonts/${file}`),
  /** @param snapshot null: the current fonts */
  publishFonts: (project: string, snapshot: string | null) =>
    client.post<Publication>(`/projects/${project}/fonts/publish`, { snapshot_id: snapshot } satisfies PublishBody),
  snapshotArchiveUrl: (project: string, snapshot: string) =>
    client.url(`/projects/${project}/fonts/snapshots/${snapshot}/archive`),

  /** Calls `onLine` with each line; the last is `done`. */
  checkReceiver: (
    project: string,
    body: ReceiverCheckBody,
    signal: AbortSignal,
    onLine: (line: ReceiverCheckLine) => void,
  ) =>
    client.lines<ReceiverCheckLine>(`/projects/${project}/check-receiver`, body, {
      signal,
      onLine,
      isLast: ({ event }) => event === "done",
    }),

  renameSnippet: (project: string, id: string, name: string) =>
    client.patch<SnippetView>(`/projects/${project}/snippets/${id}`, { name }),
  removeSnippet: (project: string, id: string) => client.delete<void>(`/projects/${project}/snippets/${id}`),

  restoreVersion: (id: string, baseVersion: number) =>
    client.post<SavedVersion>(`/versions/${id}/restore`, { base_version: baseVersion } satisfies VersionRestore),
  editorLink: (id: string) => client.post<EditorLink>(`/sessions/${id}/editor-address`),
  fetchFiles: (id: string) => client.post<FilesFetched>(`/sessions/${id}/fetch-files`),
  deleteSession: (id: string) => client.delete<void>(`/sessions/${id}`),
  versionFileUrl: (id: string, path: string) => client.url(`/versions/${id}/files/${path}`),
  versionFileText: async (id: string, path: string, signal: AbortSignal): Promise<string> => {
    const response = await fetch(client.url(`/versions/${id}/files/${path}`), { signal });
    if (response.status === 401) window.dispatchEvent(new Event(LOGIN_ENDED));
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return response.text();
  },
  archiveUrl: (versionId: string) => client.url(`/versions/${versionId}/archive`),

  retryDelivery: (id: string) => client.post<unknown>(`/deliveries/${id}/retry`),
  cancelDelivery: (id: string) => client.post<unknown>(`/deliveries/${id}/cancel`),
  retry: (body: RetryBody) => client.post<RetryOutcome>("/deliveries/retry", body),
  /** @param credentials whether to include the site's credentials */
  curl: async (id: string, attempt: number, credentials: boolean) =>
    (await client.get<{ command: string }>(`/deliveries/${id}/attempts/${attempt}/curl`, { query: { credentials } }))
      .command,

  auditCsvUrl: (filter: AuditFilter) => client.url("/audit.csv", withTimes(filter)),

  setMail: (body: MailBody) => client.put<NotificationsView>("/notifications/mail", body),
  setWebhook: (body: WebhookBody) => client.put<NotificationsView>("/notifications/webhook", body),
  removeChannel: (channel: NotificationChannel) => client.delete<NotificationsView>(`/notifications/${channel}`),
  testChannel: (channel: NotificationChannel) => client.post<NotificationTest>(`/notifications/${channel}/test`),
  async supportBundle(): Promise<Blob> {
    const response = await fetch(client.url("/support-bundle"), {
      method: "POST",
      headers: { "x-galley-key": loginKey.read() ?? "" },
    });
    if (response.ok) return response.blob();
    const body: unknown = await response.json().catch(() => null);
    throw new ApiError(
      response.status,
      localized(String((body as { detail?: unknown } | null)?.detail ?? response.statusText), body),
      body,
    );
  },

  changeSettings: (patch: Partial<SettingsView["settings"]>) => client.patch<SettingsView>("/settings", patch),

  changeNetwork: (patch: NetworkPatch) => client.patch<NetworkView>("/network", patch),
  restart: () => client.post<RestartingView>("/restart"),

  changeBackupPlan: (patch: BackupPlanPatch) => client.patch<BackupsView>("/backups", patch),
  startBackup: () => client.post<BackupsView>("/backups"),
  verifyBackup: (id: string) => client.post<BackupsView>(`/backups/${id}/verify`),
  removeBackup: (id: string) => client.delete<void>(`/backups/${id}`),
  restoreBackup: (id: string, { passphrase, new_secrets }: RestoreSecrets) =>
    client.post<RestoreView>(`/backups/${id}/restore`, { passphrase: passphrase || null, new_secrets }),

  /** @param passphrase null removes the key from the target; undefined keeps it */
  changeReplica: (body: { target: string; passphrase?: string | null }) => client.put<ReplicaView>("/replica", body),
  removeReplica: () => client.delete<ReplicaView>("/replica"),
  testReplica: (target: string) => client.post<ReplicaTest>("/replica/test", { target }),
  drillReplica: () => client.post<ReplicaView>("/replica/drill"),

  keptBackupUrl: (id: string) => client.url(`/backups/${id}`),
  /** The backup can be downloaded once, from `backupUrl`. */
  prepareBackup: (passphrase: string) =>
    client.post<BackupView>("/backup", { prepare: true, passphrase: passphrase || null } satisfies BackupBody),
  backupUrl: (id: string) => client.url(`/backup/${id}`),
  restore: (file: File, { passphrase, new_secrets }: RestoreSecrets, onProgress: (part: number) => void) =>
    client.upload<RestoreView>("/restore", file, {
      query: { new_secrets },
      headers: passphrase === "" ? {} : { "x-backup-passphrase": encodeURIComponent(passphrase) },
      onProgress,
    }),
  /** @param after `event_id` of the newest data shown */
  eventsUrl: (after: string) => client.url("/events", { after }),
};

/** Starts a browser download. */
export function download(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Takes the key of a login link out of the URL. @returns whether the link was already used */
export function takeKeyFromUrl(): boolean {
  const { pathname, search, hash } = window.location;
  const key = new URLSearchParams(hash.slice(1)).get("key");
  const query = new URLSearchParams(search);
  const wasUsed = query.get("link") === "used";
  if (key === null && !wasUsed) return false;
  if (key !== null) loginKey.write(key);
  query.delete("link");
  window.history.replaceState(null, "", query.size === 0 ? pathname : `${pathname}?${query}`);
  return wasUsed;
}

/** The token, also from a pasted login link. */
export function tokenIn(typed: string): string {
  const text = typed.trim();
  return URL.parse(text)?.searchParams.get("token") ?? text;
}
