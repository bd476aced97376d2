/** Access to the console: logins and their ends, one-time links, and the names of the console. */
import { AccessView, ConsoleLinkView, LoginRow } from "../../contracts/access-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { isoTime } from "../../core/runtime.ts";
import type { Console } from "./console.ts";
import type { AddRoute } from "./route.ts";

export function accessRoutes(route: AddRoute, { services, logins, hosts }: Console): void {
  route("get /access", {
    role: "viewer",
    name: "readAccess",
    summary: "Retrieve the URLs and host names of the console",
    answer: AccessView,
    run: () => hosts.view(),
  });
  route("get /logins", {
    role: "admin",
    name: "listLogins",
    summary: "List the active logins",
    answer: pageOf(LoginRow),
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
  route("delete /logins/:id", {
    role: "admin",
    name: "endLogin",
    summary: "End a login",
    answer: null,
    run: ({ params }) => services.logins.end(params.id),
  });
  route("post /console-link", {
    role: "admin",
    name: "makeConsoleLink",
    summary: "Create a single-use login link, valid for ten minutes",
    answer: ConsoleLinkView,
    status: 201,
    run({ req }) {
      services.audit.record("login link made", "appliance", {});
      const expires_at = isoTime(services.runtime.clock.now() + logins.linkMs);
      return { link: logins.oneTimeLink("link", logins.of(req)), expires_at };
    },
  });
  route("post /logout", {
    role: "viewer",
    siteLink: true,
    name: "logOut",
    summary: "Log out",
    answer: null,
    run: ({ req, res }) => logins.logOut(req, res),
  });
}
