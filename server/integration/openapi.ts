/** The machine-readable description of the integration API (spec 1.6, 9): OpenAPI 3.1, made from the schemas. */
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import * as schemas from "./schemas.ts";

const API_VERSION = "0.1.0";

/** What can go wrong beside 422, in the words of design 4. */
const ERRORS = {
  403: "The key is unknown or disabled, the signature is wrong, or the callback host is not allowed for the key.",
  404: "There is no such archive for this key and material.",
  413: "The body is larger than the limit, which the sentence names.",
  415: "The body is compressed; send it without Content-Encoding.",
  429: "Too many wrong signatures came from this address. A right one always passes.",
  503: "The service is busy or closing.",
  507: "The disk of the service is full; nothing was stored.",
} as const;

/**
 * @param publicUrl base URL of the service as others reach it, no trailing slash
 */
export function createOpenApiDocument(publicUrl: string): ReturnType<typeof createDocument> {
  const document: Parameters<typeof createDocument>[0] = {
    openapi: "3.1.0",
    info: {
      title: "Integration API",
      version: API_VERSION,
      description:
        "Opens editing sessions for the materials of a site and hands out what was saved. Every request carries " +
        "`X-Service-Signature`: lower-case hex HMAC-SHA256, keyed with the project's `api_secret`, over `material_id:url`.",
    },
    servers: [{ url: publicUrl }],
    tags: [{ name: "integration", description: "What a site's backend calls." }],
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
    ...errors(403, 413, 415, 429, 503, 507),
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
      ...errors(403, 404, 429, 503),
    },
  };
}

function errors(...statuses: (keyof typeof ERRORS)[]): ZodOpenApiResponsesObject {
  const responses: Record<`${number}`, ZodOpenApiResponseObject> = {
    "422": {
      description: "The request does not have the declared shape; all faults are listed.",
      content: { "application/json": { schema: schemas.HTTPValidationError } },
    },
  };
  for (const status of statuses)
    responses[`${status}`] = {
      description: ERRORS[status],
      content: { "application/json": { schema: schemas.ErrorAnswer } },
    };
  return responses as ZodOpenApiResponsesObject;
}
