/** Messages to an admin who has no window open: types of the console's API (`/api/notifications`). */
import type { WithSentence } from "./sentences/index.ts";

export type NotificationChannel = "mail" | "webhook";

export type NotificationEvent =
  | "delivery_exhausted"
  | "site_failing"
  | "site_recovered"
  | "archive_not_downloaded"
  | "archive_downloaded"
  | "disk_nearly_full"
  | "backup_failed"
  | "test";

/**
 * tls: from the first byte (port 465). starttls: before anything is said (587); never without. none: in the clear, for a
 * server on this machine or in this network.
 */
export type MailSecurity = "tls" | "starttls" | "none";

/** How mail is sent. */
export interface MailSettings {
  enabled: boolean;
  host: string;
  port: number;
  security: MailSecurity;
  /** "" where the server asks for no login. */
  user: string;
  from: string;
  to: string[];
  /** PEM of authorities that are believed beside the usual ones, null for none. */
  ca_certificate: string | null;
}

/** Body of `PUT /notifications/mail`. Without `password` the stored one stays, as long as it goes to the same server. */
export interface MailBody extends MailSettings {
  password?: string;
}

/** Body of `PUT /notifications/webhook`. What is left out stays; a `secret` of "" is removed. */
export interface WebhookBody {
  enabled: boolean;
  url?: string;
  secret?: string;
}

/** Answer of `GET /notifications`, and of `PUT` and `DELETE /notifications/:channel`. Null: never set up. */
export interface NotificationsView {
  mail: (MailSettings & { has_password: boolean }) | null;
  webhook: {
    enabled: boolean;
    /** Its origin; the rest may be a credential. */
    address: string;
    has_secret: boolean;
  } | null;
}

/** Answer of `POST /notifications/:channel/test`, with the response of the other side. */
export interface NotificationTest extends WithSentence<"sentence"> {
  sent: boolean;
}

/** Row of `GET /notifications/sent?cursor=`, newest first. error: why the last attempt failed, "" where it did not. */
export interface NotificationRow extends WithSentence<"title">, WithSentence<"error"> {
  id: string;
  channel: NotificationChannel;
  event: NotificationEvent;
  at: string;
  state: "waiting" | "sent" | "failed";
  attempts: number;
  next_attempt_at: string | null;
}

/**
 * The JSON that a webhook is sent. With a secret, the header `X-Galley-Signature` is the lower-case hex HMAC-SHA256 of the
 * body under it.
 */
export interface WebhookMessage {
  event: NotificationEvent;
  /** One line; `text` is all of it, for chat programs that show that. */
  title: string;
  text: string;
  at: string;
  /** One for each site, disk or backup that it is about, at most ten. */
  items: { subject: string; text: string; count: number }[];
  /** How many more there were. */
  more: number;
  console_url: string;
}
