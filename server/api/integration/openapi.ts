/** The OpenAPI 3.1 document of the integration API (contract 1.6, 9), generated from the schemas. */
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import * as schemas from "./schemas.ts";
import { webhooks } from "./webhooks.ts";

const API_VERSION = "0.1.0";

/** Error descriptions (contract 7), except 422. */
const ERRORS = {
  400: "The request is not valid HTTP/1.1.",
  403: "The key is unknown or disabled, or the signature is wrong.",
  404: "No such archive exists for this key and material.",
  405: "The method is not allowed. `Allow` lists the allowed methods.",
  408: "The request did not arrive in time.",
  413: "The body exceeds the limit named in `detail`.",
  415: "The body is compressed. Send it without Content-Encoding.",
  429: "Too many wrong signatures from this IP address. A valid signature always passes.",
  431: "The headers exceed the limit named in `detail`.",
  503: "The service is busy or closing; nothing was stored.",
  507: "The disk of the service is full; nothing was stored.",
} as const;

type ErrorStatus = keyof typeof ERRORS;

const ERROR_HEADERS: Partial<Record<ErrorStatus, ZodOpenApiResponseObject["headers"]>> = {
  405: { Allow: { description: "The allowed methods.", schema: { type: "string" } } },
  429: { "Retry-After": { description: "Seconds until the next attempt.", schema: { type: "integer" } } },
  503: { "Retry-After": { description: "Seconds until the next attempt.", schema: { type: "integer" } } },
};

/** @param publicUrl public URL of Galley, without a trailing slash */
export function createOpenApiDocument(publicUrl: string): ReturnType<typeof createDocument> {
  const document: Parameters<typeof createDocument>[0] = {
    openapi: "3.1.0",
    info: {
      title: "Integration API",
      version: API_VERSION,
      description:
        "Opens editing sessions for a site's materials and serves the archives of saved versions. Every request carries " +
        "`X-Service-Signature`: the lower-case hex HMAC-SHA256 of `material_id:url`, keyed with the project's `api_secret`. " +
        "*Webhooks* describes the callbacks that a site receives. The guide [*Connecting a site to Galley*](docs/guide) " +
        "covers every step, with runnable commands and a complete receiver.",
    },
    servers: [{ url: publicUrl }],
    security: [{ signature: [] }],
    components: {
      securitySchemes: {
        signature: {
          type: "apiKey",
          in: "header",
          name: schemas.SIGNATURE_HEADER,
          description: "Calculated for each request. Each operation's header parameter describes the signed text.",
        },
      },
    },
    tags: [{ name: "integration", description: "Requests that a site's backend sends." }],
    webhooks,
    paths: {
      "/integration/session/open": { post: openSession },
      "/integration/download/media/{fingerprint}/{version_id}": {
        get: download(
          "download_media",
          "Download the archive of a saved version",
          schemas.MediaPath,
          "vms_html.html, vms_json.json, metadata_json.json and vms_media/*.",
        ),
      },
      "/integration/download/fonts/{fingerprint}/{snapshot_id}": {
        get: download(
          "download_fonts",
          "Download the archive of the site's fonts",
          schemas.FontsPath,
          "vms_fonts.css, vms_fonts.json and vms_fonts/*.",
        ),
      },
    },
  };
  // Responses may gain keys, so no object is closed.
  return createDocument(document, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
}

const openSession: ZodOpenApiOperationObject = {
  operationId: "open_session",
  summary: "Open an editing session",
  description: "Opens a session, or returns the site's existing session for this `material_id`.",
  tags: ["integration"],
  requestParams: { header: schemas.OpenHeaders },
  requestBody: { required: true, content: { "application/json": { schema: schemas.SessionCreate } } },
  responses: {
    200: { description: "The session.", content: { "application/json": { schema: schemas.SessionResponse } } },
    ...errors([400, 403, 405, 408, 413, 415, 429, 431, 503, 507], {
      403: "The key is unknown or disabled, the signature is wrong, or the project does not allow the host of `callback_url`.",
    }),
  },
};

function download(
  operationId: string,
  summary: string,
  path: typeof schemas.MediaPath | typeof schemas.FontsPath,
  entries: string,
): ZodOpenApiOperationObject {
  return {
    operationId,
    summary,
    description: `The callback's \`content_url\` is the URL; add the query parameters. The ZIP contains ${entries}`,
    tags: ["integration"],
    requestParams: { path, query: schemas.DownloadQuery, header: schemas.DownloadHeaders },
    responses: {
      200: {
        description: "The archive.",
        headers: {
          "Content-Disposition": { description: "`attachment`, with a file name.", schema: { type: "string" } },
          "Content-Length": { description: "Size in bytes.", schema: { type: "integer" } },
        },
        content: { "application/zip": { schema: { type: "string", format: "binary" } } },
      },
      ...errors([400, 403, 404, 405, 429, 431, 503]),
    },
  };
}

/** @param overrides descriptions that replace those of `ERRORS` */
function errors(
  statuses: readonly ErrorStatus[],
  overrides: Partial<Record<ErrorStatus, string>> = {},
): ZodOpenApiResponsesObject {
  const responses: Record<`${number}`, ZodOpenApiResponseObject> = {
    "422": {
      description: "The request does not match the schema. `detail` lists all errors.",
      content: { "application/json": { schema: schemas.HTTPValidationError } },
    },
  };
  for (const status of statuses) {
    const headers = ERROR_HEADERS[status];
    responses[`${status}`] = {
      description: overrides[status] ?? ERRORS[status],
      ...(headers && { headers }),
      content: { "application/json": { schema: schemas.ErrorResponse } },
    };
  }
  return responses as ZodOpenApiResponsesObject;
}
