/** The admin's progress with the first steps, derived from existing data. */
import type { Overview } from "../../contracts/overview-api.ts";
import type { Database } from "../../storage/database.ts";

export type FirstSteps = ReturnType<typeof createFirstSteps>;

/** @param sandboxProject the project of the sample site; null without one */
export function createFirstSteps(database: Database, sandboxProject: string | null) {
  // One index lookup per project. Completed steps are cached.
  const hasTaken = `EXISTS (SELECT 1 FROM deliveries d INDEXED BY deliveries_by_project_state
    WHERE d.project_id = p.id AND d.state = 'delivered')`;
  const sample = database.prepare<[string], { done: number }>(
    `SELECT ${hasTaken} AS done FROM projects p WHERE p.id = ?`,
  );
  const own = database.prepare<[string], { done: number }>(
    "SELECT EXISTS (SELECT 1 FROM projects p WHERE p.id <> ?) AS done",
  );
  const receiver = database.prepare<[string], { done: number }>(
    `SELECT EXISTS (SELECT 1 FROM audit_log WHERE action = 'receiver checked' AND subject <> ?
       AND detail ->> '$.verdict' IN ('passed', 'warning')) AS done`,
  );
  const isDone = new Set<object>();
  const once = (statement: typeof sample, project: string) => {
    if (!isDone.has(statement) && statement.get(project)?.done === 1) isDone.add(statement);
    return isDone.has(statement);
  };
  const notSample = sandboxProject ?? "";
  return (): Omit<Overview["first_steps"], "dismissed"> => ({
    sample_site: sandboxProject === null ? null : once(sample, sandboxProject),
    own_project: own.get(notSample)?.done === 1,
    receiver: once(receiver, notSample),
  });
}
