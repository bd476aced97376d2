/**
 * Settings of the notification channels. Passwords, the webhook's URL (which may contain a credential) and its secret
 * are stored encrypted and never returned.
 */
import { z } from "zod";
import type {
  MailBody,
  MailSettings,
  NotificationChannel,
  NotificationsView,
  WebhookBody,
} from "../../contracts/notifications-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import { type Database, statements } from "../../storage/database.ts";
import type { SecretBox } from "../../storage/secret-box.ts";

export interface MailChannel extends MailSettings {
  password: string;
}

export interface WebhookChannel {
  enabled: boolean;
  url: string;
  /** "" if none is set. */
  secret: string;
}

const purpose = (channel: NotificationChannel) => `notifications ${channel}`;
const mailSecrets = z.object({ password: z.string() });
const webhookSecrets = z.object({ url: z.string(), secret: z.string() });

interface Row {
  channel: NotificationChannel;
  enabled: number;
  /** JSON of what is not secret. */
  settings: string;
  sealed: Buffer;
}

function storedChannels(database: Database) {
  const { run, row } = statements(database);
  return {
    find: row<[NotificationChannel], Row>("SELECT * FROM notification_channels WHERE channel = ?"),
    put: run<[Row]>(
      `INSERT OR REPLACE INTO notification_channels (channel, enabled, settings, sealed)
       VALUES (@channel, @enabled, @settings, @sealed)`,
    ),
  };
}

export function createChannels({ database, secretBox, audit }: Pick<Services, "database" | "secretBox" | "audit">) {
  const stored = storedChannels(database);
  const { run } = statements(database);
  const removeRow = run<[NotificationChannel]>("DELETE FROM notification_channels WHERE channel = ?");
  const dropWaiting = run<[NotificationChannel]>("DELETE FROM notifications WHERE channel = ? AND state = 'waiting'");
  /** Null if another key encrypted the value, as after a restore without its passphrase. */
  const open = <S extends z.ZodType>(channel: NotificationChannel, schema: S, sealed: Buffer): z.output<S> | null => {
    try {
      return schema.parse(JSON.parse(secretBox.open(sealed, purpose(channel))));
    } catch {
      return null;
    }
  };
  const mail = (): MailChannel | null => {
    const row = stored.find("mail");
    if (row === null) return null;
    const settings = JSON.parse(row.settings) as Omit<MailSettings, "enabled">;
    const password = open("mail", mailSecrets, row.sealed)?.password ?? "";
    return { ...settings, enabled: row.enabled === 1, password };
  };
  const webhook = (): WebhookChannel | null => {
    const row = stored.find("webhook");
    const secrets = row === null ? null : open("webhook", webhookSecrets, row.sealed);
    return row === null || secrets === null ? null : { enabled: row.enabled === 1, ...secrets };
  };
  const put = (channel: NotificationChannel, enabled: boolean, settings: object, secrets: object) =>
    database.transaction(() => {
      const sealed = secretBox.seal(JSON.stringify(secrets), purpose(channel));
      stored.put({ channel, enabled: enabled ? 1 : 0, settings: JSON.stringify(settings), sealed });
      audit.record("notifications changed", channel, { enabled, ...settings });
    })();
  const view = (): NotificationsView => {
    const mailNow = mail();
    const webhookNow = webhook();
    return {
      mail: mailNow && withoutPassword(mailNow),
      webhook: webhookNow && {
        enabled: webhookNow.enabled,
        address: new URL(webhookNow.url).origin,
        has_secret: webhookNow.secret !== "",
      },
    };
  };

  return {
    mail,
    webhook,
    view,
    enabled: (): NotificationChannel[] => [
      ...(mail()?.enabled ? (["mail"] as const) : []),
      ...(webhook()?.enabled ? (["webhook"] as const) : []),
    ],
    /** @throws AppError invalid if a stored password would go to another server */
    setMail({ password, ...settings }: MailBody): NotificationsView {
      const before = mail();
      const isSame =
        before !== null &&
        before.host === settings.host &&
        before.port === settings.port &&
        before.user === settings.user &&
        (before.security === settings.security || before.security === "none");
      if (password === undefined && before !== null && before.password !== "" && settings.user !== "" && !isSame)
        throw new AppError("invalid", sentence("admin.password_again"));
      const kept = password ?? (settings.user === "" ? "" : (before?.password ?? ""));
      const { enabled, ...rest } = settings;
      put("mail", enabled, rest, { password: kept });
      return view();
    },
    /** @throws AppError invalid without a URL */
    setWebhook({ enabled, url, secret }: WebhookBody): NotificationsView {
      const before = webhook();
      const address = url ?? before?.url;
      if (address === undefined) throw new AppError("invalid", sentence("admin.no_webhook_url"));
      // The secret belongs to the previous receiver: requests to another receiver must not be signed with it.
      const isSame = before !== null && new URL(before.url).origin === new URL(address).origin;
      put(
        "webhook",
        enabled,
        { origin: new URL(address).origin },
        {
          url: address,
          secret: secret ?? (isSame ? before.secret : ""),
        },
      );
      return view();
    },
    /** Also removes the queued messages of the channel. */
    remove(channel: NotificationChannel): NotificationsView {
      database.transaction(() => {
        removeRow(channel);
        dropWaiting(channel);
        audit.record("notifications removed", channel, {});
      })();
      return view();
    },
    /** The decrypted secrets, for searching texts for leaks. */
    secrets(): string[] {
      const hook = webhook();
      const address = hook === null ? [] : secretParts(hook.url);
      return [mail()?.password ?? "", ...address, hook?.secret ?? ""].filter((secret) => secret !== "");
    },
  };
}

/** Encrypts the values with another key. Without the old key, the admin has to enter them again. */
export function resealChannels(database: Database, from: SecretBox | null, to: SecretBox): void {
  if (from === null) return;
  const stored = storedChannels(database);
  for (const name of ["mail", "webhook"] as const) {
    const row = stored.find(name);
    if (row !== null) stored.put({ ...row, sealed: to.seal(from.open(row.sealed, purpose(name)), purpose(name)) });
  }
}

/** Minimum length of a URL part that may be a credential, characters. */
const MIN_PART = 8;

/** All parts of a webhook's URL that may be secret, because receivers repeat the path in their responses. */
export function secretParts(url: string): string[] {
  const { pathname, search, searchParams } = new URL(url);
  const parts = [`${pathname}${search}`, pathname, ...pathname.split("/"), ...searchParams.values()];
  return [url, ...parts.filter(({ length }) => length >= MIN_PART)];
}

function withoutPassword({ password, ...settings }: MailChannel): NotificationsView["mail"] {
  return { ...settings, has_password: password !== "" };
}
