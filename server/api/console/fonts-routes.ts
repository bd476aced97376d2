import {
  FontComparison,
  FontFileView,
  FontsView,
  Publication,
  PublishBody,
  RecipientsView,
} from "../../contracts/fonts-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { maskAddress } from "../../core/masking.ts";
import { FONT_LIMIT_BYTES } from "../../fonts/font-formats.ts";
import { tooLarge } from "../../fonts/fonts.ts";
import { securityHeaders } from "../../http/security-headers.ts";
import { sendArchive } from "../../http/send-archive.ts";
import * as bodies from "./bodies.ts";
import type { Console } from "./console.ts";
import type { AddRoute } from "./route.ts";

const MAX_RECIPIENTS_SHOWN = 100;
const sandboxed = securityHeaders("sandboxed");

export function fontsRoutes(route: AddRoute, { services }: Console): void {
  const { fonts, snapshots, publishing, recipients } = services;
  route("get /projects/:id/fonts", {
    role: "viewer",
    name: "listFonts",
    summary: "List a project's font files and published snapshots",
    answer: FontsView,
    run: ({ params: { id } }) => ({ files: fonts.list(id), ...snapshots.overview(id) }),
  });
  route("post /projects/:id/fonts", {
    role: "operator",
    name: "addFont",
    summary: "Upload a font file",
    query: bodies.FontUploadQuerySchema,
    body: "bytes",
    answer: FontFileView,
    status: 201,
    run({ req, params, query }) {
      if (Number(req.get("Content-Length") ?? 0) > FONT_LIMIT_BYTES) throw tooLarge();
      return fonts.upload(params.id, query.name, req);
    },
  });
  route("post /projects/:id/fonts/publish", {
    role: "operator",
    name: "publishFonts",
    summary: "Publish the project's fonts and notify its sites",
    body: PublishBody.prefault({}),
    answer: Publication,
    async run({ res, params: { id }, body }) {
      const { snapshot, isNew, deliveries } = await publishing.publish(id, body.snapshot_id);
      if (isNew) res.status(201);
      return { snapshot: snapshots.view(id, snapshot), deliveries };
    },
  });
  route("get /projects/:id/fonts/recipients", {
    role: "viewer",
    name: "listFontRecipients",
    summary: "List the sites that would be notified of new fonts",
    answer: RecipientsView,
    async run({ params }) {
      const found = await recipients.find(params.id);
      const items = found.slice(0, MAX_RECIPIENTS_SHOWN).map(({ callbackUrl, sessionId, materialId, saved }) => ({
        callback_url: maskAddress(callbackUrl),
        session_id: sessionId,
        material_id: materialId,
        saved,
      }));
      return { total: found.length, items };
    },
  });
  route("get /projects/:id/fonts/compare", {
    role: "viewer",
    name: "compareFonts",
    summary: "Compare two font snapshots",
    query: bodies.FontCompareQuerySchema,
    answer: FontComparison,
    run: ({ params, query }) => snapshots.compare(params.id, query.from, query.to),
  });
  route("get /projects/:id/fonts/snapshots/:snapshot/archive", {
    role: "viewer",
    name: "readFontArchive",
    summary: "Download the archive of a font snapshot",
    answer: "bytes",
    run: async ({ res, params }) => sendArchive(res, await snapshots.archiveOf(params.id, params.snapshot)),
  });
  route("get /projects/:id/fonts/:file", {
    role: "viewer",
    name: "readFont",
    summary: "Download a font file",
    answer: "bytes",
    async run({ req, res, params }) {
      const { path, type } = fonts.bytesOf(params.id, params.file);
      sandboxed(req, res, () => {});
      res.setHeader("Content-Type", type);
      res.setHeader("Cache-Control", "private, max-age=86400, immutable");
      await new Promise<void>((resolve, reject) => {
        res.sendFile(path, { dotfiles: "allow", cacheControl: false, etag: false, lastModified: false }, (error) => {
          if (error && !res.headersSent) reject(new AppError("not_found", sentence("fonts.missing")));
          else resolve();
        });
      });
    },
  });
  route("patch /projects/:id/fonts/:file", {
    role: "operator",
    name: "correctFont",
    summary: "Correct the properties that were read from a font file",
    body: bodies.FontCorrectionSchema,
    answer: FontFileView,
    run: ({ params, body }) => fonts.correct(params.id, params.file, body),
  });
  route("delete /projects/:id/fonts/:file", {
    role: "operator",
    name: "removeFont",
    summary: "Delete a font file",
    answer: null,
    run: ({ params }) => fonts.remove(params.id, params.file),
  });
}
