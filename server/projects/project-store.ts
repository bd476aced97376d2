/** SQL of the projects room. Secrets pass through it sealed. */
import type { Environment, ProjectSettings } from "../console/console-api.ts";
import type { Database } from "../storage/database.ts";

/** A row of `projects`, decoded; times in ms. */
export interface StoredProject {
  id: string;
  name: string;
  environment: Environment;
  apiKey: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretExpiresAt: number | null;
  allowedHosts: string[];
  enabled: boolean;
  settings: ProjectSettings;
  createdAt: number;
}

interface Row {
  id: string;
  name: string;
  environment: Environment;
  api_key: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_expires_at: number | null;
  allowed_hosts: string;
  enabled: number;
  settings: string;
  created_at: number;
}

const decode = (row: Row): StoredProject => ({
  id: row.id,
  name: row.name,
  environment: row.environment,
  apiKey: row.api_key,
  secret: row.secret,
  previousSecret: row.previous_secret,
  previousSecretExpiresAt: row.previous_secret_expires_at,
  allowedHosts: JSON.parse(row.allowed_hosts),
  enabled: row.enabled === 1,
  settings: JSON.parse(row.settings),
  createdAt: row.created_at,
});

const encode = (project: StoredProject): Row => ({
  id: project.id,
  name: project.name,
  environment: project.environment,
  api_key: project.apiKey,
  secret: project.secret,
  previous_secret: project.previousSecret,
  previous_secret_expires_at: project.previousSecretExpiresAt,
  allowed_hosts: JSON.stringify(project.allowedHosts),
  enabled: project.enabled ? 1 : 0,
  settings: JSON.stringify(project.settings),
  created_at: project.createdAt,
});

export function createProjectStore(database: Database) {
  const insert = database.prepare<[Row]>(
    `INSERT INTO projects (id, name, environment, api_key, secret, previous_secret, previous_secret_expires_at,
       allowed_hosts, enabled, settings, created_at)
     VALUES (@id, @name, @environment, @api_key, @secret, @previous_secret, @previous_secret_expires_at,
       @allowed_hosts, @enabled, @settings, @created_at)`,
  );
  const update = database.prepare<[Row]>(
    `UPDATE projects SET name = @name, secret = @secret, previous_secret = @previous_secret,
       previous_secret_expires_at = @previous_secret_expires_at, allowed_hosts = @allowed_hosts, enabled = @enabled,
       settings = @settings
     WHERE id = @id`,
  );
  const byId = database.prepare<[string], Row>("SELECT * FROM projects WHERE id = ?");
  const byKey = database.prepare<[string], Row>("SELECT * FROM projects WHERE api_key = ?");
  const all = database.prepare<[number], Row>("SELECT * FROM projects ORDER BY created_at, id LIMIT ?");
  const one = (row: Row | undefined) => (row === undefined ? null : decode(row));
  return {
    insert: (project: StoredProject) => void insert.run(encode(project)),
    update: (project: StoredProject) => void update.run(encode(project)),
    byId: (id: string) => one(byId.get(id)),
    byKey: (apiKey: string) => one(byKey.get(apiKey)),
    all: (limit: number) => all.all(limit).map(decode),
  };
}
