/**
 * The log of requests from sites. Requests are gathered in memory for up to a second and stored together, so that no
 * response waits for the log. A crash loses the requests of the last second.
 */
import {
  type RequestDetail,
  type RequestPage,
  type RequestQuery,
  type RequestRow,
  readRequestQuery,
} from "../../contracts/requests-api.ts";
import { sentence, storedSentence, withSentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { type Clock, isoTime } from "../../core/runtime.ts";
import type { Services } from "../../services.ts";
import { type Database, statements } from "../../storage/database.ts";
import { cursorAt, PAGE_SIZE, pageOf, readCursor, textToIndex } from "../../storage/lists.ts";
import { createRequestSearch } from "./request-search.ts";

const GATHER_MS = 1_000;
/** Maximum number of requests in a transaction, which takes a few ms. */
const BATCH = 100;
/** Maximum number of requests in memory while the disk is slow or full. */
const MAX_WAITING = 5_000;

/** A failed request and its response, secrets masked. */
export type Exchange = NonNullable<RequestDetail["exchange"]>;

/** A row with the API's field names. `reason` is a stored sentence. */
type StoredRequest = Omit<RequestRow, "id" | "at" | "reason" | "reason_sentence"> & {
  id: number;
  at: number;
  reason: string | null;
};

interface NewRequest {
  record: Omit<StoredRequest, "id" | "project_name">;
  /** The reason in English, for the index. */
  reasonText: string;
  exchange: Exchange | null;
}

const COLUMNS = `r.id, r.at, r.project_id, p.name AS project_name, r.material_id, r.host AS callback_host, r.method, r.path,
  r.status, r.code, r.reason, r.client_address, r.duration_ms, r.request_bytes, r.response_bytes`;

export function createRequests(services: Pick<Services, "database" | "commits" | "clock" | "log" | "events">) {
  const { database, commits, clock, log, events } = services;
  const store = createStore(database);
  const search = createRequestSearch(database);
  const quota = createRequestQuota(clock);
  let waiting: NewRequest[] = [];
  let leftOut = 0;
  let isFailing = false;
  let isClosed = false;
  const ended = new Map<number | null, number>();
  let writing: Promise<void> | null = null;
  let cancel = () => {};

  const writeAll = async () => {
    const all = waiting;
    waiting = [];
    while (all.length > 0) {
      const some = all.splice(0, BATCH);
      try {
        await commits.run(() => some.forEach(store.add));
        isFailing = false;
      } catch (error) {
        leftOut += some.length;
        if (!isFailing) log.error("Requests from sites could not be written to the log.", error);
        isFailing = true;
      }
    }
    events.publish("requests", {});
  };
  const write = (): Promise<void> => {
    cancel();
    writing ??= writeAll().finally(() => {
      writing = null;
      if (waiting.length > 0) schedule();
    });
    return writing;
  };
  const schedule = () => {
    cancel = clock.after(GATHER_MS, write);
  };

  return {
    /** Records a finished request. @param exchangeOf returns the texts of a failed one; called only within the quota */
    add(request: Omit<NewRequest, "exchange">, exchangeOf: (() => Exchange) | null): void {
      const { project_id: projectId, status } = request.record;
      ended.set(status, (ended.get(status) ?? 0) + 1);
      if (isClosed || waiting.length >= MAX_WAITING || !quota.takeRequest(projectId)) {
        leftOut += 1;
        return;
      }
      const exchange = exchangeOf !== null && quota.hasText(projectId) ? exchangeOf() : null;
      if (exchange !== null) quota.countText(projectId, sizeOf(exchange));
      waiting.push({ ...request, exchange });
      if (waiting.length === 1 && writing === null) schedule();
    },
    /** Number of requests since the start by status, including unrecorded ones; null: the client disconnected. */
    ended: (): ReadonlyMap<number | null, number> => ended,
    /** Newest first. A page may be short or empty although a next page exists. */
    page(query: RequestQuery, cursor: string | null): RequestPage {
      const before = Number(readCursor(cursor, ["number"])?.[0] ?? Number.MAX_SAFE_INTEGER - 1);
      const { ids, next } = search(readRequestQuery(query), before, PAGE_SIZE + 1);
      const { items, next_cursor } = pageOf(ids, (id) => [id]);
      return {
        items: store.byIds(items).map(rowOf),
        next_cursor: next_cursor ?? (next === null ? null : cursorAt([next])),
        left_out: leftOut,
      };
    },
    /** @throws AppError not_found */
    detail(id: string): RequestDetail {
      const [row] = /^\d{1,15}$/.test(id) ? store.byIds([Number(id)]) : [];
      if (row === undefined) throw new AppError("not_found", sentence("admin.no_request"));
      return { ...rowOf(row), exchange: store.exchangeOf(row.id) };
    },
    async close(): Promise<void> {
      isClosed = true;
      await writing;
      await write();
    },
  };
}

function createStore(database: Database) {
  const { run, row, rows, value } = statements(database);
  // The project may have been deleted meanwhile.
  const insert = value<[NewRequest["record"]], number>(
    `INSERT INTO requests (at, project_id, material_id, host, method, path, status, code, reason, client_address,
       duration_ms, request_bytes, response_bytes)
     VALUES (@at, (SELECT id FROM projects WHERE id = @project_id), @material_id, @callback_host, @method, @path, @status,
       @code, @reason, @client_address, @duration_ms, @request_bytes, @response_bytes) RETURNING id`,
  );
  const insertWords = run<[number, string]>("INSERT INTO request_words (rowid, words) VALUES (?, ?)");
  const insertExchange = run<[number, string, string, string]>(
    "INSERT INTO request_exchanges (request_id, query, request, response) VALUES (?, ?, ?, ?)",
  );
  const byIds = rows<[string], StoredRequest>(
    `SELECT ${COLUMNS} FROM requests r LEFT JOIN projects p ON p.id = r.project_id
     WHERE r.id IN (SELECT value FROM json_each(?)) ORDER BY r.id DESC`,
  );
  const exchange = row<[number], { query: string; request: string; response: string }>(
    "SELECT query, request, response FROM request_exchanges WHERE request_id = +?",
  );
  return {
    /** Runs in the caller's transaction. */
    add({ record, reasonText, exchange: exchanged }: NewRequest): void {
      const id = insert(record) ?? 0;
      const parts = [
        record.material_id,
        record.path,
        record.callback_host,
        record.client_address,
        record.code,
        reasonText,
      ];
      if (exchanged === null) return void insertWords(id, textToIndex(parts));
      const { api_key, query, request, response } = exchanged;
      insertWords(id, textToIndex([...parts, query, response.body, request.body]));
      insertExchange(id, query, JSON.stringify({ ...request, api_key }), JSON.stringify(response));
    },
    byIds: (ids: readonly number[]): StoredRequest[] => byIds(JSON.stringify(ids)),
    exchangeOf(id: number): Exchange | null {
      const stored = exchange(id);
      if (stored === null) return null;
      const { api_key, ...request } = JSON.parse(stored.request);
      return { api_key, query: stored.query, request, response: JSON.parse(stored.response) };
    },
  };
}

function sizeOf({ query, request, response }: Exchange): number {
  const ofMessage = ({ headers, body }: Exchange["request"]) => body.length + JSON.stringify(headers).length;
  return query.length + ofMessage(request) + ofMessage(response);
}

function rowOf({ id, at, reason, ...row }: StoredRequest): RequestRow {
  return {
    ...row,
    id: String(id),
    at: isoTime(at),
    ...(reason === null ? { reason: "" } : withSentence("reason", storedSentence(reason))),
  };
}

/** Requests of a project: sustained rate and burst. Requests without a known project share one quota. */
const PER_SECOND = 50;
const BURST = 500;
/** Characters of failed requests and their responses: sustained rate and burst. */
const TEXT_PER_SECOND = 16 * 1024;
const TEXT_BURST = 1024 * 1024;

interface Bucket {
  requests: number;
  text: number;
  at: number;
}

/** Limits the recorded requests of each project, so that a flood fills neither the disk nor the log. */
function createRequestQuota(clock: Clock) {
  const buckets = new Map<string | null, Bucket>();
  const bucketOf = (projectId: string | null): Bucket => {
    const now = clock.now();
    const bucket = buckets.get(projectId) ?? { requests: BURST, text: TEXT_BURST, at: now };
    const seconds = Math.max(0, now - bucket.at) / 1000;
    bucket.requests = Math.min(BURST, bucket.requests + seconds * PER_SECOND);
    bucket.text = Math.min(TEXT_BURST, bucket.text + seconds * TEXT_PER_SECOND);
    bucket.at = now;
    buckets.set(projectId, bucket);
    return bucket;
  };
  return {
    /** Counts a request. @returns whether it may be recorded */
    takeRequest(projectId: string | null): boolean {
      const bucket = bucketOf(projectId);
      if (bucket.requests < 1) return false;
      bucket.requests -= 1;
      return true;
    },
    hasText: (projectId: string | null): boolean => bucketOf(projectId).text > 0,
    countText(projectId: string | null, characters: number): void {
      bucketOf(projectId).text -= characters;
    },
  };
}
