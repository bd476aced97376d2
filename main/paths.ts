/** Files that are installed with the app. This module is bundled into dist/main. */
import path from "node:path";

/** Of the installation: package.json and resources/ lie there. */
export const ROOT = path.join(import.meta.dirname, "..", "..");

/** The two pages, as Vite built them. */
export const WEB_DIR = path.join(import.meta.dirname, "..", "web");

/** @param name a file of resources/icons */
export function iconFile(name: string): string {
  return path.join(ROOT, "resources", "icons", name);
}
