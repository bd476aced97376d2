/** `GET /api/openapi.json`: describes every route of the console API as OpenAPI 3.1. */
import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Described, Methods } from "./route.ts";

const ErrorResponse = z
  .looseObject({ detail: z.unknown() })
  .meta({ id: "Error", description: "`detail` is a sentence, or a list of validation errors." });
const MEDIA = {
  bytes: "application/octet-stream",
  csv: "text/csv",
  events: "text/event-stream",
  lines: "application/x-ndjson",
} as const;

/** @param routes by path, such as "/projects/:id" */
export function describeConsole(routes: ReadonlyMap<string, Methods>, version: string) {
  const paths = [...routes].map(([path, methods]) => {
    const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    const operations = Object.entries(methods).map(([method, each]) => [method, operationOf(each, parameters)]);
    return [path.replaceAll(/:(\w+)/g, "{$1}"), Object.fromEntries(operations)];
  });
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Console API",
        version,
        description:
          "The API behind the console. Scripts authenticate with `Authorization: Bearer <token>`; the token is in the file `console-token` in the data folder.",
      },
      servers: [{ url: "/api" }],
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
      paths: Object.fromEntries(paths) as ZodOpenApiPathsObject,
    },
    {
      // Responses may gain keys, so no object is closed.
      override: ({ jsonSchema, io }) => {
        if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );
}

function operationOf(described: Described, parameters: readonly string[]): ZodOpenApiOperationObject {
  const { name, summary, query, body, response = z.looseObject({}) } = described;
  const status = described.status ?? (response === null ? 204 : 200);
  const path = z.object(Object.fromEntries(parameters.map((each) => [each, z.string()])));
  return {
    operationId: name,
    summary,
    requestParams: { ...(parameters.length > 0 && { path }), ...(query && { query }) },
    ...(body && { requestBody: { content: contentOf(body) } }),
    responses: {
      [`${status}` as "200"]: { description: "Success.", ...(response !== null && { content: contentOf(response) }) },
      default: { description: "An error.", content: { "application/json": { schema: ErrorResponse } } },
    },
  };
}

function contentOf(body: z.ZodType | keyof typeof MEDIA) {
  if (typeof body !== "string") return { "application/json": { schema: body } };
  return { [MEDIA[body]]: { schema: { type: "string" as const, ...(body === "bytes" && { format: "binary" }) } } };
}
