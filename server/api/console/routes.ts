/** The console API, mounted at `/api` of the console's listener, behind its login. */
import express, { type RequestHandler, type Router } from "express";
import { LoggedIn, LoginWays, Me } from "../../contracts/access-api.ts";
import { Settings, SettingsView } from "../../contracts/settings-api.ts";
import { isoTime } from "../../core/runtime.ts";
import { createClientAddress } from "../../http/client-address.ts";
import { resource } from "../../http/fallbacks.ts";
import type { SiteLink } from "../../logins/site-links.ts";
import { accessRoutes } from "./access-routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { auditRoutes } from "./audit-routes.ts";
import { backupRoutes } from "./backup-routes.ts";
import * as bodies from "./bodies.ts";
import { type Console, topicFor } from "./console.ts";
import { deliveriesRoutes } from "./deliveries-routes.ts";
import { fontsRoutes } from "./fonts-routes.ts";
import { keptBackupRoutes } from "./kept-backup-routes.ts";
import { logsRoutes } from "./logs-routes.ts";
import { networkRoutes } from "./network-routes.ts";
import { notificationsRoutes } from "./notifications-routes.ts";
import { describeConsole } from "./openapi.ts";
import { overviewRoutes } from "./overview-routes.ts";
import { auditedPersonOf, requireRole, visitorOf } from "./permissions.ts";
import { projectRoutes } from "./projects-routes.ts";
import { replicaRoutes } from "./replica-routes.ts";
import { type AddRoute, createRoutes, type Methods } from "./route.ts";
import { sessionRoutes } from "./session-routes.ts";
import { siteLinkRoutes } from "./site-link-routes.ts";
import { siteRequestRoutes } from "./site-request-routes.ts";
import { siteRoutes } from "./site-routes.ts";
import { snippetRoutes } from "./snippet-routes.ts";

/** In the order in which paths match. */
const ROUTES: readonly ((route: AddRoute, surface: Console) => void)[] = [
  loginRoutes,
  accessRoutes,
  accountRoutes,
  projectRoutes,
  siteLinkRoutes,
  snippetRoutes,
  fontsRoutes,
  overviewRoutes,
  sessionRoutes,
  deliveriesRoutes,
  siteRequestRoutes,
  siteRoutes,
  settingsRoutes,
  networkRoutes,
  notificationsRoutes,
  logsRoutes,
  backupRoutes,
  keptBackupRoutes,
  replicaRoutes,
  auditRoutes,
];

/** Changes that remain allowed after another machine took over. */
const WHEN_FENCED = /^\/(logout|logins\/[^/]+|replica|support-bundle|backup)$/;

export function consoleRoutes(surface: Console): Router {
  const { services, logins } = surface;
  const { audit, replica, version } = services;
  const clientAddress = createClientAddress(services.config.trustedProxies);
  const { paths, add } = createRoutes((req) => {
    if (req.method !== "GET" && req.method !== "HEAD" && !WHEN_FENCED.test(req.path)) replica.requireOurs();
  });
  for (const routes of ROUTES) routes(add, surface);
  let description: object | undefined;
  add("get /openapi.json", {
    role: "viewer",
    name: "readDescription",
    summary: "Retrieve this OpenAPI document",
    run() {
      description ??= describeConsole(paths, version);
      return description;
    },
  });

  const router = express.Router({ caseSensitive: true });
  const asking =
    (personOf: typeof auditedPersonOf): RequestHandler =>
    (req, _res, next) =>
      audit.asking({ address: clientAddress(req), person: personOf(req) }, next);
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
    asking(() => null),
  );
  for (const [path, methods] of paths) if (isOpen(methods)) register(path, methods);
  router.use(logins.requireLogin, asking(auditedPersonOf));
  for (const [path, methods] of paths) if (!isOpen(methods)) register(path, methods);
  return router;
}

function loginRoutes(route: AddRoute, { services, logins, accountLogins, stream }: Console): void {
  const projectOf = ({ projectId, expiresAt }: SiteLink): Me["project"] => {
    const { id, name } = services.projects.byId(projectId);
    return { id, name, expires_at: isoTime(expiresAt) };
  };
  route("get /login", {
    role: "anyone",
    name: "listWaysIn",
    summary: "List the available ways to log in",
    answer: LoginWays,
    run: ({ req }) => logins.ways(req),
  });
  route("post /login", {
    role: "anyone",
    name: "logIn",
    summary: "Log in with a console token, a site link or an account",
    body: bodies.LoginSchema,
    answer: LoggedIn,
    run({ req, res, body }) {
      if ("email" in body) return accountLogins.logIn(req, res, body);
      const key =
        "token" in body ? logins.logIn(req, res, body.token) : logins.logInBySiteLink(req, res, body.site_link);
      return { key, needs_code: false };
    },
  });
  route("get /me", {
    role: "viewer",
    siteLink: true,
    name: "readMe",
    summary: "Retrieve the caller's login and role, and the newest event's id",
    answer: Me,
    run({ req }) {
      const login = logins.of(req);
      const { person, role, siteLink } = visitorOf(req);
      return {
        version: services.version,
        event_id: stream.position(),
        login: login && { id: login.id, kind: login.kind },
        person,
        role,
        project: siteLink && projectOf(siteLink),
      };
    },
  });
  route("get /events", {
    role: "viewer",
    siteLink: true,
    name: "followEvents",
    summary: "Stream events (server-sent events)",
    query: bodies.EventsQuerySchema,
    answer: "events",
    run({ req, res, query }) {
      stream.connect(topicFor(visitorOf(req)), req, res, query.after);
      logins.watch(req, res);
    },
  });
}

function settingsRoutes(route: AddRoute, { services, views }: Console): void {
  route("get /settings", {
    role: "viewer",
    name: "readSettings",
    summary: "Retrieve the settings and the appliance's properties",
    answer: SettingsView,
    run: views.settings,
  });
  route("patch /settings", {
    role: "operator",
    name: "changeSettings",
    summary: "Update settings; omitted settings keep their values",
    body: Settings.partial().strict(),
    answer: SettingsView,
    run({ req, body }) {
      // Operators may pause and resume deliveries.
      if (Object.keys(body).some((name) => name !== "deliveries_paused")) requireRole(req, "admin");
      services.changeSettings(body);
      return views.settings();
    },
  });
}
