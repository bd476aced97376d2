/** The console's listener: the one-time link, the API, the page of the console, and the licences of third-party software. */
import fs from "node:fs";
import path from "node:path";
import express, { type Express } from "express";
import { AppError } from "../core/errors.ts";
import type { BodyBudget } from "../http/body-budget.ts";
import { errorMapper } from "../http/error-mapper.ts";
import { notFound, readablePaths, resource } from "../http/fallbacks.ts";
import { createListener } from "../http/listener.ts";
import { freshFile, hashedFiles, readFolder, readPackagedFile } from "../http/packaged-files.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { Services } from "../services.ts";
import { type Console, createConsole } from "./console/console.ts";
import { consoleRoutes } from "./console/routes.ts";
import { previewRoutes } from "./editor/preview.ts";

/** @param options.webDir folder of the built pages @param options.restart null if the appliance cannot restart */
export function createConsoleServer(
  services: Services,
  { webDir, bodyBudget, restart }: { webDir: string; bodyBudget: BodyBudget; restart: (() => void) | null },
) {
  const { config, clock } = services;
  const surface = createConsole(services, restart);
  const app = createConsoleApp(surface, webDir);
  const limits = { clock, budget: bodyBudget, clientAddress: surface.logins.addressOf };
  const listener = createListener(config.console, "--console-port", limits, app);
  return {
    listen: listener.listen,
    url: listener.url,
    oneTimeLink: surface.logins.oneTimeLink,
    /** One line about a console that other machines can reach; null for a local one. */
    startLine: () => surface.hosts.startLine(services.accounts.hasActive()),
    /** Ends the event streams and waits up to `graceMs` for open requests. */
    close(graceMs: number): Promise<void> {
      surface.close();
      return listener.close(graceMs);
    },
  };
}

function createConsoleApp(surface: Console, webDir: string): Express {
  const { services, logins } = surface;
  const app = express();
  app.disable("x-powered-by");
  app.enable("case sensitive routing");
  app.use(readablePaths(), securityHeaders("page"), logins.requireOwnHost);
  // Previews have an opaque origin, which they send when they request fonts. Only their token authenticates them.
  app.use("/preview", previewRoutes(services, { enter: logins.enterPreview, kind: "framed" }), notFound());
  app.use(logins.requireOwnOrigin);
  app.get("/login", (req, res) => {
    // Browsers never send the fragment to a server, so only the page reads the key. A used link also opens the page,
    // which explains how to log in.
    res.setHeader("Cache-Control", "no-store");
    // Express handles HEAD as GET. Link scanners send HEAD, and must not use up the link.
    if (req.method === "HEAD") return res.redirect(303, "/");
    try {
      res.redirect(303, `/#key=${logins.redeem(req, res, String(req.query.token ?? ""))}`);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "unauthenticated")) throw error;
      res.redirect(303, "/?link=used");
    }
  });
  const { metrics } = services;
  app.use("/metrics", securityHeaders("api"), logins.requireMetricsToken);
  resource(app, "/metrics", {
    get: async (_req, res) => {
      const text = await metrics.text();
      res.setHeader("Content-Type", metrics.contentType);
      res.setHeader("Cache-Control", "no-store");
      res.end(text);
    },
  });
  app.use("/metrics", notFound());
  app.use("/api", consoleRoutes(surface));
  // Needs no login: the desktop app's menu links here, and the page contains no data of the newsroom.
  const licences = path.join(path.dirname(webDir), "THIRD-PARTY-LICENSES.txt");
  app.get("/licences.txt", freshFile(fs.existsSync(licences) ? readPackagedFile(licences) : undefined));
  const files = readFolder(path.join(webDir, "console"));
  const page = freshFile(files.get("index.html"));
  app.use(hashedFiles(files));
  // All paths without a dot are routes of the page; a missing file stays a 404.
  app.get(/^\/[^.]*$/, (req, res, next) => (req.path.startsWith("/api/") ? next() : page(req, res, next)));
  app.use(notFound());
  app.use(errorMapper(services.runtime.log, /^/));
  return app;
}
