import { z } from "zod";
import {
  AccessView,
  ConsoleLinkView,
  LoggedIn,
  LoginRow,
  LoginWays,
  Me,
  SiteLinkLogin,
} from "../../contracts/access-api.ts";
import { AccountLogin } from "../../contracts/accounts-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { isoTime } from "../../core/runtime.ts";
import { EventIdSchema } from "../../http/event-stream.ts";
import type { SiteLink } from "../../logins/site-links.ts";
import { type Console, topicFor } from "./console.ts";
import { visitorOf } from "./permissions.ts";
import type { AddRoute } from "./route.ts";

export function accessRoutes(route: AddRoute, { services, logins, accountLogins, stream, hosts }: Console): void {
  const projectOf = ({ projectId, expiresAt }: SiteLink): Me["project"] => {
    const { id, name } = services.projects.byId(projectId);
    return { id, name, expires_at: isoTime(expiresAt) };
  };
  route("anyone get /login", {
    name: "listWaysIn",
    summary: "List the available ways to log in",
    response: LoginWays,
    run: ({ req }) => logins.ways(req),
  });
  route("anyone post /login", {
    name: "logIn",
    summary: "Log in with a console token, a site link or an account",
    body: z.union(
      [z.strictObject({ token: z.string().min(1).max(200) }), SiteLinkLogin, AccountLogin],
      fault("api.token_or_password"),
    ),
    response: LoggedIn,
    run({ req, res, body }) {
      if ("email" in body) return accountLogins.logIn(req, res, body);
      const key =
        "token" in body ? logins.logIn(req, res, body.token) : logins.logInBySiteLink(req, res, body.site_link);
      return { key, needs_code: false };
    },
  });
  route("viewer get /me", {
    siteLink: true,
    name: "readMe",
    summary: "Retrieve the caller's login and role, and the newest event's id",
    response: Me,
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
  route("viewer get /events", {
    siteLink: true,
    name: "followEvents",
    summary: "Stream events (server-sent events)",
    query: z.object({ after: EventIdSchema.optional() }),
    response: "events",
    run({ req, res, query }) {
      stream.connect(topicFor(visitorOf(req)), req, res, query.after);
      logins.watch(req, res);
    },
  });
  route("viewer get /access", {
    name: "readAccess",
    summary: "Retrieve the URLs and host names of the console",
    response: AccessView,
    run: () => hosts.view(),
  });
  route("admin get /logins", {
    name: "listLogins",
    summary: "List the active logins",
    response: pageOf(LoginRow),
    run({ req }) {
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
      return { items, next_cursor: null };
    },
  });
  route("admin delete /logins/:id", {
    name: "endLogin",
    summary: "End a login",
    response: null,
    run: ({ params }) => services.logins.end(params.id),
  });
  route("admin post /console-link", {
    name: "makeConsoleLink",
    summary: "Create a single-use login link, valid for ten minutes",
    response: ConsoleLinkView,
    status: 201,
    run({ req }) {
      services.audit.record("login link made", "appliance", {});
      const expires_at = isoTime(services.runtime.clock.now() + logins.linkMs);
      return { link: logins.oneTimeLink("link", logins.of(req)), expires_at };
    },
  });
  route("viewer post /logout", {
    siteLink: true,
    name: "logOut",
    summary: "Log out",
    response: null,
    run: ({ req, res }) => logins.logOut(req, res),
  });
}
