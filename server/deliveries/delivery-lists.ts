/** The delivery log as pages, each filter on an index of its own. */

import type { DeliveryState } from "../outbound/codes.ts";
import type { Database } from "../storage/database.ts";
import { beginningOfColumn, PAGE_SIZE, pageOf, prefixRange, readCursor, type StoredPage } from "../storage/lists.ts";
import { DELIVERY_COLUMNS, type Delivery, type DeliveryRecord, decodeDelivery } from "./delivery-row.ts";

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

type Row = DeliveryRecord & {
  project_name: string;
  material_id: string;
  version_number: number | null;
};

export type DeliveryLists = ReturnType<typeof createDeliveryLists>;

const SELECT = `SELECT ${DELIVERY_COLUMNS}, p.name AS project_name, ${beginningOfColumn("s.material_id", 300)} AS material_id, v.number AS version_number
  FROM deliveries d JOIN projects p ON p.id = d.project_id JOIN sessions s ON s.id = d.session_id
    LEFT JOIN versions v ON v.id = d.version_id`;

/** Where a search fits more sessions than this, the deliveries of the first of them are shown. */
const MAX_SEARCHED_SESSIONS = 200;

export function createDeliveryLists(database: Database) {
  const byId = database.prepare<[string], Row>(`${SELECT} WHERE d.id = +?`);
  const select = (conditions: string[], values: (string | number)[]) =>
    database
      .prepare<(string | number)[], Row>(
        `${SELECT} ${whereOf(conditions)} ORDER BY d.position DESC LIMIT ${PAGE_SIZE + 1}`,
      )
      .all(...values)
      .map(decode);
  const search = (q: string, conditions: string[], values: (string | number)[]) => {
    const exact = select([...conditions, "d.id = ?"], [...values, q]);
    if (exact.length > 0) return exact;
    // First the positions, from an index alone; only the rows of the page are read and joined.
    const found = whereOf([
      ...conditions,
      `d.session_id IN (SELECT ? UNION ALL SELECT id FROM (SELECT id FROM sessions
         WHERE material_id >= ? AND material_id < ? ORDER BY material_id LIMIT ${MAX_SEARCHED_SESSIONS}))`,
    ]);
    return select(
      [`d.position IN (SELECT d.position FROM deliveries d ${found} ORDER BY d.position DESC LIMIT ${PAGE_SIZE + 1})`],
      [...values, q, ...prefixRange(q)],
    );
  };
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
      // Beside a narrower filter, a plus keeps these two from choosing the index: they may fit a million deliveries.
      const plus = query.session !== null || query.snapshot !== null || query.q !== null ? "+" : "";
      if (query.project !== null) where(`${plus}d.project_id = ?`, query.project);
      if (query.state !== null) where(`${plus}d.state = ?`, query.state);
      const rows = query.q === null ? select(conditions, values) : search(query.q, conditions, values);
      return pageOf(rows, ({ delivery }) => [delivery.position]);
    },
  };
}

const whereOf = (conditions: string[]) => (conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`);

function decode(row: Row): DeliveryListRow {
  return {
    delivery: decodeDelivery(row),
    projectName: row.project_name,
    materialId: row.material_id,
    versionNumber: row.version_number,
  };
}
