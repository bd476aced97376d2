/** Types of the console API for notifications by mail and webhook (`/api/notifications`). */
import { z } from "zod";
import { id, sentenceBeside, time } from "./schema-parts.ts";

export const NOTIFICATION_CHANNELS = ["mail", "webhook"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

const mailSettings = {
  enabled: z.boolean(),
  host: z.string(),
  port: z.number(),
  /** tls: from the first byte (port 465). starttls: required before anything else (587). none: unencrypted. */
  security: z.enum(["tls", "starttls", "none"]),
  /** "" if the server requires no login. */
  user: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  /** PEM of additional trusted CA certificates; null for none. */
  ca_certificate: z.string().nullable(),
};
export type MailSettings = z.infer<z.ZodObject<typeof mailSettings>>;
export type MailSecurity = MailSettings["security"];

/** Body of `PUT /notifications/mail`. Without `password`, Galley keeps the stored one if the server is the same. */
export type MailBody = MailSettings & { password?: string };

/** Body of `PUT /notifications/webhook`. Omitted fields keep their values; a `secret` of "" removes it. */
export interface WebhookBody {
  enabled: boolean;
  url?: string;
  secret?: string;
}

/** Response to `GET /notifications`, and to `PUT` and `DELETE /notifications/:channel`. Null: never set up. */
export const NotificationsView = z
  .object({
    mail: z.object({ ...mailSettings, has_password: z.boolean() }).nullable(),
    /** address: only the origin, because the rest may contain credentials. */
    webhook: z.object({ enabled: z.boolean(), address: z.string(), has_secret: z.boolean() }).nullable(),
  })
  .meta({ id: "Notifications" });
export type NotificationsView = z.infer<typeof NotificationsView>;

/** Response to `POST /notifications/:channel/test`. `sentence` contains the receiver's response. */
export const NotificationTest = z
  .object({ sent: z.boolean(), sentence: z.string(), sentence_sentence: sentenceBeside })
  .meta({ id: "NotificationTest" });
export type NotificationTest = z.infer<typeof NotificationTest>;

export const NotificationRow = z
  .object({
    id,
    channel: z.enum(NOTIFICATION_CHANNELS),
    event: z.enum([
      "delivery_exhausted",
      "site_failing",
      "site_recovered",
      "archive_not_downloaded",
      "archive_downloaded",
      "disk_nearly_full",
      "backup_failed",
      "replica_failing",
      "replica_recovered",
      "replica_fenced",
      "replica_drill_failed",
      "test",
    ]),
    at: time,
    title: z.string(),
    title_sentence: sentenceBeside,
    state: z.enum(["waiting", "sent", "failed"]),
    attempts: z.number(),
    next_attempt_at: time.nullable(),
    /** Why the last attempt failed; "" if it did not. */
    error: z.string(),
    error_sentence: sentenceBeside,
  })
  .meta({ id: "Notification" });
export type NotificationRow = z.infer<typeof NotificationRow>;
export type NotificationEvent = NotificationRow["event"];

/**
 * JSON body of a webhook notification. With a secret, the header `X-Galley-Signature` is the lower-case hex HMAC-SHA256
 * of the body, keyed with the secret.
 */
export interface WebhookMessage {
  event: NotificationEvent;
  /** One line; `text` is the full message. */
  title: string;
  text: string;
  at: string;
  /** One item for each site, disk or backup, at most ten. */
  items: {
    subject: string;
    text: string;
    count: number;
    /** URL of the console's page about the item. */
    url: string;
  }[];
  more: number;
  console_url: string;
}
