import type { Request, Response, Router } from "express";
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
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import { securityHeaders } from "../../http/security-headers.ts";
import { sendArchive, setArchiveHeaders } from "../../http/send-archive.ts";
import type { Services } from "../../services.ts";
import * as bodies from "./bodies.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { bodyOf, defined, param, queryOf } from "./requests.ts";

const MAX_RECIPIENTS_SHOWN = 100;
const sandboxed = securityHeaders("sandboxed");

export function fontsRoutes(router: Router, { services }: Console): void {
  const { fonts, snapshots, publishing, recipients } = services;
  resource(router, "/projects/:id/fonts", {
    get: (req, res) =>
      sendJson(res, 200, {
        files: fonts.list(param(req, "id")),
        ...snapshots.overview(param(req, "id")),
      } satisfies FontsView),
    post: (req, res) => upload(services, req, res),
  });
  resource(router, "/projects/:id/fonts/publish", {
    post: async (req, res) => {
      const projectId = param(req, "id");
      const { snapshot_id } = await bodyOf(req, PublishBody, {});
      const { snapshot, isNew, deliveries } = await publishing.publish(projectId, snapshot_id);
      const answer: Publication = { snapshot: snapshots.view(projectId, snapshot), deliveries };
      sendJson(res, isNew ? 201 : 200, answer);
    },
  });
  resource(router, "/projects/:id/fonts/recipients", {
    get: async (req, res) => {
      const found = await recipients.find(param(req, "id"));
      sendJson(res, 200, {
        total: found.length,
        items: found.slice(0, MAX_RECIPIENTS_SHOWN).map(({ callbackUrl, sessionId, materialId, saved }) => ({
          callback_url: maskAddress(callbackUrl),
          session_id: sessionId,
          material_id: materialId,
          saved,
        })),
      } satisfies RecipientsView);
    },
  });
  resource(router, "/projects/:id/fonts/compare", {
    get: (req, res) => {
      const { from, to } = queryOf(req, bodies.FontCompareQuerySchema);
      sendJson(res, 200, snapshots.compare(param(req, "id"), from, to));
    },
  });
  resource(router, "/projects/:id/fonts/snapshots/:snapshot/archive", {
    get: async (req, res) => {
      const archive = await snapshots.archiveOf(param(req, "id"), param(req, "snapshot"));
      setArchiveHeaders(res, archive);
      if (req.method === "HEAD") return void res.end();
      await sendArchive(res, archive, () => {});
    },
  });
  resource(router, "/projects/:id/fonts/:file", {
    get: (req, res) => sendFont(services, req, res),
    patch: async (req, res) => {
      const correction = defined(await bodyOf(req, bodies.FontCorrectionSchema));
      sendJson(res, 200, fonts.correct(param(req, "id"), param(req, "file"), correction));
    },
    delete: (req, res) => {
      fonts.remove(param(req, "id"), param(req, "file"));
      res.status(204).end();
    },
  });
}

async function upload({ fonts }: Services, req: Request, res: Response): Promise<void> {
  const { name } = queryOf(req, bodies.FontUploadQuerySchema);
  if (Number(req.get("Content-Length") ?? 0) > FONT_LIMIT_BYTES) throw tooLarge();
  sendJson(res, 201, await fonts.upload(param(req, "id"), name, req));
}

async function sendFont({ fonts }: Services, req: Request, res: Response): Promise<void> {
  const { path, type } = fonts.bytesOf(param(req, "id"), param(req, "file"));
  sandboxed(req, res, () => {});
  res.setHeader("Content-Type", type);
  res.setHeader("Cache-Control", "private, max-age=86400, immutable");
  await new Promise<void>((resolve, reject) => {
    res.sendFile(path, { dotfiles: "allow", cacheControl: false, etag: false, lastModified: false }, (error) => {
      if (error && !res.headersSent) reject(new AppError("not_found", sentence("fonts.missing")));
      else resolve();
    });
  });
}

export const fontsDescriptions: Descriptions = {
  "get /projects/:id/fonts": {
    role: "viewer",
    name: "listFonts",
    does: "A project's fonts, and what is published",
    answer: FontsView,
  },
  "post /projects/:id/fonts": {
    role: "operator",
    name: "addFont",
    does: "Add a font file",
    query: bodies.FontUploadQuerySchema,
    body: "bytes",
    answer: FontFileView,
    status: 201,
  },
  "post /projects/:id/fonts/publish": {
    role: "operator",
    name: "publishFonts",
    does: "Tell every site of the project of its fonts",
    body: PublishBody,
    answer: Publication,
  },
  "get /projects/:id/fonts/recipients": {
    role: "viewer",
    name: "listFontRecipients",
    does: "Who would be told of the fonts",
    answer: RecipientsView,
  },
  "get /projects/:id/fonts/compare": {
    role: "viewer",
    name: "compareFonts",
    does: "What differs between two sets of fonts",
    query: bodies.FontCompareQuerySchema,
    answer: FontComparison,
  },
  "get /projects/:id/fonts/snapshots/:snapshot/archive": {
    role: "viewer",
    name: "readFontArchive",
    does: "The ZIP of a published set",
    answer: "bytes",
  },
  "get /projects/:id/fonts/:file": { role: "viewer", name: "readFont", does: "A font file", answer: "bytes" },
  "patch /projects/:id/fonts/:file": {
    role: "operator",
    name: "correctFont",
    does: "Correct what was read from a font file",
    body: bodies.FontCorrectionSchema,
    answer: FontFileView,
  },
  "delete /projects/:id/fonts/:file": {
    role: "operator",
    name: "removeFont",
    does: "Remove a font file",
    answer: null,
  },
};
