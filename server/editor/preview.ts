/**
 * The preview page (spec 2.3 `previewUrl`): the current version as it stands, its media from the local blobs. It is
 * somebody else's markup as far as the browser is concerned: an opaque origin, no script.
 */
import express, { type Router } from "express";
import { dummyReference } from "../article/assets.ts";
import { AppError } from "../errors.ts";
import type { ClientAddress } from "../http/client-address.ts";
import { resource } from "../http/fallbacks.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { Throttle } from "../http/throttle.ts";
import type { AssetStore } from "../media/asset-store.ts";
import type { Projects } from "../projects/projects.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { BlobStore } from "../storage/blobs.ts";
import type { VersionStore } from "../versions/version-store.ts";
import { serveMedia } from "./serve-media.ts";
import type { Tokens } from "./tokens.ts";

interface Parts {
  tokens: Tokens;
  sessions: Sessions;
  projects: Projects;
  versions: VersionStore;
  assets: AssetStore;
  blobs: BlobStore;
  throttle: Throttle;
  clientAddress: ClientAddress;
}

const STYLE =
  "body{margin:0 auto;padding:2rem 1rem;max-width:68ch;font:1.125rem/1.6 Charter,'Bitstream Charter',Georgia,serif;color:#1d1b18;background:#fbfaf7;" +
  // How far wide and full figures may reach; a scrollbar is part of 100vw, so what it covers is cut.
  "--galley-wide:min(8rem,50vw - 50%);--galley-full:calc(50vw - 50%);overflow-x:clip}" +
  "@media(prefers-color-scheme:dark){body{color:#e8e4dc;background:#1b1a18}}";

/** Mounted at `/preview`. */
export function previewRoutes(parts: Parts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(securityHeaders("sandboxed"));
  const enter = (req: express.Request) => {
    const id = String(req.params.session_id);
    const ends = parts.tokens.check("preview", id, String(req.params.token));
    if (ends === null) {
      parts.throttle.countWrong(parts.clientAddress(req));
      throw new AppError("unauthenticated", "This preview address has expired. Open the article again from your site.");
    }
    const session = parts.sessions.byId(id);
    if (!parts.projects.byId(session.projectId).enabled)
      throw new AppError("unauthenticated", "The key of this site was disabled.");
    return session;
  };
  resource(router, "/:session_id/:token/", {
    get: (req, res) => {
      const session = enter(req);
      const version =
        session.currentVersion === null ? null : parts.versions.byNumber(session.id, session.currentVersion);
      if (version === null) throw new AppError("not_found", "Nothing was saved in this article yet.");
      // Names are no part of one another (design 4), so plain text is replaced safely.
      const html = Object.keys(version.vmsJson.assets).reduce(
        (text, fileName) => text.replaceAll(`"${dummyReference(fileName)}"`, `"media/${fileName}"`),
        version.html,
      );
      res.setHeader("Cache-Control", "no-store");
      res
        .type("html")
        .send(
          `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Preview, version ${version.number}</title><style>${STYLE}</style></head><body>${html}</body></html>`,
        );
    },
  });
  resource(router, "/:session_id/:token/media/:file_name", {
    get: async (req, res) => {
      const session = enter(req);
      await serveMedia(req, res, parts.assets.byName(session.id, String(req.params.file_name)), parts.blobs);
    },
  });
  return router;
}
