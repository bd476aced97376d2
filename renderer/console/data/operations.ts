/** Queries and calls of the pages Access, Notifications and Logs. */

import type { AccessView } from "../../../server/contracts/access-api.ts";
import type { LogEntry, LogLevel, SupportBundleView } from "../../../server/contracts/logs-api.ts";
import type {
  MailBody,
  NotificationChannel,
  NotificationRow,
  NotificationsView,
  NotificationTest,
  WebhookBody,
} from "../../../server/contracts/notifications-api.ts";
import { ApiError } from "../../shared/api-client.ts";
import { localized } from "../../shared/language.ts";
import { client, loginKey } from "./api.ts";
import { detailQuery, listQuery, NEVER_STALE } from "./queries.ts";

export const operationKeys = {
  notifications: ["notifications"],
  logs: ["logs"],
} as const;

export const operations = {
  setMail: (body: MailBody) => client.put<NotificationsView>("/notifications/mail", body),
  setWebhook: (body: WebhookBody) => client.put<NotificationsView>("/notifications/webhook", body),
  removeChannel: (channel: NotificationChannel) => client.delete<NotificationsView>(`/notifications/${channel}`),
  test: (channel: NotificationChannel) => client.post<NotificationTest>(`/notifications/${channel}/test`),
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
};

export const accessQuery = detailQuery<AccessView>(["access"], "/access");

/** Fills a form once. */
export const notificationsQuery = {
  ...detailQuery<NotificationsView>(operationKeys.notifications, "/notifications"),
  ...NEVER_STALE,
};

export const supportBundleQuery = detailQuery<SupportBundleView>(["support-bundle"], "/support-bundle");

export const sentQuery = listQuery<NotificationRow>(["notifications-sent"], "/notifications/sent");

export const logsQuery = (filter: { level: LogLevel; q: string }) =>
  listQuery<LogEntry>([...operationKeys.logs, filter], "/logs", () => filter);
