/** The API behind the console, mounted at `/api` of the console's listener, behind its login. */
import express, { type Router } from "express";
import type { AuditRow, LoggedIn, Me } from "../contracts/console-api.ts";
import { isoTime } from "../core/runtime.ts";
import { settingsSchema } from "../core/settings.ts";
import { resource } from "../http/fallbacks.ts";
import { sendJson } from "../http/json-body.ts";
import { accessRoutes } from "./access-routes.ts";
import { backupRoutes } from "./backup-routes.ts";
import * as bodies from "./bodies.ts";
import { CONSOLE_TOPIC, type Console } from "./console.ts";
import { deliveriesRoutes } from "./deliveries-routes.ts";
import { fontsRoutes } from "./fonts-routes.ts";
import { keptBackupRoutes } from "./kept-backup-routes.ts";
import { logsRoutes } from "./logs-routes.ts";
import { networkRoutes } from "./network-routes.ts";
import { notificationsRoutes } from "./notifications-routes.ts";
import { overviewRoutes } from "./overview-routes.ts";
import { projectRoutes } from "./projects-routes.ts";
import { bodyOf, defined, queryOf } from "./requests.ts";
import { sessionRoutes } from "./session-routes.ts";

export function consoleRoutes(surface: Console): Router {
  const { services, logins, views, stream } = surface;
  const { deliveries, settings, audit } = services;
  const router = express.Router({ caseSensitive: true });
  router.use((_req, res, next) => {
    res.setHeader("Cache-Control", "no-store");
    next();
  });

  resource(router, "/login", {
    get: (req, res) => sendJson(res, 200, logins.ways(req)),
    post: async (req, res) => {
      const { token = "", password } = await bodyOf(req, bodies.LoginSchema);
      const key =
        password === undefined ? logins.logIn(req, res, token) : await logins.logInByPassword(req, res, password);
      sendJson(res, 200, { key } satisfies LoggedIn);
    },
  });
  router.use(logins.requireLogin);
  resource(router, "/me", {
    get: (req, res) => {
      const login = logins.of(req);
      const me: Me = {
        version: services.version,
        event_id: stream.position(),
        login: login && { id: login.id, kind: login.kind },
      };
      sendJson(res, 200, me);
    },
  });
  accessRoutes(router, surface);

  projectRoutes(router, surface);
  fontsRoutes(router, surface);

  overviewRoutes(router, surface);
  sessionRoutes(router, surface);

  deliveriesRoutes(router, surface);

  resource(router, "/settings", {
    get: async (_req, res) => sendJson(res, 200, await views.settings()),
    patch: async (req, res) => {
      const changes = defined(await bodyOf(req, settingsSchema.partial()));
      settings.patch(changes);
      audit.record("settings changed", "settings", changes);
      if (changes.deliveries_paused !== undefined) deliveries.followPause();
      sendJson(res, 200, await views.settings());
    },
  });
  networkRoutes(router, surface);
  notificationsRoutes(router, surface);
  logsRoutes(router, surface);
  backupRoutes(router, surface);
  keptBackupRoutes(router, surface);
  resource(router, "/audit", {
    get: (req, res) => {
      const page = audit.page(queryOf(req, bodies.PageQuerySchema).cursor);
      const items = page.items.map((deed): AuditRow => ({ ...deed, id: String(deed.id), at: isoTime(deed.at) }));
      sendJson(res, 200, { items, next_cursor: page.nextCursor });
    },
  });
  resource(router, "/events", {
    get: (req, res) => {
      stream.connect(CONSOLE_TOPIC, req, res, queryOf(req, bodies.EventsQuerySchema).after);
      logins.watch(req, res);
    },
  });
  return router;
}
