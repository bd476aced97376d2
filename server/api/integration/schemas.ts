/**
 * The schemas of the integration API (contract 2.2, 2.3, 2.8, 4). Validation, TypeScript types and the OpenAPI
 * document are derived from them.
 *
 * Custom checks use the error types of pydantic 2, in the issue's `params` (`PydanticParams`).
 */
import { z } from "zod";
import type { Written } from "../../core/json-text.ts";
import type { PydanticParams } from "../../http/validation.ts";

const MAX_MATERIAL_ID = 1024;
const MAX_CALLBACK_URL = 8192;

/** A JSON object as parsed, with unchanged keys and order. */
type JsonObject = Record<string, unknown>;

const DICT_TYPE: PydanticParams = { type: "dict_type", msg: "Input should be a valid dictionary" };
const NOT_UNICODE: PydanticParams = {
  type: "string_unicode",
  msg: "Input should be a valid string, unable to parse raw data as a unicode string",
};

/** Rejects lone surrogates: they have no UTF-8 form, so different texts would have the same signature. */
const text = z.string().refine((value) => value.isWellFormed(), { params: NOT_UNICODE });

const textUpTo = (max: number) =>
  text
    .refine((value) => value.length <= max || codePoints(value, max) <= max, {
      params: {
        type: "string_too_long",
        msg: `String should have at most ${max} characters`,
        ctx: { max_length: max },
      } satisfies PydanticParams,
    })
    .meta({ maxLength: max });

const ANY_OBJECT = { override: { type: "object", additionalProperties: true } } as const;
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

const jsonObject = () => z.custom<JsonObject>(isObject, { params: DICT_TYPE }).meta(ANY_OBJECT);

/** Also accepts `[]`, which is how PHP encodes an empty map. */
const openMap = () =>
  z
    .custom<JsonObject>((value) => isObject(value) || (Array.isArray(value) && value.length === 0), {
      params: DICT_TYPE,
    })
    .meta(ANY_OBJECT);

/** Any version and variant, as in pydantic; zod's `uuid` is stricter. Output is lower case. OpenAPI has only `format`. */
const uuid = z
  .guid()
  .toLowerCase()
  .meta({ format: "uuid", override: ({ jsonSchema }) => void delete jsonSchema.pattern });

const apiKey = text.meta({ description: "Public key of the project." });
const materialId = textUpTo(MAX_MATERIAL_ID).meta({
  description: "Identifier of the material in the site's CMS.",
  examples: ["article-1"],
});

/** Contract 2.2. Other keys are ignored. */
export const SessionCreate = z
  .object({
    api_key: apiKey,
    callback_url: textUpTo(MAX_CALLBACK_URL).meta({
      description: "The site's HTTP or HTTPS URL that receives the callbacks. The project must allow its host.",
      examples: ["https://site.example.org/galley/callback"],
    }),
    material_id: materialId,
    vms_json: openMap()
      .nullable()
      .optional()
      .meta({
        description: "The editor state that the site stored at the last save. Null or omitted on the first open.",
        examples: [null],
      }),
    metadata: openMap()
      .nullable()
      .optional()
      .meta({
        description: "Any JSON object. Callbacks and archives of the session contain it.",
        examples: [{ editor_user_id: "7" }],
      }),
  })
  .meta({ id: "SessionCreate", title: "SessionCreate", description: "The request that opens a session." });

export type SessionCreate = z.output<typeof SessionCreate>;

const anyUuid = z.string().meta({ format: "uuid" });

/** Contract 2.3. */
export const SessionResponse = z
  .object({
    session_id: anyUuid,
    fingerprint: anyUuid.meta({ description: "Identifies the session in the URLs of archives." }),
    url: z.string().meta({ description: "Editor link. Open it for the journalist in a new tab." }),
    previewUrl: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "URL of a page that shows the current version. Null before the first save." }),
    versionId: anyUuid
      .nullable()
      .optional()
      .meta({ description: "Id of the current version. Null before the first save." }),
    vms_json: jsonObject().nullable().optional().meta({ description: "Editor state of the current version." }),
    vms_client_name: z.string().nullable().optional().meta({ description: "Name of the project." }),
    fonts: jsonObject().nullable().optional().meta({ description: "The current font tree." }),
    resizeMode: z.string().nullable().optional(),
    customContainers: z.array(z.unknown()).optional(),
    userSettings: jsonObject().optional(),
    siteSettings: jsonObject().optional(),
  })
  .meta({ id: "SessionResponse", title: "SessionResponse", description: "A new or existing session." });

export type SessionResponse = z.input<typeof SessionResponse>;

export type OpenedSession = Written<SessionResponse, "vms_json" | "customContainers">;

/** Contract 5.2. Errors and the OpenAPI document use this spelling. */
export const SIGNATURE_HEADER = "X-Service-Signature";

export const OpenHeaders = z.object({
  [SIGNATURE_HEADER]: z.string().meta({
    description: "The lower-case hex HMAC-SHA256 of `material_id:callback_url`, keyed with the `api_secret`.",
  }),
});

export const DownloadHeaders = z.object({
  [SIGNATURE_HEADER]: z.string().meta({
    description:
      "The lower-case hex HMAC-SHA256 of `material_id:content_url`, keyed with the `api_secret`. Use the callback's `content_url`, without the query.",
  }),
});

export const DownloadQuery = z.object({ api_key: apiKey, material_id: materialId });

export const MediaPath = z.object({
  fingerprint: uuid.meta({ description: "Fingerprint of the session." }),
  version_id: uuid.meta({ description: "Id of the saved version." }),
});

export const FontsPath = z.object({
  fingerprint: uuid.meta({ description: "Fingerprint of the session." }),
  snapshot_id: uuid.meta({ description: "Id of the published font snapshot." }),
});

/** Contract 2.8. */
const ValidationError = z
  .object({
    loc: z
      .array(z.union([z.string(), z.number().meta({ override: { type: "integer" } })]))
      .meta({ description: "Location of the error: body, query, path or header, then the name." }),
    msg: z.string(),
    type: z.string(),
    input: z.unknown().optional().meta({ description: "The received value; omitted if larger than 1 KB." }),
    ctx: jsonObject().optional(),
  })
  .meta({ id: "ValidationError", title: "ValidationError" });

export const HTTPValidationError = z.object({ detail: z.array(ValidationError) }).meta({
  id: "HTTPValidationError",
  title: "HTTPValidationError",
  description: "All validation errors of the request.",
});

export const ErrorResponse = z
  .object({ detail: z.string().meta({ description: "One sentence that explains the error." }) })
  .meta({ id: "ErrorAnswer", title: "ErrorAnswer" });

function codePoints(value: string, max: number): number {
  let count = 0;
  for (const _character of value) if (++count > max) break;
  return count;
}
