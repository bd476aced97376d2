/** The two callbacks (contract 6) as the `webhooks` of the description: what a site receives, and what it answers. */
import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from "zod-openapi";
import { SIGNATURE_HEADER } from "./schemas.ts";

const anyJson = (description: string) =>
  z.unknown().meta({ description, override: { type: "object", additionalProperties: true } });

const nullableText = (description: string) => z.string().nullable().meta({ description });

const contentUrl = z.string().meta({
  format: "uri",
  description: "Address of the archive. Sign it as it is; add api_key and material_id as its query for the download.",
  examples: [
    "https://galley.example.org/integration/download/media/0a4ff2d1-6f0e-4a55-9c36-1f2b3c4d5e6f/7c9e6679-7425-40de-944b-e07fc1f90ae7",
  ],
});
const materialId = z.string().meta({ description: "As the session was opened with.", examples: ["article-1"] });

const CallbackMetadata = z
  .looseObject({
    version_id: z.string().meta({ description: "Identifier of the version." }),
    version_cdate: z.string().meta({ description: "When it was saved, ISO 8601 with offset." }),
    user_email: nullableText("Who saved it, null where nobody said."),
    user_ip: nullableText("From where, null where it is not known."),
  })
  .meta({
    id: "CallbackMetadata",
    description: "The metadata that the session was opened with, and of the version.",
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
  editor_user_id: z.unknown().meta({ description: "The site's own, of any type; null where the site gave none." }),
  version_id: nullableText("Identifier of the session's version; null where nothing was saved yet."),
  version_cdate: nullableText("When it was saved, ISO 8601 with offset; null where nothing was saved yet."),
}).meta({ id: "FontsMetadata", description: "The metadata of the session that carries the fonts." });

/** Contract 6.1. */
const ArticleSaved = z
  .object({
    event: z.literal("article_saved"),
    material_id: materialId,
    content_url: contentUrl,
    metadata: CallbackMetadata,
    debug: z.boolean().meta({ description: "Whether the key is one of a dev project." }),
  })
  .meta({ id: "ArticleSaved", title: "ArticleSaved", description: "Somebody saved in the editor." });

/** Contract 6.2. */
const SiteFontsUpdated = z
  .object({
    event: z.literal("site_fonts_updated"),
    material_id: materialId,
    content_url: contentUrl,
    metadata: FontsMetadata,
    fonts: anyJson("Font tree: css, and the list of families with their variants and files."),
  })
  .meta({ id: "SiteFontsUpdated", title: "SiteFontsUpdated", description: "The project's fonts were published." });

const rc = z.int().meta({ description: "1: taken. 0, or any other: refused, and not sent again.", examples: [1] });
const rm = z.string().optional().meta({ description: "Message; of a refusal the reason, which the journalist reads." });

/** Contract 6.3. */
const ArticleSavedAnswer = z
  .object({
    rc,
    rm,
    data: z
      .object({
        vms_json: anyJson(
          "The editor state with a public clientUrl in assets[<file_name>] of every file; one that is empty or begins with dummy- fails the callback as dummy_client_url. A relative one is resolved against callback_url; one that is no http or https URL, or longer than 8192 characters, is not kept. Both are warnings of the delivery.",
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

const SiteFontsUpdatedAnswer = z
  .object({
    rc,
    rm,
    data: z
      .object({
        fonts: anyJson("The tree with public clientUrls on allowed hosts, for the CSS and the files.").optional(),
      })
      .optional(),
  })
  .meta({ id: "SiteFontsUpdatedAnswer", title: "SiteFontsUpdatedAnswer", examples: [{ rc: 1, rm: "ok" }] });

const headers = z.object({
  [SIGNATURE_HEADER]: z.string().meta({
    description:
      "Lower-case hex HMAC-SHA256, keyed with the api_secret, over `material_id:content_url` of the body. Verify it before anything else.",
  }),
});

export const webhooks: Record<string, ZodOpenApiPathItemObject> = {
  article_saved: {
    post: callback(
      "article_saved",
      "A version was saved",
      "Download the archive, store its files, replace the `dummy-<file_name>` references, answer with the state. Files that the article shows and Galley does not have are not in the archive; the delivery then has the warning file_missing.",
      ArticleSaved,
      ArticleSavedAnswer,
    ),
  },
  site_fonts_updated: {
    post: callback(
      "site_fonts_updated",
      "The site's fonts changed",
      "Download the archive, store the files and the CSS, and include the CSS on pages that show articles.",
      SiteFontsUpdated,
      SiteFontsUpdatedAnswer,
    ),
  },
};

function callback(
  operationId: string,
  summary: string,
  todo: string,
  body: typeof ArticleSaved | typeof SiteFontsUpdated,
  answer: typeof ArticleSavedAnswer | typeof SiteFontsUpdatedAnswer,
): ZodOpenApiOperationObject {
  return {
    operationId,
    summary,
    description: `Sent to the session's \`callback_url\`. ${todo} The same callback may come again. It carries \`Authorization\` where the session's metadata has webhook_auth_user.`,
    requestParams: { header: headers },
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: {
      200: {
        description: "Decided by `rc`, whatever the status.",
        content: { "application/json": { schema: answer } },
      },
      403: { description: "The signature is wrong. Without `rc`, so that it is sent again once both secrets agree." },
      500: { description: "Any failure that may pass. Without `rc`: it is sent again, first after 5 seconds." },
    },
  };
}
