import { pageOf } from "../../contracts/schema-parts.ts";
import { NewSiteLink, NewSiteLinkView, SiteLinkRow } from "../../contracts/site-links-api.ts";
import type { Console } from "./console.ts";
import { nameOf } from "./permissions.ts";
import type { AddRoute } from "./route.ts";

export function siteLinkRoutes(route: AddRoute, { services: { siteLinks }, hosts }: Console): void {
  route("get /projects/:id/site-links", {
    role: "admin",
    name: "listSiteLinks",
    summary: "List a project's site links, newest first",
    answer: pageOf(SiteLinkRow),
    run: ({ params }) => ({ items: siteLinks.list(params.id), next_cursor: null }),
  });
  route("post /projects/:id/site-links", {
    role: "admin",
    name: "createSiteLink",
    summary: "Create a site link, which lets a site's developer read its deliveries and requests",
    body: NewSiteLink,
    answer: NewSiteLinkView,
    status: 201,
    run({ req, params, body }) {
      const { row, secret } = siteLinks.create(params.id, body, nameOf(req));
      return { ...row, link: `${hosts.urlFor(req.get("Origin"))}/site#link=${secret}` };
    },
  });
  route("delete /projects/:id/site-links/:link", {
    role: "admin",
    name: "removeSiteLink",
    summary: "Delete a site link and end its logins",
    answer: null,
    run: ({ params }) => siteLinks.remove(params.id, params.link),
  });
}
