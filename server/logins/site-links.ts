/**
 * Site links: read-only, expiring URLs for the developer of a project's site. Only a hash of the secret is stored. If
 * the link or its project is deleted, its logins end immediately.
 */
import { MAX_SITE_LINKS, type NewSiteLink, type SiteLinkRow } from "../contracts/access-api.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { isoTime } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { statements } from "../storage/database.ts";
import { hashOf } from "./logins.ts";

export interface SiteLink {
  id: string;
  name: string;
  projectId: string;
  expiresAt: number;
}

type Row = Pick<SiteLinkRow, "id" | "name" | "created_by"> & {
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
};

const DAY_MS = 24 * 3_600_000;
const SECRET_BYTES = 24;

export function createSiteLinks(services: Pick<Services, "database" | "runtime" | "audit" | "projects" | "logins">) {
  const { database, runtime, audit, projects, logins } = services;
  const { clock, random } = runtime;
  const { run, row, rows, values } = statements(database);
  const insert = run(
    `INSERT INTO site_links (id, project_id, name, secret_hash, created_at, created_by, expires_at)
     VALUES (@id, @projectId, @name, @hash, @created_at, @created_by, @expires_at)`,
  );
  const ofProject = rows<[string, number], Row>(
    `SELECT id, name, created_at, created_by, expires_at,
       coalesce((SELECT max(last_used_at) FROM console_logins WHERE site_link_id = site_links.id), last_used_at) AS last_used_at
     FROM site_links WHERE project_id = ? AND expires_at > ? ORDER BY created_at DESC, id`,
  );
  const inForce = `SELECT l.id, l.name, l.project_id AS projectId, l.expires_at AS expiresAt
    FROM site_links l JOIN projects p ON p.id = l.project_id AND p.deleting = 0 AND l.expires_at > ?`;
  const byHash = row<[number, Buffer], SiteLink>(`${inForce} WHERE l.secret_hash = ?`);
  const byId = row<[number, string], SiteLink>(`${inForce} WHERE l.id = ?`);
  const use = run<[number, string]>("UPDATE site_links SET last_used_at = ? WHERE id = ?");
  const erase = run<[string]>("DELETE FROM site_links WHERE id = ?");
  const over = values<[number], string>("SELECT id FROM site_links WHERE expires_at <= ?");
  const allOfProject = values<[string], string>("SELECT id FROM site_links WHERE project_id = ?");

  const end = (id: string, record: () => void) =>
    logins.endOfSiteLink(id, () => {
      erase(id);
      record();
    });
  return {
    /** The valid link; null if it has expired, or the link or its project was deleted. */
    find: (id: string): SiteLink | null => byId(clock.now(), id),
    /** Finds the valid link of a secret and records its use; null without one. */
    redeem(secret: string): SiteLink | null {
      const now = clock.now();
      const link = byHash(now, hashOf(secret));
      if (link !== null) use(now, link.id);
      return link;
    },
    /** Newest first. @throws AppError not_found */
    list: (projectId: string): SiteLinkRow[] => ofProject(projects.view(projectId).id, clock.now()).map(rowOf),
    /** @param by name of the account; null for the owner. @throws AppError not_found, conflict at the limit of links */
    create(projectId: string, { name, days }: NewSiteLink, by: string | null): { row: SiteLinkRow; secret: string } {
      const now = clock.now();
      for (const id of over(now)) end(id, () => {});
      if (ofProject(projects.view(projectId).id, now).length >= MAX_SITE_LINKS)
        throw new AppError("conflict", sentence("logins.too_many_site_links", { max: MAX_SITE_LINKS }));
      const secret = random.token(SECRET_BYTES);
      const row = {
        id: random.uuid(),
        name,
        created_at: now,
        created_by: by,
        expires_at: now + days * DAY_MS,
        last_used_at: null,
      };
      database.transaction(() => {
        insert({ ...row, projectId, hash: hashOf(secret) });
        audit.record("site link created", projectId, { name, days });
      })();
      return { row: rowOf(row), secret };
    },
    /** @throws AppError not_found */
    remove(projectId: string, id: string): void {
      const link = byId(clock.now(), id);
      if (link === null || link.projectId !== projectId)
        throw new AppError("not_found", sentence("logins.no_site_link"));
      end(id, () => audit.record("site link removed", projectId, { name: link.name }));
    },
    removeOfProject(projectId: string): void {
      for (const id of allOfProject(projectId)) end(id, () => {});
    },
  };
}

function rowOf(row: Row): SiteLinkRow {
  return {
    ...row,
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
    last_used_at: row.last_used_at === null ? null : isoTime(row.last_used_at),
  };
}
