/** Types of the console API for settings, the network and restarts. */
import { z } from "zod";
import { id, ofLength, sentenceBeside, time } from "./schema-parts.ts";
import { fault } from "./sentences/index.ts";

const MEBIBYTE = 1024 * 1024;

const consoleHost = ofLength(z.string().trim().toLowerCase(), 0, 260).refine(
  (entry) => isHost(entry),
  fault("storage.console_host"),
);

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, fault("storage.time_of_day"));

function isHost(text: string): boolean {
  if (!/^(\[[0-9a-f:.]+\]|[^\s/@?#\\:%[\]*]+)(:\d{1,5})?$/.test(text)) return false;
  return URL.parse(`http://${text}`) !== null;
}

/** The settings with their limits. `PATCH /settings` accepts any subset. */
export const Settings = z.object({
  /** Lifetime of editor links, hours. */
  token_hours: z.int().min(1).max(720),
  /** Maximum body size of an open, bytes. Parsing larger JSON would block other requests for too long. */
  open_limit_bytes: z
    .int()
    .min(1024)
    .max(20 * MEBIBYTE),
  /** Maximum upload size, bytes. */
  media_limit_bytes: z
    .int()
    .min(1024)
    .max(20 * 1024 * MEBIBYTE),
  /** Whether the sample site runs; takes effect at the next start. */
  sandbox_enabled: z.boolean(),
  deliveries_paused: z.boolean(),
  /** Whether callbacks and file downloads use the proxies in the environment. */
  proxy_from_environment: z.boolean(),
  first_steps_dismissed: z.boolean(),
  /** Epoch of the takeover whose steps the admin dismissed. */
  takeover_dismissed: z.int().min(0).max(999_999_999),
  /** Retention of the delivery log: days, and number of attempts. */
  log_days: z.int().min(1).max(3_650),
  log_attempts: z.int().min(1_000).max(10_000_000),
  /** Retention of older versions after the last access, days. Contract 11 guarantees two weeks. */
  version_days: z.int().min(14).max(3_650),
  /** Retention of uploads that no version or draft uses, days. */
  upload_days: z.int().min(1).max(3_650),
  /** Admins are notified after a site has failed for this many minutes. */
  notify_site_minutes: z.int().min(1).max(1_440),
  /** Admins are notified when the disk has less free space than this, bytes. */
  notify_disk_free_bytes: z
    .int()
    .min(64 * MEBIBYTE)
    .max(1_024 * 1_024 * MEBIBYTE),
  /** Non-urgent notifications wait between these times of the machine; null: none wait. */
  quiet_hours: z
    .strictObject({ from: timeOfDay, to: timeOfDay })
    .refine(({ from, to }) => from !== to, fault("storage.quiet_hours"))
    .nullable(),
  /** Additional host names of the console with an optional port, such as a proxy's name. */
  console_hosts: z.array(consoleHost).max(50, fault("requests.too_many_items", { max: 50 })),
});
export type Settings = z.infer<typeof Settings>;

export const RestartView = z
  .object({
    /** Saved settings that take effect at the next start. */
    waiting: z.array(z.enum(["network", "sandbox"])),
    /** Whether `POST /restart` is available. */
    offered: z.boolean(),
    /** Sentence: why the last restart returned to the previous settings; null if it did not. */
    fault: z.string().nullable(),
    fault_sentence: sentenceBeside,
  })
  .meta({ id: "Restart" });
export type RestartView = z.infer<typeof RestartView>;

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
      /** HTTP_PROXY and HTTPS_PROXY without credentials; null if not set. */
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
    /** Source of the value at the last start. */
    source: z.enum(["flag", "environment", "file", "default"]),
    /** The current value in `config.json`; null without one. */
    kept: value.nullable(),
    standard: value,
  });
}

export const NetworkView = z
  .object({
    fields: z.object({
      host: networkValue(z.string()),
      /** 0: any free port. */
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

/** Body of `PATCH /network`: omitted fields keep their values; null restores the default. */
export type NetworkPatch = { [Field in keyof NetworkFields]?: NetworkFields[Field] | null };

/** Response to `POST /restart`, 202: Galley finishes its current work, then restarts. */
export const RestartingView = z.object({
  /** URL of the console after the restart; a new URL needs a new login. */
  console_url: z.string(),
});
export type RestartingView = z.infer<typeof RestartingView>;

export const PublicUrlView = z.object({
  url: z.string(),
  reachable: z.boolean(),
  /** Sentence: why the URL is not reachable; null if it is. */
  reason: z.string().nullable(),
  reason_sentence: sentenceBeside,
  checked_at: time,
});
export type PublicUrlView = z.infer<typeof PublicUrlView>;
