/** The site links of a project. */
import type { Router } from "express";
import { pageOf } from "../../contracts/schema-parts.ts";
import { NewSiteLink, NewSiteLinkView, SiteLinkRow } from "../../contracts/site-links-api.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { visitorOf } from "./permissions.ts";
import { bodyOf, param } from "./requests.ts";

export function siteLinkRoutes(router: Router, { services: { siteLinks }, hosts }: Console): void {
  resource(router, "/projects/:id/site-links", {
    get: (req, res) => sendJson(res, 200, { items: siteLinks.list(param(req, "id")), next_cursor: null }),
    post: async (req, res) => {
      const asked = await bodyOf(req, NewSiteLink);
      const { row, secret } = siteLinks.create(param(req, "id"), asked, visitorOf(req).person?.name ?? null);
      const link = `${hosts.urlFor(req.get("Origin"))}/site#link=${secret}`;
      sendJson(res, 201, { ...row, link } satisfies NewSiteLinkView);
    },
  });
  resource(router, "/projects/:id/site-links/:link", {
    delete: (req, res) => {
      siteLinks.remove(param(req, "id"), param(req, "link"));
      res.status(204).end();
    },
  });
}

export const siteLinkDescriptions: Descriptions = {
  "get /projects/:id/site-links": {
    role: "admin",
    name: "listSiteLinks",
    does: "The site links of a project, the newest first",
    answer: pageOf(SiteLinkRow),
  },
  "post /projects/:id/site-links": {
    role: "admin",
    name: "createSiteLink",
    does: "A link with which the developer of the site reads its deliveries and requests",
    body: NewSiteLink,
    answer: NewSiteLinkView,
    status: 201,
  },
  "delete /projects/:id/site-links/:link": {
    role: "admin",
    name: "removeSiteLink",
    does: "Remove a site link, and end its logins",
    answer: null,
  },
};
