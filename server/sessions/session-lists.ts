/** Sessions as pages for the console: by last access, or by material id while searching; each on an index of its own. */

import type { Database } from "../storage/database.ts";
import { beginningOfColumn, PAGE_SIZE, pageOf, prefixRange, readCursor, type StoredPage } from "../storage/lists.ts";
import type { Session } from "./session-store.ts";

/** A session as it is listed: without its metadata, which may be of any size and are not read for a list. */
export type SessionHead = Omit<Session, "metadata">;

export interface SessionQuery {
  project: string | null;
  /** Beginning of a material id, or a whole session id. */
  q: string | null;
}

/** Characters of an address in a list. Material ids are never longer than 1,024. */
const MAX_LISTED = 1_024;
const COLUMNS = `id, project_id AS projectId, material_id AS materialId, fingerprint,
  ${beginningOfColumn("callback_url", MAX_LISTED)} AS callbackUrl, current_version AS currentVersion, last_access AS lastAccess,
  created_at AS createdAt`;

export type SessionLists = ReturnType<typeof createSessionLists>;

export function createSessionLists(database: Database) {
  const byId = database.prepare<[string], SessionHead>(`SELECT ${COLUMNS} FROM sessions WHERE id = ?`);
  const select = (conditions: string[], order: string, values: (string | number)[]) =>
    database
      .prepare<(string | number)[], SessionHead>(
        `SELECT ${COLUMNS} FROM sessions ${conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`} ORDER BY ${order} LIMIT ${PAGE_SIZE + 1}`,
      )
      .all(...values);

  const byAccess = (project: string | null, cursor: string | null): StoredPage<SessionHead> => {
    const after = readCursor(cursor, ["number", "string"]);
    const conditions = [
      ...(project === null ? [] : ["project_id = ?"]),
      ...(after === null ? [] : ["(last_access, id) < (?, ?)"]),
    ];
    const values = [...(project === null ? [] : [project]), ...(after ?? [])];
    return pageOf(select(conditions, "last_access DESC, id DESC", values), (session) => [
      session.lastAccess,
      session.id,
    ]);
  };

  const byMaterial = (project: string | null, q: string, cursor: string | null): StoredPage<SessionHead> => {
    const after = readCursor(cursor, ["string", "string"]);
    const conditions = [
      "material_id >= ? AND material_id < ?",
      ...(project === null ? [] : ["project_id = ?"]),
      ...(after === null ? [] : ["(material_id, id) > (?, ?)"]),
    ];
    const values = [...prefixRange(q), ...(project === null ? [] : [project]), ...(after ?? [])];
    return pageOf(select(conditions, "material_id, id", values), (session) => [session.materialId, session.id]);
  };

  return {
    /** A page, most recently used first; while searching in the order of material ids. */
    page(query: SessionQuery, cursor: string | null): StoredPage<SessionHead> {
      if (query.q === null) return byAccess(query.project, cursor);
      const exact = byId.get(query.q);
      if (exact !== undefined) return { items: [exact], nextCursor: null };
      return byMaterial(query.project, query.q, cursor);
    },
  };
}
