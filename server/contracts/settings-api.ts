/** Types of the console's API for settings, the network and restarts. */
import { z } from "zod";
import { id, ofLength, sentenceBeside, time } from "./schema-parts.ts";
import { fault } from "./sentences/index.ts";

const MEBIBYTE = 1024 * 1024;

const consoleHost = ofLength(z.string().trim().toLowerCase(), 0, 260).refine(
  (entry) => isHost(entry),
  fault("storage.console_host"),
);

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, fault("storage.time_of_day"));

/** A host name or IP address, with an optional port. */
function isHost(text: string): boolean {
  if (!/^(\[[0-9a-f:.]+\]|[^\s/@?#\\:%[\]*]+)(:\d{1,5})?$/.test(text)) return false;
  return URL.parse(`http://${text}`) !== null;
}

/** The settings with their limits: `PATCH /settings` takes any part. */
export const Settings = z.object({
  /** Lifetime of an editor token in hours. */
  token_hours: z.int().min(1).max(720),
  /**
   * Maximum size of a `POST /integration/session/open` body, bytes. Parsing a larger JSON text would block other
   * requests for too long.
   */
  open_limit_bytes: z
    .int()
    .min(1024)
    .max(20 * MEBIBYTE),
  /** Maximum size of one upload, bytes. */
  media_limit_bytes: z
    .int()
    .min(1024)
    .max(20 * 1024 * MEBIBYTE),
  /** Whether the sample site runs; takes effect at the next start. */
  sandbox_enabled: z.boolean(),
  /** Puts every delivery on hold until an admin turns it off. */
  deliveries_paused: z.boolean(),
  /** Whether callbacks and file downloads use the proxies that the environment names. */
  proxy_from_environment: z.boolean(),
  /** Whether the overview hides the first steps. */
  first_steps_dismissed: z.boolean(),
  /** The takeover whose steps the admin has dismissed: its epoch. */
  takeover_dismissed: z.int().min(0).max(999_999_999),
  /** Retention of the log of attempts: days, and attempts. */
  log_days: z.int().min(1).max(3_650),
  log_attempts: z.int().min(1_000).max(10_000_000),
  /** Days after the last access for which older versions are kept. Contract 8 promises two weeks. */
  version_days: z.int().min(14).max(3_650),
  /** Days for which uploads are kept that no version or draft uses. */
  upload_days: z.int().min(1).max(3_650),
  /** Admins are notified after a site has failed for this many minutes. */
  notify_site_minutes: z.int().min(1).max(1_440),
  /** Admins are notified when the disk has less free space than this, bytes. */
  notify_disk_free_bytes: z
    .int()
    .min(64 * MEBIBYTE)
    .max(1_024 * 1_024 * MEBIBYTE),
  /** Notifications wait between these times of the machine, except urgent ones; null: none wait. */
  quiet_hours: z
    .strictObject({ from: timeOfDay, to: timeOfDay })
    .refine(({ from, to }) => from !== to, fault("storage.quiet_hours"))
    .nullable(),
  /** Additional host names of the console, with an optional port, such as that of a proxy in front of it. */
  console_hosts: z.array(consoleHost).max(50, fault("storage.console_hosts_max", { max: 50 })),
});
export type Settings = z.infer<typeof Settings>;

export const RestartView = z
  .object({
    /** Settings that are saved and take effect at the next start. */
    waiting: z.array(z.enum(["network", "sandbox"])),
    /** Whether `POST /restart` is available. */
    offered: z.boolean(),
    /** Why the last restart returned to the previous settings, in a sentence; null when it did not. */
    fault: z.string().nullable(),
    fault_sentence: sentenceBeside,
  })
  .meta({ id: "Restart" });
export type RestartView = z.infer<typeof RestartView>;

/** Response to `GET /settings`; `PATCH /settings` takes any part of `settings`. */
export const SettingsView = z
  .object({
    settings: Settings,
    appliance: z.object({
      version: z.string(),
      public_url: z.string(),
      console_url: z.string(),
      sandbox_url: z.string().nullable(),
      /** The project of the sample site; null in a folder that never had one. */
      sandbox_project_id: id.nullable(),
      /** The proxies that HTTP_PROXY and HTTPS_PROXY name, without credentials; null without any. */
      environment_proxies: z.object({ http: z.string().nullable(), https: z.string().nullable() }),
      data_dir: z.string(),
      disk_free_bytes: z.number(),
      started_at: time,
    }),
    restart: RestartView,
  })
  .meta({ id: "Settings" });
export type SettingsView = z.infer<typeof SettingsView>;

/** A network setting and its source. A flag overrides the environment, which overrides `config.json`. */
function networkValue<T extends z.ZodType>(value: T) {
  return z.object({
    value,
    /** Source of the value at the last start. `flag` and `environment` override the value in the file. */
    source: z.enum(["flag", "environment", "file", "default"]),
    /** The current value in `config.json`; null without one. */
    kept: value.nullable(),
    standard: value,
  });
}

/** Response to `GET /network` and `PATCH /network`. */
export const NetworkView = z
  .object({
    fields: z.object({
      host: networkValue(z.string()),
      /** 0: any free one. */
      port: networkValue(z.number()),
      console_host: networkValue(z.string()),
      console_port: networkValue(z.number()),
      sandbox_port: networkValue(z.number()),
      /** Null: the URL of the listener. */
      public_url: networkValue(z.string().nullable()),
      /** IP addresses, ranges such as 10.1.0.0/16, and `loopback`. */
      trusted_proxies: networkValue(z.array(z.string())),
    }),
    file: z.string(),
    /** URLs of the listeners; `public` is the URL that sites use. */
    addresses: z.object({
      public: z.string(),
      listener: z.string(),
      console: z.string(),
      sandbox: z.string().nullable(),
    }),
    restart: RestartView,
  })
  .meta({ id: "Network" });
export type NetworkView = z.infer<typeof NetworkView>;

export type NetworkFields = { [Field in keyof NetworkView["fields"]]: NetworkView["fields"][Field]["value"] };

/** Body of `PATCH /network`: absent fields stay unchanged, null restores the default. */
export type NetworkPatch = { [Field in keyof NetworkFields]?: NetworkFields[Field] | null };

/** Response to `POST /restart`, 202: Galley finishes its current work and restarts in place. */
export const RestartingView = z.object({
  /** URL of the console after the restart; a new URL needs a new login. */
  console_url: z.string(),
});
export type RestartingView = z.infer<typeof RestartingView>;

/** Response to `POST /network/check`: whether the public URL is reachable. */
export const PublicUrlView = z.object({
  url: z.string(),
  reachable: z.boolean(),
  /** Why it is not, in a sentence; null when it is. */
  reason: z.string().nullable(),
  reason_sentence: sentenceBeside,
  checked_at: time,
});
export type PublicUrlView = z.infer<typeof PublicUrlView>;
