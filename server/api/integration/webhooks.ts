/** The two callbacks (contract 6) as `webhooks` of the OpenAPI document, with the site's responses. */
import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from "zod-openapi";
import { SIGNATURE_HEADER } from "./schemas.ts";

const anyJson = (description: string) =>
  z.unknown().meta({ description, override: { type: "object", additionalProperties: true } });

const nullableText = (description: string) => z.string().nullable().meta({ description });

const contentUrl = z.string().meta({
  format: "uri",
  description:
    "URL of the archive. Sign it unchanged, then add `api_key` and `material_id` as query parameters to download it.",
  examples: [
    "https://galley.example.org/integration/download/media/0a4ff2d1-6f0e-4a55-9c36-1f2b3c4d5e6f/7c9e6679-7425-40de-944b-e07fc1f90ae7",
  ],
});
const materialId = z
  .string()
  .meta({ description: "The `material_id` that the session was opened with.", examples: ["article-1"] });

const CallbackMetadata = z
  .looseObject({
    version_id: z.string().meta({ description: "Id of the version." }),
    version_cdate: z.string().meta({ description: "Time of the save, ISO 8601 with offset." }),
    user_email: nullableText("The journalist who saved the version; null if unknown."),
    user_ip: nullableText("IP address of the journalist; null if unknown."),
  })
  .meta({
    id: "CallbackMetadata",
    description: "The metadata that the session was opened with, plus the fields of the version.",
    examples: [
      {
        editor_user_id: "7",
        version_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
        version_cdate: "2026-05-04T10:00:00.000+00:00",
        user_email: "ann@example.org",
        user_ip: "10.0.0.12",
      },
    ],
  });

const FontsMetadata = CallbackMetadata.extend({
  editor_user_id: z.unknown().meta({ description: "The site's value, of any type; null if the site sent none." }),
  version_id: nullableText("Id of the session's current version; null before the first save."),
  version_cdate: nullableText("Time of the save, ISO 8601 with offset; null before the first save."),
}).meta({ id: "FontsMetadata", description: "The metadata of the session through which the fonts are sent." });

/** Contract 6.1. */
const ArticleSaved = z
  .object({
    event: z.literal("article_saved"),
    material_id: materialId,
    content_url: contentUrl,
    metadata: CallbackMetadata,
    debug: z.boolean().meta({ description: "True for a dev project." }),
  })
  .meta({ id: "ArticleSaved", title: "ArticleSaved", description: "A journalist saved a version in the editor." });

/** Contract 6.2. */
const SiteFontsUpdated = z
  .object({
    event: z.literal("site_fonts_updated"),
    material_id: materialId,
    content_url: contentUrl,
    metadata: FontsMetadata,
    fonts: anyJson("Font tree: the CSS, and the list of families with their variants and files."),
  })
  .meta({ id: "SiteFontsUpdated", title: "SiteFontsUpdated", description: "The project's fonts were published." });

const rc = z
  .int()
  .meta({ description: "1: accepted. Any other value: rejected; Galley does not retry.", examples: [1] });
const rm = z
  .string()
  .optional()
  .meta({ description: "Message. For a rejection, the reason, which the journalist sees." });

/** Contract 6.3. */
const ArticleSavedResponse = z
  .object({
    rc,
    rm,
    data: z
      .object({
        vms_json: anyJson(
          "The editor state with a public `clientUrl` in `assets[<file_name>]` for every file. An empty value, or one that begins with `dummy-`, fails the callback with `dummy_client_url`. Galley resolves a relative URL against `callback_url`. It ignores a value that is not an HTTP or HTTPS URL, or is longer than 8192 characters. Both cases add a warning to the delivery.",
        ),
      })
      .optional(),
  })
  .meta({
    id: "ArticleSavedAnswer",
    title: "ArticleSavedAnswer",
    examples: [
      {
        rc: 1,
        rm: "ok",
        data: {
          vms_json: {
            format: "galley/1",
            doc: {},
            assets: {
              "picture-1a2b3c4d.png": { clientUrl: "https://media.example.org/article-1/picture-1a2b3c4d.png" },
            },
          },
        },
      },
    ],
  });

const SiteFontsUpdatedResponse = z
  .object({
    rc,
    rm,
    data: z
      .object({
        fonts: anyJson(
          "The font tree with public `clientUrl`s on allowed hosts, for the CSS and the files.",
        ).optional(),
      })
      .optional(),
  })
  .meta({ id: "SiteFontsUpdatedAnswer", title: "SiteFontsUpdatedAnswer", examples: [{ rc: 1, rm: "ok" }] });

const headers = z.object({
  [SIGNATURE_HEADER]: z.string().meta({
    description:
      "The lower-case hex HMAC-SHA256 of `material_id:content_url` from the body, keyed with the `api_secret`. Verify it first.",
  }),
});

export const webhooks: Record<string, ZodOpenApiPathItemObject> = {
  article_saved: {
    post: callback(
      "article_saved",
      "A version was saved",
      "Download the archive, store its files, replace the `dummy-<file_name>` references, and respond with the editor state. If Galley lacks a file of the article, the archive omits it and the delivery has the warning `file_missing`.",
      ArticleSaved,
      ArticleSavedResponse,
    ),
  },
  site_fonts_updated: {
    post: callback(
      "site_fonts_updated",
      "The site's fonts changed",
      "Download the archive, store the files and the CSS, and include the CSS on pages that show articles.",
      SiteFontsUpdated,
      SiteFontsUpdatedResponse,
    ),
  },
};

function callback(
  operationId: string,
  summary: string,
  task: string,
  body: typeof ArticleSaved | typeof SiteFontsUpdated,
  response: typeof ArticleSavedResponse | typeof SiteFontsUpdatedResponse,
): ZodOpenApiOperationObject {
  return {
    operationId,
    summary,
    description: `Sent to the session's \`callback_url\`. ${task} Galley may send the same callback again. It sends \`Authorization\` if the session's metadata contains \`webhook_auth_user\`.`,
    requestParams: { header: headers },
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: {
      200: {
        description: "`rc` decides the result, regardless of the status.",
        content: { "application/json": { schema: response } },
      },
      403: { description: "The signature is wrong. Omit `rc`, so that Galley retries until both secrets match." },
      500: { description: "A temporary failure. Omit `rc`, so that Galley retries, first after 5 seconds." },
    },
  };
}
