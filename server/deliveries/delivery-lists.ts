/** Lists, searches and counts the delivery log within time limits. A page may be short; the next one continues it. */
import type { Page } from "../contracts/console-api.ts";
import type { DeliveryTotals } from "../contracts/deliveries-api.ts";
import { DELIVERY_STATUSES, type DeliveryQuery, readQuery } from "../contracts/log-query.ts";
import { timeSlice } from "../core/runtime.ts";
import { type Database, statements } from "../storage/database.ts";
import { beginningOfColumn, cursorAt, INDEXED_TEXT, PAGE_SIZE, readCursor, textToIndex } from "../storage/lists.ts";
import { createLogSearch, type Driver } from "../storage/log-search.ts";
import { createDeliveryPlanner, type Plan } from "./delivery-plan.ts";
import { DELIVERY_COLUMNS, type Delivery, type DeliveryRecord, decodeDelivery } from "./delivery-row.ts";

export interface DeliveryListRow extends Delivery {
  projectName: string;
  materialId: string;
  title: string | null;
  versionNumber: number | null;
  siteId: number | null;
}

type Row = DeliveryRecord & Omit<DeliveryListRow, keyof Delivery>;

export type DeliveryLists = ReturnType<typeof createDeliveryLists>;

const SELECT = `SELECT ${DELIVERY_COLUMNS}, p.name AS projectName, ${beginningOfColumn("s.material_id", 300)} AS materialId,
    t.title, v.number AS versionNumber, e.id AS siteId
  FROM deliveries d JOIN projects p ON p.id = d.project_id JOIN sessions s ON s.id = d.session_id
    LEFT JOIN session_titles t ON t.session_id = d.session_id LEFT JOIN versions v ON v.id = d.version_id
    LEFT JOIN site_states e ON e.project_id = d.project_id AND e.origin = d.origin`;

/** Time limits of a page, and of all counts together, ms. */
const PAGE_MS = 20;
const TOTALS_MS = 40;
const MAX_COUNTED = 1_000;
/** Newest matches that a search for words of responses counts, with a single query of the index. */
const MAX_TEXT_MATCHES = 2_000;
const NEWEST = Number.MAX_SAFE_INTEGER - 1;

export function createDeliveryLists(database: Database) {
  const planner = createDeliveryPlanner(database);
  const log = createLogSearch(database, "UNION");
  const { row, rows } = statements(database);
  const byId = row<[string], Row>(`${SELECT} WHERE d.id = +?`);
  const byPositions = rows<[string], Row>(
    `${SELECT} WHERE d.position IN (SELECT value FROM json_each(?)) ORDER BY d.position DESC`,
  );

  const matching = (rest: Plan["rest"], positions: number[]): number[] =>
    database
      .prepare<(string | number)[], number>(
        `SELECT d.position FROM json_each(?) p CROSS JOIN deliveries d ON d.position = p.value
         ${rest.some(({ where }) => where.includes("t.words")) ? "LEFT JOIN session_titles t ON t.session_id = d.session_id" : ""}
         WHERE ${rest.map(({ where }) => where).join(" AND ")} ORDER BY d.position DESC`,
      )
      .pluck()
      .all(JSON.stringify(positions), ...rest.flatMap(({ values }) => values));

  const logPlan = ({ ranges, rest, ...bounds }: Plan) => ({
    ...bounds,
    drivers: ranges,
    fitting: rest.length === 0 ? null : (positions: number[]) => matching(rest, positions),
  });
  /** Finds the first `count` matches below a position, within the time limit. */
  const search = (plan: Plan, before: number, count: number, ms: number) => log.find(logPlan(plan), before, count, ms);

  const rowsAt = (positions: readonly number[]) => byPositions(JSON.stringify(positions)).map(decodeDelivery);

  return {
    byId: (id: string): DeliveryListRow | null => {
      const found = byId(id);
      return found && decodeDelivery(found);
    },
    /** Newest first. A page may be short or empty even if there is a next one. */
    async page(query: DeliveryQuery, cursor: string | null): Promise<Page<DeliveryListRow>> {
      const before = positionOf(cursor) ?? NEWEST;
      const read = readQuery(query);
      const plan = planner.planOf(read, await planner.rangesOfWords(read));
      // One entry more than a page shows whether there is a next page.
      const { ids: positions, next } = search(plan, before, PAGE_SIZE + 1, PAGE_MS);
      const items = rowsAt(positions.slice(0, PAGE_SIZE));
      const last = positions.length > PAGE_SIZE ? (positions[PAGE_SIZE - 1] ?? null) : next;
      return { items, next_cursor: last === null ? null : cursorAt([last]) };
    },
    /** Matches that can be resent; `before` is a position, null for the newest. */
    async resendable(
      query: DeliveryQuery,
      before: number | null,
      count: number,
    ): Promise<{ rows: Delivery[]; next: number | null }> {
      const read = readQuery(query);
      const plan = planner.planOf(read, await planner.rangesOfWords(read), true);
      const { ids: positions, next } = search(plan, before ?? NEWEST, count, PAGE_MS);
      return { rows: rowsAt(positions), next };
    },
    /** Counts each state, even those outside the filter, and the resendable deliveries. `more`: not all were counted. */
    async totals(query: DeliveryQuery): Promise<DeliveryTotals> {
      const read = readQuery(query);
      const byWords = await planner.rangesOfWords(read);
      const ofText =
        read.text.length === 0 ? null : log.entries(logPlan(planner.planOf(read, byWords)), NEWEST, MAX_TEXT_MATCHES);
      const counted = (fullPlan: Plan) => {
        const plan = ofText === null ? fullPlan : { ...fullPlan, ranges: rangesOfPositions(ofText) };
        const ms = TOTALS_MS / (DELIVERY_STATUSES.length + 1);
        const { ids: positions, next } = search(plan, NEWEST, MAX_COUNTED + 1, ms);
        const more = next !== null || ofText?.length === MAX_TEXT_MATCHES;
        return { count: Math.min(positions.length, MAX_COUNTED), more };
      };
      const standings = DELIVERY_STATUSES.map(
        (one) => [one, counted(planner.planOf({ ...read, standings: new Set([one]) }, byWords))] as const,
      );
      return Object.fromEntries([
        ...standings,
        ["resend", counted(planner.planOf(read, byWords, true))],
      ]) as unknown as DeliveryTotals;
    },
  };
}

const rangesOfPositions = (positions: readonly number[]): Driver[] => [
  { from: "json_each(?) j", where: "1", values: [JSON.stringify(positions)], id: "j.value" },
];

/** @throws AppError invalid for another cursor */
export function positionOf(cursor: string | null): number | null {
  const position = readCursor(cursor, ["number"])?.[0];
  return position === undefined ? null : Number(position);
}

const STEP = 50;
/** Newest attempts of a delivery that are indexed: retries usually receive the same response. */
const ATTEMPTS = 3;

/**
 * The index of responses, for `text:` in the log: the message and the newest responses of each delivery. A background
 * task writes it, so that attempts do not wait. Triggers record which deliveries changed.
 */
export function createResponseWords(database: Database) {
  const { run, value, values } = statements(database);
  // The newest first, because admins usually search for them.
  const due = values<[], number>(`SELECT position FROM response_words_due ORDER BY position DESC LIMIT ${STEP}`);
  const message = value<[number], string | null>("SELECT site_message FROM deliveries WHERE position = ?");
  const bodies = values<[number], string | null>(
    `SELECT substr(iif(json_valid(a.answer), a.answer ->> '$.body', NULL), 1, ${INDEXED_TEXT}) FROM attempts a
       WHERE a.delivery_id = (SELECT id FROM deliveries WHERE position = ?) AND a.answer IS NOT NULL
       ORDER BY a.number DESC LIMIT ${ATTEMPTS}`,
  );
  const put = run<[number, string]>("INSERT OR REPLACE INTO response_words (rowid, words) VALUES (?, ?)");
  const remove = run<[number]>("DELETE FROM response_words WHERE rowid = ?");
  const done = run<[number]>("DELETE FROM response_words_due WHERE position = ?");
  return {
    /** Indexes a few deliveries. @returns whether there may be more */
    index: database.transaction((): boolean => {
      const isOver = timeSlice();
      const positions = due();
      for (const position of positions) {
        const text = textToIndex([message(position), ...new Set(bodies(position))]);
        if (text === "") remove(position);
        else put(position, text);
        done(position);
        if (isOver()) return true;
      }
      return positions.length === STEP;
    }),
  };
}
