/**
 * The route table of the console's API. Each routes file describes its routes in a table: requests, responses and the
 * role that they need (server/api/console/permissions.ts). The rest of the API's description is derived from the routes
 * (server/api/console/openapi.ts).
 */
import type { Request } from "express";
import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { Role } from "../../contracts/accounts-api.ts";

export type Descriptions = Readonly<Record<string, Described>>;

export interface Described {
  /** A verb and its object, such as `listProjects`. */
  name: string;
  does: string;
  /**
   * The lowest role that may call the route, see permissions.ts. viewer: reads what is no secret. operator: day-to-day
   * work. admin: everything else. anyone: it needs no login.
   */
  role: Role | "anyone" | ((req: Request) => Role);
  /** A site link may use it. Its handler takes the project from `scopeOf` (permissions.ts), never from the request. */
  siteLink?: true;
  query?: z.ZodObject;
  /** JSON; `bytes` if the body is a file. */
  body?: z.ZodType | "bytes";
  /** A schema for JSON, or another kind; null: no body. Absent: JSON without a description. */
  answer?: z.ZodType | "bytes" | "csv" | "events" | "lines" | null;
  /** Status of a success other than 200 (204 without a body). */
  status?: 201 | 202;
}

const ErrorAnswer = z
  .looseObject({ detail: z.unknown() })
  .meta({ id: "Error", description: "`detail`: a sentence, or the faults." });
const MEDIA = {
  bytes: "application/octet-stream",
  csv: "text/csv",
  events: "text/event-stream",
  lines: "application/x-ndjson",
} as const;

/** @throws Error where a routes file forgot the route: it would have no role */
export function entryOf(described: Descriptions, method: string, path: string): Described {
  const entry = described[`${method} ${path}`];
  if (entry === undefined) throw new Error(`No table describes ${method.toUpperCase()} ${path}.`);
  return entry;
}

export function operationOf(described: Described, parameters: readonly string[]): ZodOpenApiOperationObject {
  const { name, does, query, body, answer = z.looseObject({}) } = described;
  const status = described.status ?? (answer === null ? 204 : 200);
  const path = z.object(Object.fromEntries(parameters.map((each) => [each, z.string()])));
  return {
    operationId: name,
    summary: does,
    requestParams: { ...(parameters.length > 0 && { path }), ...(query && { query }) },
    ...(body && { requestBody: { content: contentOf(body) } }),
    responses: {
      [`${status}` as "200"]: { description: "Done.", ...(answer !== null && { content: contentOf(answer) }) },
      default: { description: "What went wrong.", content: { "application/json": { schema: ErrorAnswer } } },
    },
  };
}

function contentOf(body: z.ZodType | keyof typeof MEDIA) {
  if (typeof body !== "string") return { "application/json": { schema: body } };
  return { [MEDIA[body]]: { schema: { type: "string" as const, ...(body === "bytes" && { format: "binary" }) } } };
}
