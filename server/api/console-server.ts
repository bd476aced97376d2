/** The console's listener: the one-time link, the API, the page of the console, and the licences of what is in Galley. */
import fs from "node:fs";
import path from "node:path";
import express, { type Express } from "express";
import { AppError } from "../core/errors.ts";
import type { BodyBudget } from "../http/body-budget.ts";
import { createClientAddress } from "../http/client-address.ts";
import { errorMapper } from "../http/error-mapper.ts";
import { notFound, readablePaths } from "../http/fallbacks.ts";
import { createListener } from "../http/listener.ts";
import { freshFile, hashedFiles, readFolder, readPackagedFile } from "../http/packaged-files.ts";
import { createRequestBodies } from "../http/request-bodies.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { Services } from "../services.ts";
import { type Console, createConsole } from "./console/console.ts";
import { consoleRoutes } from "./console/routes.ts";
import { previewRoutes } from "./editor/preview.ts";

/**
 * @param options.webDir folder of the built pages
 * @param options.restart null where nobody restarts the appliance
 */
export function createConsoleServer(
  services: Services,
  { webDir, bodyBudget, restart }: { webDir: string; bodyBudget: BodyBudget; restart: (() => void) | null },
) {
  const { config, runtime } = services;
  const surface = createConsole(services, restart);
  const bodies = createRequestBodies({
    clock: runtime.clock,
    budget: bodyBudget,
    clientAddress: createClientAddress(config.trustedProxies),
  });
  const app = createConsoleApp(surface, webDir);
  const listener = createListener(config.console, "--console-port", bodies, app);
  return {
    listen: listener.listen,
    url: listener.url,
    oneTimeLink: surface.logins.oneTimeLink,
    /** For a console that other machines reach: what to know of it, in one line; null for another. */
    startLine: () => surface.hosts.startLine(services.password.isSet()),
    /** Ends the event streams, lets requests under way finish for `graceMs`. */
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
  app.use(readablePaths(), securityHeaders("page"), logins.guardHost);
  // Its pages have an opaque origin, which is what they name when they ask for fonts; they answer to their token alone.
  app.use("/preview", previewRoutes(services, { enter: surface.previews.enter, kind: "framed" }), notFound());
  app.use(logins.guardOrigin);
  app.get("/login", (req, res) => {
    // The key reaches the page alone: what stands behind # is sent to no server. A link that was used up leads to the page
    // as well, which says so, and how to get in.
    res.setHeader("Cache-Control", "no-store");
    // Express answers HEAD as GET. Link scanners send it, and must not use up the link.
    if (req.method === "HEAD") return res.redirect(303, "/");
    try {
      res.redirect(303, `/#key=${logins.redeem(req, res, String(req.query.token ?? ""))}`);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "unauthenticated")) throw error;
      res.redirect(303, "/?link=used");
    }
  });
  app.use("/api", consoleRoutes(surface));
  // Without a login: the desktop app's menu leads here, and nothing in it is the newsroom's.
  const licences = path.join(path.dirname(webDir), "THIRD-PARTY-LICENSES.txt");
  app.get("/licences.txt", freshFile(fs.existsSync(licences) ? readPackagedFile(licences) : undefined));
  const files = readFolder(path.join(webDir, "console"));
  const page = freshFile(files.get("index.html"));
  app.use(hashedFiles(files));
  // Addresses of the page itself; a missing file stays a 404.
  app.get(/^\/[^.]*$/, (req, res, next) => (req.path.startsWith("/api/") ? next() : page(req, res, next)));
  app.use(notFound());
  app.use(errorMapper(services.runtime.log, /^/));
  return app;
}
