/** Preferences of the desktop app and the hints it has shown: `<dataDir>/desktop/shell.json`. */
import fs from "node:fs";
import { z } from "zod";
import type { Log } from "../../server/core/runtime.ts";
import { writeFileDurably } from "../../server/storage/disk.ts";

const MAX_FILE_BYTES = 4_096;

const schema = z.object({
  notifications: z.boolean().default(true),
  /** Where there is nothing beside the clock: what becomes of Galley when its window is closed. */
  when_closed: z.enum(["ask", "keep", "quit"]).default("ask"),
  /** Whether it was said once where Galley is while its window is closed. */
  told_where: z.boolean().default(false),
});

type Preferences = z.infer<typeof schema>;

export interface PreferenceStore {
  get(): Readonly<Preferences>;
  /** Kept at once for this run; a failed write is logged. */
  set(part: Partial<Preferences>): void;
}

/** A file that cannot be read counts as none. @param changed called after each change */
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
        .catch((error: unknown) => log.warn(`What you chose could not be kept in ${file}: ${String(error)}`));
    },
  };
}

function read(file: string, log: Log): Preferences {
  try {
    if (fs.statSync(file).size > MAX_FILE_BYTES) throw new Error(`It has more than ${MAX_FILE_BYTES} bytes.`);
    return schema.parse(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      log.warn(`${file} could not be read; Galley goes on as if nothing had been chosen. ${String(error)}`);
    return schema.parse({});
  }
}
