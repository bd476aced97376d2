/** Types of the console's API for the requests of sites (`/requests`). */
import { z } from "zod";
import { id, pageOf, sentenceBeside, time } from "./schema-parts.ts";

/**
 * Row of `GET /requests?project=&status=&code=&from=&to=&q=&cursor=`, newest first. `status` is a status, or `4xx`;
 * `code` is a part of a code. `from` and `to` are times with offset. `q` holds words anywhere in material id, path, IP
 * address, callback host, reason and kept bodies, and `status:… code:… host:… material:… project:…`. A page with few
 * rows or none may still have a next page, because each call reads a part of the log.
 */
export const RequestRow = z
  .object({
    id,
    at: time,
    /** Null: the key is unknown, or the request has none. */
    project_id: id.nullable(),
    project_name: z.string().nullable(),
    material_id: z.string().nullable(),
    /** Host of the callback URL; null where the request names none. */
    callback_host: z.string().nullable(),
    method: z.string(),
    path: z.string(),
    /** Null: the client left before the response. */
    status: z.number().nullable(),
    /** Why it failed, such as `invalid_signature`; null for a success. */
    code: z.string().nullable(),
    /** The same as a sentence; "" for a success. */
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

/** Response to `GET /requests/:id`. */
export const RequestDetail = RequestRow.extend({
  /** The exchange of a failed request; null for a success, or where the limit per second was reached. */
  exchange: z
    .object({
      /** Beginning and end of the API key; null without one. */
      api_key: z.string().nullable(),
      /** With the question mark, secrets masked; "" without a query. */
      query: z.string(),
      request: message,
      response: message,
    })
    .nullable(),
}).meta({ id: "SiteRequestDetail" });
export type RequestDetail = z.infer<typeof RequestDetail>;

export const RequestPage = pageOf(RequestRow).extend({
  /** Requests since the start that were not recorded, because too many came in a second or the disk was full. */
  left_out: z.number(),
});
export type RequestPage = z.infer<typeof RequestPage>;
