/** The delivery log as pages, each filter on an index of its own. */
import { PAGE_SIZE, pageOf, prefixRange, readCursor, type StoredPage } from "../storage/cursor.ts";
import type { Database } from "../storage/database.ts";
import type { DeliveryState } from "./codes.ts";
import { type Delivery, decodeDelivery } from "./delivery-store.ts";

export interface DeliveryQuery {
  project: string | null;
  session: string | null;
  /** A font snapshot. */
  snapshot: string | null;
  state: DeliveryState | null;
  /** Beginning of a material id, or a whole delivery or session id. */
  q: string | null;
}

export interface DeliveryListRow {
  delivery: Delivery;
  projectName: string;
  materialId: string;
  versionNumber: number | null;
}

type Row = Parameters<typeof decodeDelivery>[0] & {
  project_name: string;
  material_id: string;
  version_number: number | null;
};

export type DeliveryLists = ReturnType<typeof createDeliveryLists>;

const SELECT = `SELECT d.*, p.name AS project_name, s.material_id, v.number AS version_number
  FROM deliveries d JOIN projects p ON p.id = d.project_id JOIN sessions s ON s.id = d.session_id
    LEFT JOIN versions v ON v.id = d.version_id`;

/** A search that fits more sessions than this shows the deliveries of the first of them. */
const MAX_SEARCHED_SESSIONS = 200;

export function createDeliveryLists(database: Database) {
  const byId = database.prepare<[string], Row>(`${SELECT} WHERE d.id = ?`);
  return {
    byId: (id: string): DeliveryListRow | null => {
      const row = byId.get(id);
      return row === undefined ? null : decode(row);
    },
    page(query: DeliveryQuery, cursor: string | null): StoredPage<DeliveryListRow> {
      const before = readCursor(cursor, ["number"])?.[0] ?? null;
      const conditions: string[] = [];
      const values: (string | number)[] = [];
      const where = (condition: string, ...parameters: (string | number)[]) => {
        conditions.push(condition);
        values.push(...parameters);
      };
      if (before !== null) where("d.position < ?", before);
      if (query.session !== null) where("d.session_id = ?", query.session);
      if (query.snapshot !== null) where("d.snapshot_id = ?", query.snapshot);
      if (query.project !== null) where("d.project_id = ?", query.project);
      if (query.state !== null) where("d.state = ?", query.state);
      if (query.q !== null)
        where(
          `(d.id = ? OR d.session_id = ? OR d.session_id IN
             (SELECT id FROM sessions WHERE material_id >= ? AND material_id < ? ORDER BY material_id LIMIT ${MAX_SEARCHED_SESSIONS}))`,
          query.q,
          query.q,
          ...prefixRange(query.q),
        );
      const filter = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
      const rows = database
        .prepare<(string | number)[], Row>(`${SELECT} ${filter} ORDER BY d.position DESC LIMIT ${PAGE_SIZE + 1}`)
        .all(...values)
        .map(decode);
      return pageOf(rows, ({ delivery }) => [delivery.position]);
    },
  };
}

function decode(row: Row): DeliveryListRow {
  return {
    delivery: decodeDelivery(row),
    projectName: row.project_name,
    materialId: row.material_id,
    versionNumber: row.version_number,
  };
}
