import type { RequestRow } from "../../contracts/requests-api.ts";
import { type Database, statements } from "../../storage/database.ts";
import { textToIndex } from "../../storage/lists.ts";

export interface RequestRecord {
  /** ms since the epoch. */
  at: number;
  projectId: string | null;
  materialId: string | null;
  host: string | null;
  method: string;
  path: string;
  status: number | null;
  code: string | null;
  /** A stored sentence. */
  reason: string | null;
  clientAddress: string;
  durationMs: number;
  requestBytes: number;
  responseBytes: number;
}

export interface Message {
  headers: [string, string][];
  body: string;
  body_truncated: boolean;
}

/** A failed request and its response, secrets masked. */
export interface Exchange {
  apiKey: string | null;
  query: string;
  request: Message;
  response: Message;
}

export interface NewRequest {
  record: RequestRecord;
  /** The reason in English, for the index. */
  reasonText: string;
  exchange: Exchange | null;
}

/** A row with the API's field names. `reason` is a stored sentence. */
export type StoredRequest = Omit<RequestRow, "id" | "at" | "reason" | "reason_sentence"> & {
  id: number;
  at: number;
  reason: string | null;
};

const COLUMNS = `r.id, r.at, r.project_id, p.name AS project_name, r.material_id, r.host AS callback_host, r.method, r.path,
  r.status, r.code, r.reason, r.client_address, r.duration_ms, r.request_bytes, r.response_bytes`;

export function createRequestStore(database: Database) {
  const { run, row, rows, value } = statements(database);
  // The project may have been deleted meanwhile.
  const insert = value<[RequestRecord], number>(
    `INSERT INTO requests (at, project_id, material_id, host, method, path, status, code, reason, client_address,
       duration_ms, request_bytes, response_bytes)
     VALUES (@at, (SELECT id FROM projects WHERE id = @projectId), @materialId, @host, @method, @path, @status, @code,
       @reason, @clientAddress, @durationMs, @requestBytes, @responseBytes) RETURNING id`,
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
      const { materialId, path, host, clientAddress, code } = record;
      const parts = [materialId, path, host, clientAddress, code, reasonText];
      insertWords(
        id,
        textToIndex(
          exchanged === null ? parts : [...parts, exchanged.query, exchanged.response.body, exchanged.request.body],
        ),
      );
      if (exchanged === null) return;
      const { apiKey, query, request, response } = exchanged;
      insertExchange(id, query, JSON.stringify({ ...request, api_key: apiKey }), JSON.stringify(response));
    },
    byIds: (ids: readonly number[]): StoredRequest[] => byIds(JSON.stringify(ids)),
    exchangeOf(id: number): Exchange | null {
      const stored = exchange(id);
      if (stored === null) return null;
      const { api_key: apiKey, ...request } = JSON.parse(stored.request) as Message & { api_key: string | null };
      return { apiKey, query: stored.query, request, response: JSON.parse(stored.response) as Message };
    },
  };
}
