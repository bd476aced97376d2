/** Adds to each listed project its last use by a site or a journalist, and its number of undelivered articles. */
import type { ProjectRow, ProjectView } from "../contracts/projects-api.ts";
import { isoTime } from "../core/runtime.ts";
import { NEEDS_ATTENTION } from "../deliveries/delivery-row.ts";
import type { Database } from "../storage/database.ts";

export function createProjectActivity(database: Database) {
  const lastAccess = database
    .prepare<[string], number | null>("SELECT max(last_access) FROM sessions WHERE project_id = ?")
    .pluck();
  const undelivered = database.prepare<[], { id: string; count: number }>(
    `SELECT d.project_id AS id, count(*) AS count FROM deliveries d INDEXED BY deliveries_attention_by_site
     WHERE ${NEEDS_ATTENTION} GROUP BY d.project_id`,
  );
  return {
    rowsOf(projects: readonly ProjectView[]): ProjectRow[] {
      const counts = new Map(undelivered.all().map(({ id, count }) => [id, count]));
      return projects.map((project) => {
        const last = lastAccess.get(project.id) ?? null;
        return {
          ...project,
          last_activity_at: last === null ? null : isoTime(last),
          undelivered: counts.get(project.id) ?? 0,
        };
      });
    },
  };
}
