import { z } from "zod";
import {
  FontComparison,
  FontFileView,
  FontsView,
  Publication,
  PublishBody,
  RecipientsView,
} from "../../contracts/fonts-api.ts";
import { ofLength } from "../../contracts/schema-parts.ts";
import { fault, sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { maskAddress } from "../../core/masking.ts";
import { FONT_LIMIT_BYTES } from "../../fonts/font-formats.ts";
import { cleanFamily, readStretch, readStyle, readUnicodeRange, readWeight } from "../../fonts/font-values.ts";
import { tooLarge } from "../../fonts/fonts.ts";
import { sendArchive, sendSandboxedBlob } from "../../http/send-files.ts";
import type { Console } from "./console.ts";
import { type AddRoute, word } from "./route.ts";

const MAX_RECIPIENTS_SHOWN = 100;

/** A text schema. `read` normalizes the text; if it returns null, `message` is the error. */
const readable = (read: (text: string) => string | null, message: string) =>
  z
    .string()
    .max(10_000)
    .transform((text, context) => {
      const value = read(text);
      if (value !== null) return value;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });

const Correction = z.strictObject({
  family: readable((text) => cleanFamily(text) || null, fault("fonts.family")).optional(),
  weight: readable(readWeight, fault("fonts.weight")).optional(),
  style: readable(readStyle, fault("fonts.style")).optional(),
  stretch: readable(readStretch, fault("fonts.stretch")).optional(),
  unicode_range: readable(readUnicodeRange, fault("fonts.unicode_range")).nullable().optional(),
});

export function fontsRoutes(route: AddRoute, { services }: Console): void {
  const { fonts, snapshots } = services;
  route("viewer get /projects/:id/fonts", {
    name: "listFonts",
    summary: "List a project's font files and published snapshots",
    response: FontsView,
    run: ({ params: { id } }) => ({ files: fonts.list(id), ...snapshots.overview(id) }),
  });
  route("operator post /projects/:id/fonts", {
    name: "addFont",
    summary: "Upload a font file",
    query: z.object({ name: ofLength(z.string(), 0, 1_000).default("font") }),
    body: "bytes",
    response: FontFileView,
    status: 201,
    run({ req, params, query }) {
      if (Number(req.get("Content-Length") ?? 0) > FONT_LIMIT_BYTES) throw tooLarge();
      return fonts.upload(params.id, query.name, req);
    },
  });
  route("operator post /projects/:id/fonts/publish", {
    name: "publishFonts",
    summary: "Publish the project's fonts and notify its sites",
    body: PublishBody.prefault({}),
    response: Publication,
    run({ res, params: { id }, body }) {
      const { snapshot, isNew, deliveries } = snapshots.publish(id, body.snapshot_id);
      if (isNew) res.status(201);
      return { snapshot, deliveries };
    },
  });
  route("viewer get /projects/:id/fonts/recipients", {
    name: "listFontRecipients",
    summary: "List the sites that would be notified of new fonts",
    response: RecipientsView,
    run({ params }) {
      const found = snapshots.recipients(params.id);
      const items = found.slice(0, MAX_RECIPIENTS_SHOWN).map(({ callbackUrl, sessionId, materialId, saved }) => ({
        callback_url: maskAddress(callbackUrl),
        session_id: sessionId,
        material_id: materialId,
        saved,
      }));
      return { total: found.length, items };
    },
  });
  route("viewer get /projects/:id/fonts/compare", {
    name: "compareFonts",
    summary: "Compare two font snapshots",
    query: z.object({ from: word, to: word }),
    response: FontComparison,
    run: ({ params, query }) => snapshots.compare(params.id, query.from, query.to),
  });
  route("viewer get /projects/:id/fonts/snapshots/:snapshot/archive", {
    name: "readFontArchive",
    summary: "Download the archive of a font snapshot",
    response: "bytes",
    run: async ({ res, params }) => sendArchive(res, await snapshots.archiveOf(params.id, params.snapshot)),
  });
  route("viewer get /projects/:id/fonts/:file", {
    name: "readFont",
    summary: "Download a font file",
    response: "bytes",
    async run({ res, params }) {
      const { path, type } = fonts.bytesOf(params.id, params.file);
      await sendSandboxedBlob(res, path, { sha256: null, type }).catch(() => {
        throw new AppError("not_found", sentence("fonts.missing"));
      });
    },
  });
  route("operator patch /projects/:id/fonts/:file", {
    name: "correctFont",
    summary: "Correct the properties that were read from a font file",
    body: Correction,
    response: FontFileView,
    run: ({ params, body }) => fonts.correct(params.id, params.file, body),
  });
  route("operator delete /projects/:id/fonts/:file", {
    name: "removeFont",
    summary: "Delete a font file",
    response: null,
    run: ({ params }) => fonts.remove(params.id, params.file),
  });
}
