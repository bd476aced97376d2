/**
 * Describing the console's API: each routes file says of its routes, in a table beside them, what they take and answer. What
 * stands in the description beside that comes from the routes themselves (server/api/console/openapi.ts).
 */
import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";

/** "get /projects/:id" → what it is. */
export type Descriptions = Readonly<Record<string, Described>>;

export interface Described {
  /** A verb and what it is done to, as a developer would name a function: `listProjects`. */
  name: string;
  /** One line. */
  does: string;
  query?: z.ZodObject;
  /** JSON; `bytes` where the body is a file. */
  body?: z.ZodType | "bytes";
  /** JSON unless said; null: none. Left out: JSON that is not described further. */
  answer?: z.ZodType | "bytes" | "events" | "lines" | null;
  /** Of a success, where it is not 200 (204 without an answer). */
  status?: 201 | 202;
}

const ErrorAnswer = z
  .looseObject({ detail: z.unknown() })
  .meta({ id: "Error", description: "`detail`: a sentence, or the faults." });
const MEDIA = {
  bytes: "application/octet-stream",
  events: "text/event-stream",
  lines: "application/x-ndjson",
} as const;

/** @param parameters names in the path */
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
