/** Queries and calls of the pages Access, Notifications and Logs. */

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AccessView, PasswordView } from "../../../server/contracts/access-api.ts";
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
import { api, type Cursor, client } from "./api.ts";
import { readKey } from "./login-key.ts";

export const operationKeys = {
  /** Kept when the login ends. */
  loginWays: ["me", "login-ways"],
  access: ["access"],
  password: ["password"],
  notifications: ["notifications"],
  notificationsSent: ["notifications-sent"],
  logs: ["logs"],
  /** Lines since the page was loaded. */
  logLines: ["log-lines"],
  supportBundle: ["support-bundle"],
} as const;

export const operations = {
  setPassword: (password: string) => client.put<PasswordView>("/password", { password }),
  removePassword: () => client.delete<PasswordView>("/password"),
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

/** Works without a login. */
export const loginWaysQuery = queryOptions({
  queryKey: operationKeys.loginWays,
  queryFn: ({ signal }) => api.loginWays(signal),
  gcTime: 0,
});

export const accessQuery = queryOptions({
  queryKey: operationKeys.access,
  queryFn: ({ signal }) => client.get<AccessView>("/access", { signal }),
});

export const passwordQuery = queryOptions({
  queryKey: operationKeys.password,
  queryFn: ({ signal }) => client.get<PasswordView>("/password", { signal }),
});

export const notificationsQuery = queryOptions({
  queryKey: operationKeys.notifications,
  queryFn: ({ signal }) => client.get<NotificationsView>("/notifications", { signal }),
  // Fills a form once.
  staleTime: Number.POSITIVE_INFINITY,
});

export const supportBundleQuery = queryOptions({
  queryKey: operationKeys.supportBundle,
  queryFn: ({ signal }) => client.get<SupportBundleView>("/support-bundle", { signal }),
});

export const sentQuery = infiniteQueryOptions({
  queryKey: operationKeys.notificationsSent,
  queryFn: ({ pageParam, signal }) =>
    client.get<Page<NotificationRow>>("/notifications/sent", { query: { cursor: pageParam }, signal }),
  initialPageParam: null as Cursor,
  getNextPageParam: (page) => page.next_cursor,
  select: (data) => data.pages.flatMap(({ items }) => items),
  gcTime: 0,
});

interface LogFilter {
  level: LogLevel;
  q: string;
}

export const logsQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: [...operationKeys.logs, filter],
    queryFn: ({ pageParam, signal }) =>
      client.get<Page<LogEntry>>("/logs", { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: null as Cursor,
    getNextPageParam: (page) => page.next_cursor,
    select: (data) => data.pages.flatMap(({ items }) => items),
    gcTime: 0,
  });

export const logLinesQuery = queryOptions({
  queryKey: operationKeys.logLines,
  queryFn: () => 0,
  initialData: 0,
  enabled: false,
});
