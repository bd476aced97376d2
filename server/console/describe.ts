/**
 * Describing the console's API: each routes file says of its routes, in a table beside them, what they take and answer. What
 * stands in the description beside that comes from the routes themselves (server/console/openapi.ts).
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

/** A page of a list: `next_cursor` is passed back as `?cursor=`, null on the last one. */
export function pageOf(item: z.ZodType) {
  return z.looseObject({ items: z.array(item), next_cursor: z.string().nullable() });
}

const id = z.string();
const time = z.string().meta({ description: "ISO 8601 with offset." });

/** What answers always have; they may have more, and gain keys (server/contracts). */
export const Project = z
  .looseObject({
    id,
    name: z.string(),
    environment: z.enum(["dev", "prod"]),
    api_key: z.string(),
    secret_hint: z.string(),
    allowed_hosts: z.array(z.string()),
    enabled: z.boolean(),
    settings: z.looseObject({ answer_timeout_s: z.number(), resize_mode: z.string().nullable() }),
    created_at: time,
  })
  .meta({ id: "Project" });

export const ProjectWithSecret = z
  .looseObject({ ...Project.shape, api_secret: z.string() })
  .meta({ id: "ProjectWithSecret" });

export const Delivery = z
  .looseObject({
    id,
    state: z.enum(["pending", "sending", "delivered", "rejected", "failed", "exhausted", "superseded", "held"]),
    code: z.string().nullable(),
    site_message: z.string().nullable(),
    event: z.enum(["article_saved", "site_fonts_updated"]),
    project_id: id,
    session_id: id,
    material_id: z.string(),
    version_number: z.number().nullable(),
    created_at: time,
    next_attempt_at: time.nullable(),
  })
  .meta({ id: "Delivery" });

export const Session = z
  .looseObject({
    id,
    project_id: id,
    project_name: z.string(),
    material_id: z.string(),
    callback_host: z.string(),
    current_version: z.number().nullable(),
    last_access: time,
    created_at: time,
  })
  .meta({ id: "Session" });

export const Version = z
  .looseObject({ id, session_id: id, number: z.number(), html: z.string(), created_at: time })
  .meta({ id: "Version" });

export const Login = z
  .looseObject({ id, kind: z.string(), current: z.boolean(), address: z.string(), last_used_at: time })
  .meta({ id: "Login" });

export const Deed = z
  .looseObject({ id, at: time, action: z.string(), subject: z.string(), subject_name: z.string().nullable() })
  .meta({ id: "Deed" });
