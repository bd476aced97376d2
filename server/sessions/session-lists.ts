/** Sessions as pages for the console: by last access, or by material id while searching; each on an index of its own. */
import { PAGE_SIZE, pageOf, prefixRange, readCursor, type StoredPage } from "../storage/cursor.ts";
import type { Database } from "../storage/database.ts";
import { decodeSession, type Session } from "./session-store.ts";

export interface SessionQuery {
  project: string | null;
  /** Beginning of a material id, or a whole session id. */
  q: string | null;
}

type Row = Parameters<typeof decodeSession>[0];

export type SessionLists = ReturnType<typeof createSessionLists>;

export function createSessionLists(database: Database) {
  const byId = database.prepare<[string], Row>("SELECT * FROM sessions WHERE id = ?");
  const select = (conditions: string[], order: string, values: (string | number)[]) =>
    database
      .prepare<(string | number)[], Row>(
        `SELECT * FROM sessions ${conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`} ORDER BY ${order} LIMIT ${PAGE_SIZE + 1}`,
      )
      .all(...values)
      .map(decodeSession);

  const byAccess = (project: string | null, cursor: string | null): StoredPage<Session> => {
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

  const byMaterial = (project: string | null, q: string, cursor: string | null): StoredPage<Session> => {
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
    page(query: SessionQuery, cursor: string | null): StoredPage<Session> {
      if (query.q === null) return byAccess(query.project, cursor);
      const exact = byId.get(query.q);
      if (exact !== undefined) return { items: [decodeSession(exact)], nextCursor: null };
      return byMaterial(query.project, query.q, cursor);
    },
  };
}
