/** The console's listener: the one-time link, the API, and the page of the console. */
import express, { type Express } from "express";
import { AppError } from "../core/errors.ts";
import type { Log } from "../core/runtime.ts";
import { errorMapper } from "../http/error-mapper.ts";
import { notFound, readablePaths } from "../http/fallbacks.ts";
import { freshFile, hashedFiles, readFolder } from "../http/packaged-files.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { type ConsoleParts, consoleRoutes } from "./routes.ts";

/** @param webDir folder of the built console page */
export function createConsoleApp(parts: ConsoleParts, webDir: string, log: Log): Express {
  const app = express();
  app.disable("x-powered-by");
  app.enable("case sensitive routing");
  app.use(readablePaths(), securityHeaders("page"), parts.logins.guardOrigin);
  app.get("/login", (req, res) => {
    // The key reaches the page alone: what stands behind # is sent to no server. A link that was used up leads to the page
    // as well, which says so, and how to get in.
    res.setHeader("Cache-Control", "no-store");
    try {
      res.redirect(303, `/#key=${parts.logins.redeem(req, res, String(req.query.token ?? ""))}`);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "unauthenticated")) throw error;
      res.redirect(303, "/?link=used");
    }
  });
  app.use("/api", consoleRoutes(parts));
  const files = readFolder(webDir);
  const page = freshFile(files.get("index.html"));
  app.use(hashedFiles(files));
  // Addresses of the page itself; a missing file stays a 404.
  app.get(/^\/[^.]*$/, (req, res, next) => (req.path.startsWith("/api/") ? next() : page(req, res, next)));
  app.use(notFound());
  app.use(errorMapper(log));
  return app;
}
