/**
 * Deletes a project with its content. The project is marked immediately, which disables its key, then removed in small
 * steps, which continue after a restart. Blob cleaning removes its files.
 */
import { setImmediate } from "node:timers/promises";
import type { ProjectHoldings } from "../contracts/projects-api.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { timeSlice } from "../core/runtime.ts";
import { createSteppedTask } from "../core/tasks.ts";
import { IS_UNFINISHED } from "../deliveries/delivery-store.ts";
import type { Services } from "../services.ts";
import { type Database, statements } from "../storage/database.ts";

/** Maximum count, enough for the confirmation. */
const COUNTED_TO = 10_000;
/** Sessions whose versions one statement counts, before other requests run. */
const SESSIONS_AT_ONCE = 500;
const NAMED = 5;
/** Rows per statement, whose pages may have to be read from disk. */
const AT_ONCE = 5;
const SMALL_AT_ONCE = 50;
/** Pause between two steps, for requests. */
const REST_MS = 5;

export function createProjectRemoval(
  services: Pick<Services, "database" | "runtime" | "events" | "projects" | "sandboxProject" | "siteLinks">,
) {
  const { database, runtime, events, projects, sandboxProject, siteLinks } = services;
  const holdings = createHoldings(database);
  const steps = removalSteps(database);
  const next = statements(database).row<[], { id: string }>(
    "SELECT id FROM projects WHERE deleting = 1 ORDER BY id LIMIT 1",
  );
  const failed = "Galley could not remove the content of a deleted project. It retries later.";
  const task = createSteppedTask(runtime, failed, REST_MS);
  const begin = () =>
    task.start(() => {
      const project = next();
      if (project === null) return false;
      if (!steps(project.id)) {
        projects.forget();
        events.publish("project", { id: project.id });
      }
      return true;
    });

  return {
    start: begin,
    /** @throws AppError not_found */
    holdings: async (id: string): Promise<ProjectHoldings> => ({
      ...(await holdings(projects.view(id).id)),
      is_sandbox: id === sandboxProject,
    }),
    /**
     * Disables the key, cancels deliveries and ends site links. @param typed must be the project's name @throws AppError not_found,
     * conflict, invalid
     */
    async remove(id: string, typed: string): Promise<void> {
      const { id: known } = projects.view(id);
      if (known === sandboxProject) throw new AppError("conflict", sentence("projects.sample"));
      const { sessions, versions, open_deliveries } = await holdings(known);
      const limited = (count: number) => (count < COUNTED_TO ? count : `${COUNTED_TO}+`);
      projects.markDeleted(known, typed, {
        sessions: limited(sessions),
        versions: limited(versions),
        open_deliveries: limited(open_deliveries),
      });
      siteLinks.removeOfProject(known);
      begin();
    },
    close: task.close,
  };
}

const TABLES = ["sessions", "deliveries", "snippets", "font_files", "font_snapshots"] as const;
type Counts = Record<(typeof TABLES)[number] | "open_deliveries", number>;

function createHoldings(database: Database) {
  const { row, rows, value } = statements(database);
  const count = (name: string, table: string, which = "") =>
    `(SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE project_id = @id ${which} LIMIT ${COUNTED_TO})) AS ${name}`;
  const counts = row<[{ id: string }], Counts>(
    `SELECT ${count("open_deliveries", "deliveries", `AND ${IS_UNFINISHED}`)}, ${TABLES.map((table) => count(table, table)).join(", ")}`,
  );
  const versions = value<[{ id: string; from: number }], number>(
    `SELECT count(*) FROM (SELECT 1 FROM
         (SELECT id FROM sessions WHERE project_id = @id ORDER BY last_access, id
          LIMIT ${SESSIONS_AT_ONCE} OFFSET @from) s JOIN versions v ON v.session_id = s.id LIMIT ${COUNTED_TO})`,
  );
  const open = rows<
    [{ id: string }],
    Omit<ProjectHoldings["open"][number], "callback_host"> & { callback_url: string }
  >(
    `SELECT d.id, s.material_id, t.title, d.event, s.callback_url FROM
       (SELECT id, session_id, event, position FROM deliveries WHERE project_id = @id AND ${IS_UNFINISHED}
        ORDER BY position LIMIT ${NAMED}) d
     JOIN sessions s ON s.id = d.session_id LEFT JOIN session_titles t ON t.session_id = d.session_id
     ORDER BY d.position`,
  );
  const versionsOf = async (id: string, sessions: number): Promise<number> => {
    let counted = 0;
    for (let from = 0; from < sessions && counted < COUNTED_TO; from += SESSIONS_AT_ONCE) {
      await setImmediate();
      counted += versions({ id, from }) ?? 0;
    }
    return Math.min(counted, COUNTED_TO);
  };
  return async (id: string): Promise<Omit<ProjectHoldings, "is_sandbox">> => {
    const counted = counts({ id }) as Counts;
    return {
      counted_to: COUNTED_TO,
      ...counted,
      versions: await versionsOf(id, counted.sessions),
      open: open({ id }).map(({ callback_url, ...delivery }) => ({
        ...delivery,
        callback_host: URL.parse(callback_url)?.host ?? "",
      })),
    };
  };
}

/** One step of some ms; false once the project is gone. */
function removalSteps(database: Database): (projectId: string) => boolean {
  const { run, row } = statements(database);
  const pages = (from: string, where: string, limit: number) =>
    run<[{ id: string }]>(
      `DELETE FROM ${from} WHERE rowid IN (SELECT rowid FROM ${from} WHERE ${where} LIMIT ${limit})`,
    );
  // Open deliveries first: a deleted project sends nothing.
  const waiting = pages("deliveries", `project_id = @id AND ${IS_UNFINISHED}`, AT_ONCE);
  const deliveries = pages("deliveries", "project_id = @id", AT_ONCE);
  const firstSession = row<[{ id: string }], { id: string }>(
    "SELECT id FROM sessions WHERE project_id = @id ORDER BY last_access, id LIMIT 1",
  );
  const ofSession = [
    pages("versions", "session_id = @id", AT_ONCE),
    pages("drafts", "session_id = @id", AT_ONCE),
    pages("comments", "session_id = @id AND thread_id <> id", SMALL_AT_ONCE),
    pages("comments", "session_id = @id", SMALL_AT_ONCE),
    pages("assets", "session_id = @id", SMALL_AT_ONCE),
  ];
  const session = run<[{ id: string }]>("DELETE FROM sessions WHERE id = @id");
  const ofProject = [
    pages("snippets", "project_id = @id", AT_ONCE),
    pages("font_snapshots", "project_id = @id", AT_ONCE),
    pages("font_files", "project_id = @id", SMALL_AT_ONCE),
    // A table without rowids; a project has few rows.
    run<[{ id: string }]>("DELETE FROM font_client_urls WHERE project_id = @id"),
    pages("wrong_signatures", "project_id = @id", SMALL_AT_ONCE),
    pages("requests", "project_id = @id", SMALL_AT_ONCE),
    // Also without rowids. Removed before the sites, so that no site is a long step.
    run<[{ id: string }]>(
      `DELETE FROM site_times WHERE (site_id, step_ms, at) IN
         (SELECT t.site_id, t.step_ms, t.at FROM site_states s CROSS JOIN site_times t ON t.site_id = s.id
          WHERE s.project_id = @id LIMIT ${SMALL_AT_ONCE})`,
    ),
    pages("site_states", "project_id = @id", AT_ONCE),
    run<[{ id: string }]>("DELETE FROM former_secrets WHERE project_id = @id"),
  ];
  const project = run<[{ id: string }]>("DELETE FROM projects WHERE id = @id AND deleting = 1");

  /** Removes a few rows of the first kind that has any. False: only the project is left. */
  const removeSome = (id: string): boolean => {
    if (waiting({ id }) > 0 || deliveries({ id }) > 0) return true;
    const first = firstSession({ id });
    if (first !== null) {
      if (!ofSession.some((some) => some(first) > 0)) session(first);
      return true;
    }
    return ofProject.some((some) => some({ id }) > 0);
  };

  return database.transaction((id: string): boolean => {
    const isOver = timeSlice();
    while (!isOver()) {
      if (removeSome(id)) continue;
      project({ id });
      return false;
    }
    return true;
  }).immediate;
}
