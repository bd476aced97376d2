/** Notification channels of the console's API: settings, test messages and sent messages. */
import type { Router } from "express";
import { z } from "zod";
import { NotificationRow, NotificationsView, NotificationTest } from "../../contracts/notifications-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import { isCertificates } from "../../outbound/ca-certificate.ts";
import { PageQuerySchema } from "./bodies.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { bodyOf, defined, queryOf } from "./requests.ts";

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
  security: z.enum(["tls", "starttls", "none"], fault("api.one_of", { values: ["tls", "starttls", "none"] })),
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

export function notificationsRoutes(router: Router, { services }: Console): void {
  const { notifications } = services;
  resource(router, "/notifications", { get: (_req, res) => sendJson(res, 200, notifications.view()) });
  resource(router, "/notifications/sent", {
    get: (req, res) => {
      const page = notifications.page(queryOf(req, PageQuerySchema).cursor);
      sendJson(res, 200, { items: page.items, next_cursor: page.nextCursor });
    },
  });
  resource(router, "/notifications/mail", {
    put: async (req, res) => {
      const { password, ...settings } = await bodyOf(req, MailSchema);
      sendJson(res, 200, notifications.setMail({ ...settings, ...(password === undefined ? {} : { password }) }));
    },
    delete: (_req, res) => sendJson(res, 200, notifications.remove("mail")),
  });
  resource(router, "/notifications/webhook", {
    put: async (req, res) => sendJson(res, 200, notifications.setWebhook(defined(await bodyOf(req, WebhookSchema)))),
    delete: (_req, res) => sendJson(res, 200, notifications.remove("webhook")),
  });
  for (const channel of ["mail", "webhook"] as const)
    resource(router, `/notifications/${channel}/test`, {
      post: async (_req, res) => sendJson(res, 200, await notifications.test(channel)),
    });
}

export const notificationsDescriptions: Descriptions = {
  "get /notifications": {
    role: "viewer",
    name: "readNotifications",
    does: "How an admin is told of what goes wrong",
    answer: NotificationsView,
  },
  "get /notifications/sent": {
    role: "viewer",
    name: "listNotifications",
    does: "What was sent, newest first",
    query: PageQuerySchema,
    answer: pageOf(NotificationRow),
  },
  "put /notifications/mail": {
    role: "admin",
    name: "setMail",
    does: "Send mail",
    body: MailSchema,
    answer: NotificationsView,
  },
  "delete /notifications/mail": {
    role: "admin",
    name: "removeMail",
    does: "Send no mail any more",
    answer: NotificationsView,
  },
  "put /notifications/webhook": {
    role: "admin",
    name: "setWebhook",
    does: "Call an address",
    body: WebhookSchema,
    answer: NotificationsView,
  },
  "delete /notifications/webhook": {
    role: "admin",
    name: "removeWebhook",
    does: "Call no address any more",
    answer: NotificationsView,
  },
  "post /notifications/mail/test": {
    role: "admin",
    name: "testMail",
    does: "Send a test by mail",
    answer: NotificationTest,
  },
  "post /notifications/webhook/test": {
    role: "admin",
    name: "testWebhook",
    does: "Send a test to the address",
    answer: NotificationTest,
  },
};
