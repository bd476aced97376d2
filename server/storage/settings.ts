/** Settings of the appliance: stored rows over defaults, validated on input. */
import { z } from "zod";
import { fault } from "../contracts/sentences/index.ts";
import type { SettingsView } from "../contracts/settings-api.ts";
import type { Database } from "./database.ts";

export type Settings = SettingsView["settings"];

const MEBIBYTE = 1024 * 1024;
/** Parsing a larger JSON text would block other requests for too long. */
const MAX_OPEN_BYTES = 20 * MEBIBYTE;

const consoleHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(260, fault("requests.string_too_long", { max: 260 }))
  .refine((entry) => isHost(entry), fault("storage.console_host"));

/** The settings that `PATCH /settings` accepts, with their limits. */
export const settingsSchema = z.object({
  token_hours: z.int().min(1).max(720),
  open_limit_bytes: z.int().min(1024).max(MAX_OPEN_BYTES),
  media_limit_bytes: z
    .int()
    .min(1024)
    .max(20 * 1024 * MEBIBYTE),
  sandbox_enabled: z.boolean(),
  deliveries_paused: z.boolean(),
  proxy_from_environment: z.boolean(),
  first_steps_dismissed: z.boolean(),
  log_days: z.int().min(1).max(3_650),
  log_attempts: z.int().min(1_000).max(10_000_000),
  // Contract 8 promises two weeks.
  version_days: z.int().min(14).max(3_650),
  upload_days: z.int().min(1).max(3_650),
  notify_site_minutes: z.int().min(1).max(1_440),
  notify_disk_free_bytes: z
    .int()
    .min(64 * MEBIBYTE)
    .max(1_024 * 1_024 * MEBIBYTE),
  console_hosts: z.array(consoleHost).max(50, fault("storage.console_hosts_max", { max: 50 })),
}) satisfies z.ZodType<Settings>;

const DEFAULTS: Settings = {
  token_hours: 24,
  // The limit of a save, times three for sites that write every letter as \uXXXX.
  open_limit_bytes: 6 * MEBIBYTE,
  media_limit_bytes: 1024 * MEBIBYTE,
  sandbox_enabled: true,
  deliveries_paused: false,
  proxy_from_environment: false,
  first_steps_dismissed: false,
  log_days: 30,
  log_attempts: 100_000,
  version_days: 14,
  upload_days: 14,
  notify_site_minutes: 15,
  notify_disk_free_bytes: 2 * 1024 * MEBIBYTE,
  console_hosts: [],
};

export type SettingsStore = ReturnType<typeof createSettings>;

export function createSettings(database: Database) {
  const upsert = database.prepare<[string, string]>(
    "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  const rows = database.prepare<[], { key: string; value: string }>("SELECT key, value FROM settings").all();
  const stored = settingsSchema
    .partial()
    .parse(Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)])));
  let current: Settings = { ...DEFAULTS, ...definedOnly(stored) };
  return {
    get: (): Readonly<Settings> => current,
    /** Committed when it returns. */
    patch(part: Partial<Settings>): Readonly<Settings> {
      const changes = definedOnly(part);
      database.transaction(() => {
        for (const [key, value] of Object.entries(changes)) upsert.run(key, JSON.stringify(value));
      })();
      current = { ...current, ...changes };
      return current;
    },
  };
}

/** A host name or IP address, with an optional port. */
function isHost(text: string): boolean {
  if (!/^(\[[0-9a-f:.]+\]|[^\s/@?#\\:%[\]*]+)(:\d{1,5})?$/.test(text)) return false;
  return URL.parse(`http://${text}`) !== null;
}

/** Drops undefined values: they mean "left out". */
function definedOnly<T extends object>(part: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
