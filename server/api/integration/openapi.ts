/** The machine-readable description of the integration API (contract 1.6, 9): OpenAPI 3.1, made from the schemas. */
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import * as schemas from "./schemas.ts";
import { webhooks } from "./webhooks.ts";

const API_VERSION = "0.1.0";

/** What can go wrong beside 422, in the words of contract 7. */
const ERRORS = {
  400: "This is no request of HTTP/1.1.",
  403: "The key is unknown or disabled, or the signature is wrong.",
  404: "There is no such archive for this key and material.",
  405: "The method is not allowed here; `Allow` names those that are.",
  408: "The request did not arrive in time.",
  413: "The body is larger than the limit, which the sentence names.",
  415: "The body is compressed; send it without Content-Encoding.",
  429: "Too many wrong signatures came from this address. A right one always passes.",
  431: "The headers are larger than the limit, which the sentence names.",
  503: "The service is busy or closing; nothing was stored.",
  507: "The disk of the service is full; nothing was stored.",
} as const;

type ErrorStatus = keyof typeof ERRORS;

/** Headers of an error's answer beside the usual ones. */
const ERROR_HEADERS: Partial<Record<ErrorStatus, ZodOpenApiResponseObject["headers"]>> = {
  405: { Allow: { description: "The methods of this address.", schema: { type: "string" } } },
  429: { "Retry-After": { description: "Seconds.", schema: { type: "integer" } } },
  503: { "Retry-After": { description: "Seconds.", schema: { type: "integer" } } },
};

/** @param publicUrl base URL of the service as others reach it, no trailing slash */
export function createOpenApiDocument(publicUrl: string): ReturnType<typeof createDocument> {
  const document: Parameters<typeof createDocument>[0] = {
    openapi: "3.1.0",
    info: {
      title: "Integration API",
      version: API_VERSION,
      description:
        "Opens editing sessions for the materials of a site and hands out what was saved. Every request carries " +
        "`X-Service-Signature`: lower-case hex HMAC-SHA256, keyed with the project's `api_secret`, over `material_id:url`. " +
        "The callbacks that a site receives stand under *Webhooks*. The guide [*Connecting a site to Galley*](docs/guide) goes " +
        "the whole way with commands that run and a complete receiver.",
    },
    servers: [{ url: publicUrl }],
    security: [{ signature: [] }],
    components: {
      securitySchemes: {
        signature: {
          type: "apiKey",
          in: "header",
          name: schemas.SIGNATURE_HEADER,
          description: "Calculated for each request, see the header of each operation.",
        },
      },
    },
    tags: [{ name: "integration", description: "What a site's backend calls." }],
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
  // Answers may gain keys, so nothing of them is closed.
  return createDocument(document, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
}

const openSession: ZodOpenApiOperationObject = {
  operationId: "open_session",
  summary: "Open an editing session",
  description: "Opens a session, or returns the one that the site already has for this `material_id`.",
  tags: ["integration"],
  requestParams: { header: schemas.OpenHeaders },
  requestBody: { required: true, content: { "application/json": { schema: schemas.SessionCreate } } },
  responses: {
    200: { description: "The session.", content: { "application/json": { schema: schemas.SessionResponse } } },
    ...errors([400, 403, 405, 408, 413, 415, 429, 431, 503, 507], {
      403: "The key is unknown or disabled, the signature is wrong, or the callback_url is refused: its host is not allowed for the key.",
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
    description: `The address comes in a callback as \`content_url\`; add the query. The ZIP holds ${entries}`,
    tags: ["integration"],
    requestParams: { path, query: schemas.DownloadQuery, header: schemas.DownloadHeaders },
    responses: {
      200: {
        description: "The whole archive.",
        headers: {
          "Content-Disposition": { description: "attachment, with a file name.", schema: { type: "string" } },
          "Content-Length": { description: "Exact size in bytes.", schema: { type: "integer" } },
        },
        content: { "application/zip": { schema: { type: "string", format: "binary" } } },
      },
      ...errors([400, 403, 404, 405, 429, 431, 503]),
    },
  };
}

/** @param words other descriptions than the usual ones */
function errors(
  statuses: readonly ErrorStatus[],
  words: Partial<Record<ErrorStatus, string>> = {},
): ZodOpenApiResponsesObject {
  const responses: Record<`${number}`, ZodOpenApiResponseObject> = {
    "422": {
      description: "The request does not have the declared shape; all faults are listed.",
      content: { "application/json": { schema: schemas.HTTPValidationError } },
    },
  };
  for (const status of statuses) {
    const headers = ERROR_HEADERS[status];
    responses[`${status}`] = {
      description: words[status] ?? ERRORS[status],
      ...(headers && { headers }),
      content: { "application/json": { schema: schemas.ErrorAnswer } },
    };
  }
  return responses as ZodOpenApiResponsesObject;
}
