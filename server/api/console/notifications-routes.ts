import { z } from "zod";
import { mailAddress } from "../../contracts/accounts-api.ts";
import { NotificationRow, NotificationsView, NotificationTest } from "../../contracts/notifications-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { isCertificates } from "../../outbound/certificates.ts";
import type { Console } from "./console.ts";
import { type AddRoute, oneOf, PageQuery } from "./route.ts";

const MAX_SECRET = 1_024;

const MailSchema = z.strictObject({
  enabled: z.boolean(),
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^[a-z\d.:-]+$/i, fault("admin.mail_server_form")),
  port: z.int().min(1).max(65_535),
  security: oneOf(["tls", "starttls", "none"]),
  user: z.string().max(MAX_SECRET).default(""),
  password: z.string().max(MAX_SECRET).optional(),
  from: mailAddress,
  to: z
    .array(mailAddress)
    .min(1, fault("admin.one_recipient"))
    .max(20, fault("requests.too_many_items", { max: 20 })),
  ca_certificate: z
    .string()
    .trim()
    .max(100_000)
    .refine(isCertificates, fault("projects.ca_form"))
    .nullable()
    .default(null),
});

const WebhookSchema = z.strictObject({
  enabled: z.boolean(),
  url: z
    .string()
    .trim()
    .max(2_048)
    .refine((text) => {
      const url = URL.parse(text);
      return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
    }, fault("admin.webhook_form"))
    .optional(),
  secret: z
    .string()
    .max(MAX_SECRET)
    .refine((text) => text === "" || text.length >= 16, fault("admin.secret_length", { min: 16 }))
    .optional(),
});

export function notificationsRoutes(route: AddRoute, { services: { notifications } }: Console): void {
  route("viewer get /notifications", {
    name: "readNotifications",
    summary: "Retrieve the notification settings",
    response: NotificationsView,
    run: notifications.view,
  });
  route("viewer get /notifications/sent", {
    name: "listNotifications",
    summary: "List sent notifications, newest first",
    query: PageQuery,
    response: pageOf(NotificationRow),
    run: ({ query }) => notifications.page(query.cursor),
  });
  route("admin put /notifications/mail", {
    name: "setMail",
    summary: "Set up notifications by mail",
    body: MailSchema,
    response: NotificationsView,
    run: ({ body }) => notifications.setMail(body),
  });
  route("admin put /notifications/webhook", {
    name: "setWebhook",
    summary: "Set up notifications by webhook",
    body: WebhookSchema,
    response: NotificationsView,
    run: ({ body }) => notifications.setWebhook(body),
  });
  for (const [channel, name] of [
    ["mail", "Mail"],
    ["webhook", "Webhook"],
  ] as const) {
    route(`admin delete /notifications/${channel}`, {
      name: `remove${name}`,
      summary: `Remove notifications by ${channel}`,
      response: NotificationsView,
      run: () => notifications.remove(channel),
    });
    route(`admin post /notifications/${channel}/test`, {
      name: `test${name}`,
      summary: `Send a test notification by ${channel}`,
      response: NotificationTest,
      run: () => notifications.test(channel),
    });
  }
}
