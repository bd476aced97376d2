/** What the settings, the network, backups, notifications and the log are answered with, for the description of the API. */
import { z } from "zod";
import type { BackupsView, BackupView, RestoreView } from "../../contracts/backups-api.ts";
import type { LogEntry, SupportBundleView } from "../../contracts/logs-api.ts";
import type { NotificationRow, NotificationsView, NotificationTest } from "../../contracts/notifications-api.ts";
import type {
  NetworkView,
  PublicUrlView,
  RestartingView,
  RestartView,
  SettingsView,
} from "../../contracts/settings-api.ts";
import { settingsSchema } from "../../storage/settings.ts";
import { id, time } from "./answers.ts";

const Restart = z
  .looseObject({
    waiting: z.array(z.enum(["network", "sandbox"])),
    offered: z.boolean(),
    fault: z.string().nullable(),
  })
  .meta({ id: "Restart" }) satisfies z.ZodType<RestartView>;

export const Settings = z
  .looseObject({
    settings: z.looseObject(settingsSchema.shape),
    appliance: z.looseObject({
      version: z.string(),
      public_url: z.string(),
      console_url: z.string(),
      sandbox_url: z.string().nullable(),
      sandbox_project_id: id.nullable(),
      environment_proxies: z.looseObject({ http: z.string().nullable(), https: z.string().nullable() }),
      data_dir: z.string(),
      disk_free_bytes: z.number(),
      started_at: time,
    }),
    restart: Restart,
  })
  .meta({ id: "Settings" }) satisfies z.ZodType<SettingsView>;

function networkValue<T extends z.ZodType>(value: T) {
  return z.looseObject({
    value,
    source: z.enum(["flag", "environment", "file", "default"]),
    kept: value.nullable(),
    standard: value,
  });
}

export const Network = z
  .looseObject({
    fields: z.looseObject({
      host: networkValue(z.string()),
      port: networkValue(z.number()),
      console_host: networkValue(z.string()),
      console_port: networkValue(z.number()),
      sandbox_port: networkValue(z.number()),
      public_url: networkValue(z.string().nullable()),
      trusted_proxies: networkValue(z.array(z.string())),
    }),
    file: z.string(),
    addresses: z.looseObject({
      public: z.string(),
      listener: z.string(),
      console: z.string(),
      sandbox: z.string().nullable(),
    }),
    restart: Restart,
  })
  .meta({ id: "Network" }) satisfies z.ZodType<NetworkView>;

export const PublicUrlChecked = z.looseObject({
  url: z.string(),
  reachable: z.boolean(),
  reason: z.string().nullable(),
  checked_at: time,
}) satisfies z.ZodType<PublicUrlView>;

export const Restarting = z.looseObject({ console_url: z.string() }) satisfies z.ZodType<RestartingView>;

const counts = z.looseObject({
  projects: z.number(),
  sessions: z.number(),
  versions: z.number(),
  blobs: z.number(),
});

export const BackupReady = z
  .looseObject({
    id,
    file_name: z.string(),
    bytes: z.number(),
    created_at: time,
    counts,
    missing_files: z.number(),
    with_secrets: z.boolean(),
  })
  .meta({ id: "BackupReady" }) satisfies z.ZodType<BackupView>;

export const Backups = z
  .looseObject({
    items: z.array(
      z.looseObject({
        id,
        file: z.string().nullable(),
        bytes: z.number().nullable(),
        created_at: time,
        by: z.enum(["schedule", "hand"]),
        verified_at: time.nullable(),
        with_secrets: z.boolean().nullable(),
        missing_files: z.number().nullable(),
        error: z.string().nullable(),
      }),
    ),
    plan: z.looseObject({
      schedule: z.enum(["off", "daily", "weekly"]),
      hour: z.number(),
      weekday: z.number(),
      folder: z.string().nullable(),
      keep: z.number(),
      with_secrets: z.boolean(),
    }),
    folder: z.string(),
    same_disk: z.boolean(),
    folder_fault: z.string().nullable(),
    last: z.looseObject({ file: z.string().nullable(), at: time }).nullable(),
    next_at: time.nullable(),
    busy: z.enum(["making", "verifying"]).nullable(),
  })
  .meta({ id: "Backups" }) satisfies z.ZodType<BackupsView>;

export const Restore = z
  .looseObject({
    created_at: time,
    galley_version: z.string(),
    counts,
    missing_files: z.number(),
    kept_aside: z.string(),
    projects_with_new_secrets: z.array(z.string()),
    sessions_without_credentials: z.number(),
    deliveries_held: z.number(),
    restarting: z.boolean(),
  })
  .meta({ id: "Restore" }) satisfies z.ZodType<RestoreView>;

export const Notifications = z
  .looseObject({
    mail: z
      .looseObject({
        enabled: z.boolean(),
        host: z.string(),
        port: z.number(),
        security: z.enum(["tls", "starttls", "none"]),
        user: z.string(),
        from: z.string(),
        to: z.array(z.string()),
        ca_certificate: z.string().nullable(),
        has_password: z.boolean(),
      })
      .nullable(),
    webhook: z.looseObject({ enabled: z.boolean(), address: z.string(), has_secret: z.boolean() }).nullable(),
  })
  .meta({ id: "Notifications" }) satisfies z.ZodType<NotificationsView>;

export const Notification = z
  .looseObject({
    id,
    channel: z.enum(["mail", "webhook"]),
    event: z.enum([
      "delivery_exhausted",
      "site_failing",
      "site_recovered",
      "archive_not_downloaded",
      "archive_downloaded",
      "disk_nearly_full",
      "backup_failed",
      "test",
    ]),
    at: time,
    title: z.string(),
    state: z.enum(["waiting", "sent", "failed"]),
    attempts: z.number(),
    next_attempt_at: time.nullable(),
    error: z.string(),
  })
  .meta({ id: "Notification" }) satisfies z.ZodType<NotificationRow>;

export const NotificationTested = z
  .looseObject({ sent: z.boolean(), sentence: z.string() })
  .meta({ id: "NotificationTest" }) satisfies z.ZodType<NotificationTest>;

export const LogLine = z
  .looseObject({
    id,
    at: time,
    level: z.enum(["info", "warning", "error"]),
    message: z.string(),
    detail: z.string(),
  })
  .meta({ id: "LogLine" }) satisfies z.ZodType<LogEntry>;

export const SupportBundle = z.looseObject({
  file_name: z.string(),
  files: z.array(z.looseObject({ name: z.string(), what: z.string() })),
  left_out: z.array(z.string()),
}) satisfies z.ZodType<SupportBundleView>;
