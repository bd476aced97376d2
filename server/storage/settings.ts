/** Stored state of the appliance: its settings, and the progress of its background tasks. */
import { Settings } from "../contracts/settings-api.ts";
import { type Database, statements } from "./database.ts";

const MEBIBYTE = 1024 * 1024;

const DEFAULTS: Settings = {
  token_hours: 24,
  // Three times the limit of a save, for sites that write every letter as \uXXXX.
  open_limit_bytes: 6 * MEBIBYTE,
  media_limit_bytes: 1024 * MEBIBYTE,
  sandbox_enabled: true,
  deliveries_paused: false,
  proxy_from_environment: false,
  first_steps_dismissed: false,
  takeover_dismissed: 0,
  log_days: 30,
  log_attempts: 100_000,
  version_days: 14,
  upload_days: 14,
  notify_site_minutes: 15,
  notify_disk_free_bytes: 2 * 1024 * MEBIBYTE,
  quiet_hours: null,
  console_hosts: [],
};

/** Stored rows over defaults, validated on input. */
export function createSettings(database: Database) {
  const { run, rows } = statements(database);
  const upsert = run<[string, string]>(
    "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  const read = rows<[], { key: string; value: string }>("SELECT key, value FROM settings");
  const stored = Settings.partial().parse(Object.fromEntries(read().map(({ key, value }) => [key, JSON.parse(value)])));
  let current: Settings = { ...DEFAULTS, ...definedOnly(stored) };
  return {
    get: (): Readonly<Settings> => current,
    /** Commits before it returns. */
    patch(part: Partial<Settings>): Readonly<Settings> {
      const changes = definedOnly(part);
      database.transaction(() => {
        for (const [key, value] of Object.entries(changes)) upsert(key, JSON.stringify(value));
      })();
      current = { ...current, ...changes };
      return current;
    },
  };
}

/** undefined means "left out". */
function definedOnly<T extends object>(part: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

export type Progress = ReturnType<typeof createProgress>;

/** The position of each background task, which survives a restart: a machine that is off at night still finishes a round. */
export function createProgress(database: Database) {
  const { run, row } = statements(database);
  const select = row<[string], { place: number; at: number }>("SELECT place, at FROM keeping_places WHERE task = ?");
  const upsert = run<[string, number, number]>(
    `INSERT INTO keeping_places (task, place, at) VALUES (?, ?, ?)
     ON CONFLICT (task) DO UPDATE SET place = excluded.place, at = excluded.at`,
  );
  return {
    get: select,
    /** @param at ms since the epoch */
    set: (task: string, place: number, at: number): void => void upsert(task, place, at),
  };
}
