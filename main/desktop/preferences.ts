/** Preferences of the desktop app and the hints it has shown: `<dataDir>/desktop/shell.json`. */
import fs from "node:fs";
import { z } from "zod";
import type { Log } from "../../server/core/runtime.ts";
import { writeFileDurably } from "../../server/storage/disk.ts";

const MAX_FILE_BYTES = 4_096;

const schema = z.object({
  notifications: z.boolean().default(true),
  /** What closing the window does on a desktop without a tray. */
  when_closed: z.enum(["ask", "keep", "quit"]).default("ask"),
  /** Whether the user has seen that Galley keeps running without its window. */
  told_where: z.boolean().default(false),
});

type Preferences = z.infer<typeof schema>;

export interface PreferenceStore {
  get(): Readonly<Preferences>;
  /** Applies immediately; a failed write is logged. */
  set(part: Partial<Preferences>): void;
}

/** An unreadable file counts as missing. @param changed called after each change */
export function openPreferences(file: string, log: Log, changed: () => void): PreferenceStore {
  let current = read(file, log);
  let writing: Promise<void> = Promise.resolve();
  return {
    get: () => current,
    set(part) {
      current = { ...current, ...part };
      changed();
      const content = `${JSON.stringify(current, null, 2)}\n`;
      writing = writing
        .then(() => writeFileDurably(file, content, 0o600))
        .catch((error: unknown) => log.warn(`Could not save the preferences to ${file}: ${String(error)}`));
    },
  };
}

function read(file: string, log: Log): Preferences {
  try {
    if (fs.statSync(file).size > MAX_FILE_BYTES) throw new Error(`It has more than ${MAX_FILE_BYTES} bytes.`);
    return schema.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      log.warn(`Could not read ${file}. Galley uses the default preferences. ${String(error)}`);
    return schema.parse({});
  }
}
