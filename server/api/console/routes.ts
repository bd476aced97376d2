/** The console API, mounted at `/api` of the console's listener, behind its login. */
import express, { type RequestHandler, type Router } from "express";
import { resource } from "../../http/fallbacks.ts";
import { accessRoutes } from "./access-routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { backupRoutes, replicaRoutes } from "./backup-routes.ts";
import type { Console } from "./console.ts";
import { deliveriesRoutes, overviewRoutes } from "./deliveries-routes.ts";
import { fontsRoutes } from "./fonts-routes.ts";
import { auditRoutes, logsRoutes } from "./logs-routes.ts";
import { notificationsRoutes } from "./notifications-routes.ts";
import { describeConsole } from "./openapi.ts";
import { auditedPersonOf } from "./permissions.ts";
import { projectRoutes, siteLinkRoutes, snippetRoutes } from "./projects-routes.ts";
import { type AddRoute, createRoutes, type Methods } from "./route.ts";
import { sessionRoutes } from "./session-routes.ts";
import { settingsRoutes } from "./settings-routes.ts";
import { siteRoutes } from "./site-routes.ts";

/** In the order in which paths match. */
const ROUTES: readonly ((route: AddRoute, surface: Console) => void)[] = [
  accessRoutes,
  accountRoutes,
  projectRoutes,
  siteLinkRoutes,
  snippetRoutes,
  fontsRoutes,
  overviewRoutes,
  sessionRoutes,
  deliveriesRoutes,
  siteRoutes,
  settingsRoutes,
  notificationsRoutes,
  logsRoutes,
  backupRoutes,
  replicaRoutes,
  auditRoutes,
];

/** Changes that remain allowed after another machine took over. */
const WHEN_FENCED = /^\/(logout|logins\/[^/]+|replica|support-bundle|backup)$/;

export function consoleRoutes(surface: Console): Router {
  const { services, logins } = surface;
  const { audit, replica, version } = services;
  const { paths, add } = createRoutes((req) => {
    if (req.method !== "GET" && req.method !== "HEAD" && !WHEN_FENCED.test(req.path)) replica.requireOurs();
  });
  for (const routes of ROUTES) routes(add, surface);
  let description: object | undefined;
  add("viewer get /openapi.json", {
    name: "readDescription",
    summary: "Retrieve this OpenAPI document",
    run() {
      description ??= describeConsole(paths, version);
      return description;
    },
  });

  const router = express.Router({ caseSensitive: true });
  const actingAs =
    (personOf: typeof auditedPersonOf): RequestHandler =>
    (req, _res, next) =>
      audit.actingAs({ address: logins.addressOf(req), person: personOf(req) }, next);
  const register = (path: string, methods: Methods) => {
    const handlers = Object.entries(methods).map(([method, { handle }]) => [method, handle]);
    resource(router, path, Object.fromEntries(handlers));
  };
  const isOpen = (methods: Methods) => Object.values(methods).every(({ role }) => role === "anyone");
  router.use(
    (_req, res, next) => {
      res.setHeader("Cache-Control", "no-store");
      next();
    },
    actingAs(() => null),
  );
  for (const [path, methods] of paths) if (isOpen(methods)) register(path, methods);
  router.use(logins.requireLogin, actingAs(auditedPersonOf));
  for (const [path, methods] of paths) if (!isOpen(methods)) register(path, methods);
  return router;
}
