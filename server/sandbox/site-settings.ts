/** What this site remembers about itself, in one JSON file. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { writeFileAtomically } from "./atomic-file.ts";

export interface SiteSettings {
  /** The CSS of the site's fonts, included on every public page; null until the first `site_fonts_updated`. */
  fonts_css_url: string | null;
  /** This site's own address when that was recorded. */
  site_url: string | null;
}

export interface SettingsStore {
  read(): Promise<SiteSettings>;
  write(settings: SiteSettings): Promise<void>;
}

export function openSettingsStore(folder: string): SettingsStore {
  const file = path.join(folder, "settings.json");
  return {
    async read() {
      try {
        return JSON.parse(await readFile(file, "utf8")) as SiteSettings;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
        return { fonts_css_url: null, site_url: null };
      }
    },
    write: (settings) => writeFileAtomically(file, JSON.stringify(settings)),
  };
}
