import type { Environment } from "../contracts/console-api.ts";
import { normalizeText } from "../contracts/log-query.ts";
import type { ProjectRow, ProjectSettings, ProjectView } from "../contracts/projects-api.ts";
import { isoTime } from "../core/runtime.ts";
import { NEEDS_ATTENTION } from "../deliveries/delivery-row.ts";
import { type Database, statements } from "../storage/database.ts";

/** A replaced secret, accepted until it expires. */
export interface FormerSecret {
  number: number;
  secret: Buffer;
  /** ms since the epoch. */
  expiresAt: number;
}

export interface StoredProject {
  id: string;
  name: string;
  environment: Environment;
  apiKey: string;
  secret: Buffer;
  /** Increases with every rotation. */
  secretNumber: number;
  siteSecretNumber: number;
  /** Previous secrets, newest first. */
  formerSecrets: FormerSecret[];
  allowedHosts: string[];
  enabled: boolean;
  deleting: boolean;
  settings: ProjectSettings;
  createdAt: number;
}

type Row = Omit<StoredProject, "formerSecrets" | "allowedHosts" | "enabled" | "deleting" | "settings"> & {
  allowedHosts: string;
  enabled: number;
  deleting: number;
  settings: string;
};

const decode = (row: Row, formerSecrets: FormerSecret[]): StoredProject => ({
  ...row,
  formerSecrets,
  allowedHosts: JSON.parse(row.allowedHosts),
  enabled: row.enabled === 1,
  deleting: row.deleting === 1,
  settings: JSON.parse(row.settings),
});

const encode = ({ formerSecrets: _, ...project }: StoredProject): Row => ({
  ...project,
  allowedHosts: JSON.stringify(project.allowedHosts),
  enabled: project.enabled ? 1 : 0,
  deleting: project.deleting ? 1 : 0,
  settings: JSON.stringify(project.settings),
});

const SELECT = `SELECT id, name, environment, api_key AS apiKey, secret, secret_number AS secretNumber,
    site_secret_number AS siteSecretNumber, allowed_hosts AS allowedHosts, enabled, deleting, settings,
    created_at AS createdAt
  FROM projects`;

export function createProjectStore(database: Database) {
  const { run, row, rows } = statements(database);
  const insert = run<[Row]>(
    `INSERT INTO projects (id, name, environment, api_key, secret, secret_number, site_secret_number,
       allowed_hosts, enabled, deleting, settings, created_at)
     VALUES (@id, @name, @environment, @apiKey, @secret, @secretNumber, @siteSecretNumber,
       @allowedHosts, @enabled, @deleting, @settings, @createdAt)`,
  );
  const update = run<[Row]>(
    `UPDATE projects SET name = @name, secret = @secret, secret_number = @secretNumber,
       site_secret_number = @siteSecretNumber, allowed_hosts = @allowedHosts, enabled = @enabled,
       deleting = @deleting, settings = @settings
     WHERE id = @id`,
  );
  const byId = row<[string], Row>(`${SELECT} WHERE id = ?`);
  const byKey = row<[string], Row>(`${SELECT} WHERE api_key = ?`);
  const all = rows<[number], Row>(`${SELECT} ORDER BY created_at, id LIMIT +?`);
  const formerOf = rows<[string], FormerSecret>(
    "SELECT number, secret, expires_at AS expiresAt FROM former_secrets WHERE project_id = +? ORDER BY number DESC",
  );
  const forgetFormer = run<[string]>("DELETE FROM former_secrets WHERE project_id = ?");
  const insertFormer = run<[{ id: string } & FormerSecret]>(
    "INSERT INTO former_secrets (project_id, number, secret, expires_at) VALUES (@id, @number, @secret, @expiresAt)",
  );
  const whole = (row: Row) => decode(row, formerOf(row.id));
  const one = (row: Row | null) => row && whole(row);
  return {
    insert: (project: StoredProject) => void insert(encode(project)),
    update: database.transaction((project: StoredProject) => {
      update(encode(project));
      forgetFormer(project.id);
      for (const former of project.formerSecrets) insertFormer({ id: project.id, ...former });
    }),
    byId: (id: string) => one(byId(id)),
    byKey: (apiKey: string) => one(byKey(apiKey)),
    all: (limit: number) => all(limit).map(whole),
  };
}

/** Finds the ids of projects by a part of their name, in the form of `normalizeText`. */
export function createProjectNames(database: Database): (part: string) => string[] {
  const projects = statements(database).rows<[], { id: string; name: string }>("SELECT id, name FROM projects");
  return (part) =>
    projects()
      .filter(({ name }) => normalizeText(name).includes(part))
      .map(({ id }) => id);
}

/** Adds to each listed project its last use by a site or a journalist, and its number of undelivered articles. */
export function createProjectActivity(database: Database) {
  const { rows, value } = statements(database);
  const lastAccess = value<[string], number | null>("SELECT max(last_access) FROM sessions WHERE project_id = ?");
  const undelivered = rows<[], { id: string; count: number }>(
    `SELECT d.project_id AS id, count(*) AS count FROM deliveries d INDEXED BY deliveries_attention_by_site
     WHERE ${NEEDS_ATTENTION} GROUP BY d.project_id`,
  );
  return {
    rowsOf(projects: readonly ProjectView[]): ProjectRow[] {
      const counts = new Map(undelivered().map(({ id, count }) => [id, count]));
      return projects.map((project) => {
        const last = lastAccess(project.id);
        return {
          ...project,
          last_activity_at: last === null ? null : isoTime(last),
          undelivered: counts.get(project.id) ?? 0,
        };
      });
    },
  };
}
