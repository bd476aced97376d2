/** The public listener: integration API, documentation, editor, preview, health. */
import express, { type Express, type RequestHandler } from "express";
import { AppError } from "./core/errors.ts";
import type { Log } from "./core/runtime.ts";
import { errorMapper } from "./http/error-mapper.ts";
import { notFound, readablePaths, resource } from "./http/fallbacks.ts";
import { sendJson } from "./http/json-body.ts";
import { freshFile, hashedFiles, readFolder } from "./http/packaged-files.ts";
import { securityHeaders } from "./http/security-headers.ts";

export interface PublicParts {
  /** Mounted at /integration, /editor/api/sessions, /preview and /. */
  integration: RequestHandler;
  editorApi: RequestHandler;
  preview: RequestHandler;
  docs: RequestHandler;
  /** @throws AppError unavailable, disk_full where the appliance cannot store anything */
  checkReady(): Promise<void>;
  isClosing(): boolean;
  /** Folder of the built editor page. */
  webDir: string;
  log: Log;
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

export function createPublicApp(parts: PublicParts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.use(readablePaths(), securityHeaders("api"));
  // Archives stay downloadable to the end: the attempts under way are waiting for it.
  app.use((req, _res, next) => {
    if (parts.isClosing() && !READS.has(req.method))
      throw new AppError("unavailable", "Galley is closing. Nothing was changed; send this again once it is back.");
    next();
  });
  // What is asked for most stands first.
  app.use("/integration", parts.integration);
  app.use("/editor/api/sessions", parts.editorApi);
  resource(app, "/healthz", { get: (_req, res) => sendJson(res, 200, { status: "ok" }) });
  resource(app, "/readyz", {
    get: async (_req, res) => {
      await parts.checkReady();
      sendJson(res, 200, { status: "ready" });
    },
  });
  const pages = readFolder(parts.webDir);
  app.use("/editor", securityHeaders("editor"), hashedFiles(pages));
  resource(app, "/editor/:session_id", { get: freshFile(pages.get("index.html")) });
  app.use("/preview", parts.preview);
  app.use(parts.docs);
  app.use(notFound());
  app.use(errorMapper(parts.log));
  return app;
}
