/** The API behind the console, mounted at `/api` of the console's listener, behind its login. */
import express, { type Router } from "express";
import { LoggedIn, LoginWays, Me } from "../../contracts/access-api.ts";
import { Settings, SettingsView } from "../../contracts/settings-api.ts";
import { isoTime } from "../../core/runtime.ts";
import { createClientAddress } from "../../http/client-address.ts";
import { resource, resourcesOf } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import type { SiteLink } from "../../logins/site-links.ts";
import { accessDescriptions, accessRoutes } from "./access-routes.ts";
import { accountDescriptions, accountRoutes, invitationRoutes } from "./account-routes.ts";
import { auditDescriptions, auditRoutes } from "./audit-routes.ts";
import { backupDescriptions, backupRoutes } from "./backup-routes.ts";
import * as bodies from "./bodies.ts";
import { type Console, topicFor } from "./console.ts";
import { deliveriesDescriptions, deliveriesRoutes } from "./deliveries-routes.ts";
import type { Descriptions } from "./describe.ts";
import { fontsDescriptions, fontsRoutes } from "./fonts-routes.ts";
import { keptBackupDescriptions, keptBackupRoutes } from "./kept-backup-routes.ts";
import { logsDescriptions, logsRoutes } from "./logs-routes.ts";
import { networkDescriptions, networkRoutes } from "./network-routes.ts";
import { notificationsDescriptions, notificationsRoutes } from "./notifications-routes.ts";
import { describeConsole } from "./openapi.ts";
import { overviewDescriptions, overviewRoutes } from "./overview-routes.ts";
import { auditedPersonOf, createPermissions, requireRole, visitorOf } from "./permissions.ts";
import { projectDescriptions, projectRoutes } from "./projects-routes.ts";
import { replicaDescriptions, replicaRoutes } from "./replica-routes.ts";
import { bodyOf, defined, queryOf } from "./requests.ts";
import { sessionDescriptions, sessionRoutes } from "./session-routes.ts";
import { siteLinkDescriptions, siteLinkRoutes } from "./site-link-routes.ts";
import { siteRequestDescriptions, siteRequestRoutes } from "./site-request-routes.ts";
import { siteDescriptions, siteRoutes } from "./site-routes.ts";
import { snippetDescriptions, snippetRoutes } from "./snippet-routes.ts";

const SettingsPatchSchema = Settings.partial().strict();

const ownDescriptions: Descriptions = {
  "get /login": { role: "anyone", name: "listWaysIn", does: "How one may log in here", answer: LoginWays },
  "post /login": {
    role: "anyone",
    name: "logIn",
    does: "Let a browser in",
    body: bodies.LoginSchema,
    answer: LoggedIn,
  },
  "get /me": {
    role: "viewer",
    siteLink: true,
    name: "readMe",
    does: "Whether one is logged in, and where the events stand",
    answer: Me,
  },
  "get /settings": {
    role: "viewer",
    name: "readSettings",
    does: "Settings, and facts of the appliance",
    answer: SettingsView,
  },
  "patch /settings": {
    role: "operator",
    name: "changeSettings",
    does: "Change settings; the rest stays",
    body: SettingsPatchSchema,
    answer: SettingsView,
  },
  "get /events": {
    role: "viewer",
    siteLink: true,
    name: "followEvents",
    does: "What happens, as it happens (server-sent events)",
    query: bodies.EventsQuerySchema,
    answer: "events",
  },
  "get /openapi.json": { role: "viewer", name: "readDescription", does: "This description" },
};

/** Changes that an appliance allows after another machine took over. */
const WHEN_FENCED = /^\/(logout|logins\/[^/]+|replica|support-bundle|backup)$/;

/** The route table. */
const DESCRIPTIONS: Descriptions = {
  ...ownDescriptions,
  ...accessDescriptions,
  ...accountDescriptions,
  ...projectDescriptions,
  ...siteLinkDescriptions,
  ...snippetDescriptions,
  ...fontsDescriptions,
  ...overviewDescriptions,
  ...sessionDescriptions,
  ...deliveriesDescriptions,
  ...siteRequestDescriptions,
  ...siteDescriptions,
  ...networkDescriptions,
  ...backupDescriptions,
  ...keptBackupDescriptions,
  ...replicaDescriptions,
  ...notificationsDescriptions,
  ...logsDescriptions,
  ...auditDescriptions,
};

export function consoleRoutes(surface: Console): Router {
  const { services, logins, accountLogins, views, stream } = surface;
  const { audit, changeSettings } = services;
  const clientAddress = createClientAddress(services.config.trustedProxies);
  const router = express.Router({ caseSensitive: true });
  router.use((req, res, next) => {
    res.setHeader("Cache-Control", "no-store");
    audit.asking({ address: clientAddress(req), person: null }, next);
  });

  resource(router, "/login", {
    get: (req, res) => sendJson(res, 200, logins.ways(req)),
    post: async (req, res) => {
      const by = await bodyOf(req, bodies.LoginSchema);
      if ("email" in by) return sendJson(res, 200, await accountLogins.logIn(req, res, by));
      const key = "token" in by ? logins.logIn(req, res, by.token) : logins.logInBySiteLink(req, res, by.site_link);
      sendJson(res, 200, { key, needs_code: false } satisfies LoggedIn);
    },
  });
  invitationRoutes(router, surface);
  router.use(logins.requireLogin);
  router.use((req, _res, next) => audit.asking({ address: clientAddress(req), person: auditedPersonOf(req) }, next));
  const permissions = createPermissions();
  router.use(permissions.check);
  router.use((req, _res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD" && !WHEN_FENCED.test(req.path)) services.replica.requireOurs();
    next();
  });
  const projectOf = ({ projectId, expiresAt }: SiteLink): Me["project"] => {
    const { id, name } = services.projects.byId(projectId);
    return { id, name, expires_at: isoTime(expiresAt) };
  };
  resource(router, "/me", {
    get: (req, res) => {
      const login = logins.of(req);
      const visitor = visitorOf(req);
      const me: Me = {
        version: services.version,
        event_id: stream.position(),
        login: login && { id: login.id, kind: login.kind },
        person: visitor.person,
        role: visitor.role,
        project: visitor.siteLink && projectOf(visitor.siteLink),
      };
      sendJson(res, 200, me);
    },
  });
  accessRoutes(router, surface);
  accountRoutes(router, surface);

  projectRoutes(router, surface);
  siteLinkRoutes(router, surface);
  snippetRoutes(router, surface);
  fontsRoutes(router, surface);

  overviewRoutes(router, surface);
  sessionRoutes(router, surface);

  deliveriesRoutes(router, surface);
  siteRequestRoutes(router, surface);
  siteRoutes(router, surface);

  resource(router, "/settings", {
    get: async (_req, res) => sendJson(res, 200, await views.settings()),
    patch: async (req, res) => {
      const changes = defined(await bodyOf(req, SettingsPatchSchema));
      // Holding and releasing deliveries is day-to-day work.
      if (Object.keys(changes).some((name) => name !== "deliveries_paused")) requireRole(req, "admin");
      changeSettings(changes);
      sendJson(res, 200, await views.settings());
    },
  });
  networkRoutes(router, surface);
  notificationsRoutes(router, surface);
  logsRoutes(router, surface);
  backupRoutes(router, surface);
  keptBackupRoutes(router, surface);
  replicaRoutes(router, surface);
  auditRoutes(router, surface);
  resource(router, "/events", {
    get: (req, res) => {
      stream.connect(topicFor(visitorOf(req)), req, res, queryOf(req, bodies.EventsQuerySchema).after);
      logins.watch(req, res);
    },
  });
  let description: object | undefined;
  resource(router, "/openapi.json", {
    get: (_req, res) => {
      description ??= describeConsole(resourcesOf(router), DESCRIPTIONS, services.version);
      sendJson(res, 200, description);
    },
  });
  permissions.cover(router, DESCRIPTIONS);
  return router;
}
