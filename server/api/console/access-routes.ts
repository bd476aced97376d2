/** Access to the console: logins and their ends, one-time links, and the names of the console. */
import type { Router } from "express";
import { AccessView, ConsoleLinkView, LoginRow } from "../../contracts/access-api.ts";
import type { Page } from "../../contracts/console-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { isoTime } from "../../core/runtime.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { param } from "./requests.ts";

export function accessRoutes(router: Router, { services, logins, hosts }: Console): void {
  resource(router, "/access", { get: (_req, res) => sendJson(res, 200, hosts.view()) });
  resource(router, "/logins", {
    get: (req, res) => {
      const current = logins.of(req)?.id;
      const items = services.logins.list().map((login): LoginRow => {
        const expiresAt = services.logins.expiresAt(login);
        return {
          id: login.id,
          kind: login.kind,
          person: login.accountId === null ? null : (services.accounts.find(login.accountId)?.person ?? null),
          current: login.id === current,
          user_agent: login.userAgent,
          address: login.address,
          created_at: isoTime(login.createdAt),
          last_used_at: isoTime(login.lastUsedAt),
          expires_at: expiresAt === null ? null : isoTime(expiresAt),
        };
      });
      sendJson(res, 200, { items, next_cursor: null } satisfies Page<LoginRow>);
    },
  });
  resource(router, "/logins/:id", {
    delete: (req, res) => {
      services.logins.end(param(req, "id"));
      res.status(204).end();
    },
  });
  resource(router, "/console-link", {
    post: (req, res) => {
      services.audit.record("login link made", "appliance", {});
      const expires_at = isoTime(services.runtime.clock.now() + logins.linkMs);
      sendJson(res, 201, { link: logins.oneTimeLink("link", logins.of(req)), expires_at } satisfies ConsoleLinkView);
    },
  });
  resource(router, "/logout", {
    post: (req, res) => {
      logins.logOut(req, res);
      res.status(204).end();
    },
  });
}

export const accessDescriptions: Descriptions = {
  "get /access": {
    role: "viewer",
    name: "readAccess",
    does: "From where the console can be reached",
    answer: AccessView,
  },
  "get /logins": {
    role: "admin",
    name: "listLogins",
    does: "The browsers that are logged in",
    answer: pageOf(LoginRow),
  },
  "delete /logins/:id": { role: "admin", name: "endLogin", does: "End a browser's login", answer: null },
  "post /console-link": {
    role: "admin",
    name: "makeConsoleLink",
    does: "A link that logs one browser in, once, within ten minutes",
    answer: ConsoleLinkView,
    status: 201,
  },
  "post /logout": { role: "viewer", siteLink: true, name: "logOut", does: "End one's own login", answer: null },
};
