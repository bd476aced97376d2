/** The description of the console's API, `GET /api/openapi.json`: OpenAPI 3.1 of every route. */
import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import { type Descriptions, entryOf, operationOf } from "./describe.ts";

/** A registered route: "/projects/:id", ["get", "patch"]. */
export interface Registered {
  path: string;
  methods: readonly string[];
}

export function describeConsole(routes: readonly Registered[], described: Descriptions, version: string) {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const { path, methods } of routes) {
    const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    const address = path.replaceAll(/:(\w+)/g, "{$1}");
    for (const method of methods)
      paths[address] = {
        ...paths[address],
        [method]: operationOf(entryOf(described, method, path), parameters),
      };
  }
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Console API",
        version,
        description:
          "What the console's pages call. Programs send `Authorization: Bearer` with the content of `console-token` in the data folder.",
      },
      servers: [{ url: "/api" }],
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
      paths: paths as ZodOpenApiPathsObject,
    },
    {
      // Responses may gain keys, so no object is closed.
      override: ({ jsonSchema, io }) => {
        if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );
}
