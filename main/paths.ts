/** Files that are installed with the app. This module is bundled into dist/main. */
import path from "node:path";

/** The installation folder, with package.json and resources/. */
export const ROOT = path.join(import.meta.dirname, "..", "..");

export const WEB_DIR = path.join(import.meta.dirname, "..", "web");

export function iconFile(name: string): string {
  return path.join(ROOT, "resources", "icons", name);
}
