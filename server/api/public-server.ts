/** The public listener: integration API, editor, previews, documentation, health. */
import path from "node:path";
import express, { type Express } from "express";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { BodyBudget } from "../http/body-budget.ts";
import { createClientAddress, createThrottle } from "../http/clients.ts";
import { errorMapper } from "../http/error-mapper.ts";
import { notFound, readablePaths, resource } from "../http/fallbacks.ts";
import { sendJson } from "../http/json-body.ts";
import { createListener } from "../http/listener.ts";
import { freshFile, hashedFiles, readFolder } from "../http/packaged-files.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { Services } from "../services.ts";
import { createEditor, type Editor } from "./editor/editor.ts";
import { previewRoutes } from "./editor/preview.ts";
import { editorRoutes } from "./editor/routes.ts";
import type { Integration } from "./integration/authorize.ts";
import { docsRoutes } from "./integration/docs.ts";
import { createDownloadLog } from "./integration/download-log.ts";
import { createRequestLog } from "./integration/request-log.ts";
import { integrationRoutes } from "./integration/routes.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** @param options.webDir folder of the built pages @param options.isClosing whether the appliance refuses new work */
export function createPublicServer(
  services: Services,
  { webDir, bodyBudget, isClosing }: { webDir: string; bodyBudget: BodyBudget; isClosing: () => boolean },
) {
  const { config, clock } = services;
  const clientAddress = createClientAddress(config.trustedProxies);
  const throttle = createThrottle(clock);
  const downloads = createDownloadLog(services);
  const editor = createEditor(services, throttle, clientAddress);
  const requestLog = createRequestLog(services, clientAddress);
  const integration = { services, logins: editor.logins, downloads, requestLog, throttle, clientAddress };
  const app = createPublicApp(integration, editor, path.join(webDir, "editor"), isClosing);
  const listener = createListener(config.public, "--port", { clock, budget: bodyBudget, clientAddress }, app);
  return {
    listen: listener.listen,
    url: listener.url,
    /** Ends the event streams, waits up to `graceMs` for open requests, then stops logging downloads. */
    async close(graceMs: number): Promise<void> {
      editor.stream.close();
      await listener.close(graceMs);
      downloads.close();
    },
  };
}

function createPublicApp(
  integration: Integration,
  editor: Editor,
  editorDir: string,
  isClosing: () => boolean,
): Express {
  const { services, requestLog } = integration;
  const { runtime, readiness, replica } = services;
  const app = express();
  app.disable("x-powered-by");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.use(readablePaths(), securityHeaders("api"));
  app.use("/integration", requestLog.watch);
  // Archives stay downloadable to the end, because running attempts wait for their download.
  app.use((req, _res, next) => {
    if (!READS.has(req.method)) {
      if (isClosing()) throw new AppError("unavailable", sentence("api.closing"));
      replica.requireOurs();
    }
    next();
  });
  // The most frequent routes come first.
  app.use("/integration", integrationRoutes(integration));
  app.use("/editor/api/sessions", editorRoutes(editor));
  resource(app, "/healthz", { get: (_req, res) => sendJson(res, 200, { status: "ok" }) });
  resource(app, "/readyz", {
    get: async (_req, res) => {
      replica.requireOurs();
      await readiness.check();
      sendJson(res, 200, { status: "ready" });
    },
  });
  const pages = readFolder(editorDir);
  app.use("/editor", securityHeaders("editor"), hashedFiles(pages));
  resource(app, "/editor/:session_id", { get: freshFile(pages.get("index.html")) });
  app.use("/preview", previewRoutes(services, { enter: editor.logins.enterPreview, kind: "sandboxed" }));
  app.use(docsRoutes(services));
  app.use(notFound());
  app.use("/integration", requestLog.watchErrors);
  app.use(errorMapper(runtime.log, /^\/editor\/api\//));
  return app;
}
