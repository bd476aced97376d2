/** Types of the console API for requests from sites (`/requests`), and the query language of their log. */
import { z } from "zod";
import { normalizeText, termsOf } from "./log-query.ts";
import { id, pageOf, sentenceBeside, time } from "./schema-parts.ts";

/**
 * Row of `GET /requests?project=&status=&code=&from=&to=&q=&cursor=`, newest first. `status` is a status, or `4xx`;
 * `code` is part of a code. `from` and `to` are times with offset. `q` contains words from the material id, path, IP
 * address, callback host, reason and stored bodies, and `status:… code:… host:… material:… project:…`. Each call
 * searches only a part of the log, so a page without rows may have a next page.
 */
export const RequestRow = z
  .object({
    id,
    at: time,
    /** Null if the key is missing or unknown. */
    project_id: id.nullable(),
    project_name: z.string().nullable(),
    material_id: z.string().nullable(),
    callback_host: z.string().nullable(),
    method: z.string(),
    path: z.string(),
    /** Null if the client disconnected before the response. */
    status: z.number().nullable(),
    /** Error code, such as `invalid_signature`; null for a success. */
    code: z.string().nullable(),
    /** Sentence with the cause of the error; "" for a success. */
    reason: z.string(),
    reason_sentence: sentenceBeside,
    client_address: z.string(),
    duration_ms: z.number(),
    request_bytes: z.number(),
    response_bytes: z.number(),
  })
  .meta({ id: "SiteRequest" });
export type RequestRow = z.infer<typeof RequestRow>;

const message = z.object({
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** At most 8 KB; secrets masked. */
  body: z.string(),
  body_truncated: z.boolean(),
});

export const RequestDetail = RequestRow.extend({
  /** Request and response of a failed request; null for a success, or above the limit per second. */
  exchange: z
    .object({
      /** Start and end of the API key; null without one. */
      api_key: z.string().nullable(),
      /** Query with the question mark, secrets masked; "" without one. */
      query: z.string(),
      request: message,
      response: message,
    })
    .nullable(),
}).meta({ id: "SiteRequestDetail" });
export type RequestDetail = z.infer<typeof RequestDetail>;

export const RequestPage = pageOf(RequestRow).extend({
  /** Number of requests since the start that exceeded the limit per second or failed on a full disk. */
  left_out: z.number(),
});
export type RequestPage = z.infer<typeof RequestPage>;

export interface RequestQuery {
  project: string | null;
  /** A status, or a class such as `4xx`. */
  status: string | null;
  code: string | null;
  /** ms since the epoch: arrived at or after `from`, and before `to`. */
  from: number | null;
  to: number | null;
  /** Words in the request, and `key:value` terms. */
  q: string | null;
}

export const STATUS = /^[1-5](?:\d\d|xx)$/i;

/** A parsed query: each filter at most once. */
export interface ReadRequestQuery extends Omit<RequestQuery, "q" | "status"> {
  status: number | null;
  statusClass: number | null;
  host: string | null;
  material: string | null;
  projectName: string | null;
  words: readonly string[];
}

/** Parses the line: `status:4xx code:signature host:example.org material:42 project:herald "no such key"`. */
export function readRequestQuery({ q, status, code, ...rest }: RequestQuery): ReadRequestQuery {
  const filters = { status, code: code?.toLowerCase() ?? null };
  const named: Pick<ReadRequestQuery, "host" | "material" | "projectName"> = {
    host: null,
    material: null,
    projectName: null,
  };
  const words: string[] = [];
  for (const term of termsOf(q ?? "")) {
    const [, key = "", value = ""] = /^([a-z]+):(.+)$/i.exec(term) ?? [];
    const folded = normalizeText(value);
    if (key === "status" && STATUS.test(folded)) filters.status = folded;
    else if (key === "code") filters.code = folded;
    else if (key === "host" || key === "material") named[key] = folded;
    else if (key === "project") named.projectName = folded;
    else words.push(key === "text" ? folded : term);
  }
  const isClass = filters.status !== null && /xx$/i.test(filters.status);
  return {
    ...rest,
    ...named,
    code: filters.code,
    status: filters.status === null || isClass ? null : Number(filters.status),
    statusClass: filters.status !== null && isClass ? Number(filters.status[0]) : null,
    words,
  };
}
