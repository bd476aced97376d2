/** The project of the sample site: made once in a fresh data folder, found again by its id. */

import type { Database } from "../storage/database.ts";
import type { Projects } from "./projects.ts";

const KEY = "sandbox_project";

/** The id of the sample site's project; null in a folder that never had one. */
export function openSandboxProject(database: Database, projects: Projects): string | null {
  const stored = database.prepare<[string], { value: string }>("SELECT value FROM settings WHERE key = ?").get(KEY);
  if (stored !== undefined) return JSON.parse(stored.value) as string;
  if (projects.list().length > 0) return null;
  return database.transaction(() => {
    const project = projects.create({ name: "Sandbox", environment: "dev", allowed_hosts: [] });
    database.prepare("INSERT INTO settings (key, value) VALUES (?, ?)").run(KEY, JSON.stringify(project.id));
    return project.id;
  })();
}
