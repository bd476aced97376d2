/** Notification channels of the console's API: settings, test messages and sent messages. */
import { z } from "zod";
import { NotificationRow, NotificationsView, NotificationTest } from "../../contracts/notifications-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { isCertificates } from "../../outbound/ca-certificate.ts";
import { oneOf, PageQuerySchema } from "./bodies.ts";
import type { Console } from "./console.ts";
import type { AddRoute } from "./route.ts";

const MAX_SECRET = 1_024;
/** No control characters, no spaces: neither may end a line of SMTP. */
const mailAddress = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s<>",;:\\@\p{Cc}]+@[^\s<>",;:\\@\p{Cc}]+$/u, fault("admin.mail_address_form"));

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
    .max(20, fault("admin.most_recipients", { max: 20 })),
  ca_certificate: z
    .string()
    .trim()
    .max(100_000)
    .refine(isCertificates, fault("admin.ca_form"))
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
  route("get /notifications", {
    role: "viewer",
    name: "readNotifications",
    does: "How an admin is told of what goes wrong",
    answer: NotificationsView,
    run: notifications.view,
  });
  route("get /notifications/sent", {
    role: "viewer",
    name: "listNotifications",
    does: "What was sent, newest first",
    query: PageQuerySchema,
    answer: pageOf(NotificationRow),
    run: ({ query }) => notifications.page(query.cursor),
  });
  route("put /notifications/mail", {
    role: "admin",
    name: "setMail",
    does: "Send mail",
    body: MailSchema,
    answer: NotificationsView,
    run: ({ body }) => notifications.setMail(body),
  });
  route("put /notifications/webhook", {
    role: "admin",
    name: "setWebhook",
    does: "Call an address",
    body: WebhookSchema,
    answer: NotificationsView,
    run: ({ body }) => notifications.setWebhook(body),
  });
  for (const [channel, name, ends, tests] of [
    ["mail", "Mail", "Send no mail any more", "Send a test by mail"],
    ["webhook", "Webhook", "Call no address any more", "Send a test to the address"],
  ] as const) {
    route(`delete /notifications/${channel}`, {
      role: "admin",
      name: `remove${name}`,
      does: ends,
      answer: NotificationsView,
      run: () => notifications.remove(channel),
    });
    route(`post /notifications/${channel}/test`, {
      role: "admin",
      name: `test${name}`,
      does: tests,
      answer: NotificationTest,
      run: () => notifications.test(channel),
    });
  }
}
