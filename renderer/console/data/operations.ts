/** Queries and calls of the pages Access, Notifications and Logs. */

import { queryOptions } from "@tanstack/react-query";
import type { AccessView } from "../../../server/contracts/access-api.ts";
import type { Page } from "../../../server/contracts/console-api.ts";
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
import { said } from "../../shared/language.ts";
import { client } from "./api.ts";
import { readKey } from "./login-key.ts";
import { list, one } from "./queries.ts";

export const operationKeys = {
  access: ["access"],
  notifications: ["notifications"],
  notificationsSent: ["notifications-sent"],
  logs: ["logs"],
  /** Lines since the page was loaded. */
  logLines: ["log-lines"],
  supportBundle: ["support-bundle"],
} as const;

export const operations = {
  setMail: (body: MailBody) => client.put<NotificationsView>("/notifications/mail", body),
  setWebhook: (body: WebhookBody) => client.put<NotificationsView>("/notifications/webhook", body),
  removeChannel: (channel: NotificationChannel) => client.delete<NotificationsView>(`/notifications/${channel}`),
  test: (channel: NotificationChannel) => client.post<NotificationTest>(`/notifications/${channel}/test`),
  async supportBundle(): Promise<Blob> {
    const answer = await fetch(client.url("/support-bundle"), {
      method: "POST",
      headers: { "x-galley-key": readKey() ?? "" },
    });
    if (answer.ok) return answer.blob();
    const body: unknown = await answer.json().catch(() => null);
    throw new ApiError(
      answer.status,
      said(String((body as { detail?: unknown } | null)?.detail ?? answer.statusText), body),
      body,
    );
  },
};

export const accessQuery = one(operationKeys.access, (signal) => client.get<AccessView>("/access", { signal }));

/** Fills a form once. */
export const notificationsQuery = {
  ...one(operationKeys.notifications, (signal) => client.get<NotificationsView>("/notifications", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
};

export const supportBundleQuery = one(operationKeys.supportBundle, (signal) =>
  client.get<SupportBundleView>("/support-bundle", { signal }),
);

export const sentQuery = list(operationKeys.notificationsSent, (cursor, signal) =>
  client.get<Page<NotificationRow>>("/notifications/sent", { query: { cursor }, signal }),
);

export const logsQuery = (filter: { level: LogLevel; q: string }) =>
  list([...operationKeys.logs, filter], (cursor, signal) =>
    client.get<Page<LogEntry>>("/logs", { query: { ...filter, cursor }, signal }),
  );

export const logLinesQuery = queryOptions({
  queryKey: operationKeys.logLines,
  queryFn: () => 0,
  initialData: 0,
  enabled: false,
});
