/** Sites: their state, their results over time, and their problems. */
import type { Request, Router } from "express";
import { z } from "zod";
import { pageOf } from "../../contracts/schema-parts.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { ProblemPatch, SITE_SORTS, SitePatch, SiteRow, SiteView } from "../../contracts/sites-api.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import { word } from "./bodies.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { visitorOf } from "./permissions.ts";
import { bodyOf, defined, param, queryOf } from "./requests.ts";

const SiteQuerySchema = z.object({
  project: word,
  q: word,
  sort: z.enum(SITE_SORTS, fault("api.one_of", { values: SITE_SORTS })).default("attention"),
  cursor: word,
});

/** Of the account; null: the owner. */
const nameOf = (req: Request) => visitorOf(req).person?.name ?? null;

export function siteRoutes(router: Router, { services: { sites } }: Console): void {
  resource(router, "/sites", {
    get: (req, res) => {
      const { cursor, ...query } = queryOf(req, SiteQuerySchema);
      sendJson(res, 200, sites.page(query, cursor));
    },
  });
  resource(router, "/sites/:id", {
    get: (req, res) => sendJson(res, 200, sites.view(param(req, "id"))),
    patch: async (req, res) => sendJson(res, 200, sites.change(param(req, "id"), await bodyOf(req, SitePatch))),
  });
  resource(router, "/sites/:id/hold", {
    post: (req, res) => {
      sendJson(res, 200, sites.hold(param(req, "id"), nameOf(req)));
    },
  });
  resource(router, "/sites/:id/release", {
    post: (req, res) => sendJson(res, 200, sites.release(param(req, "id"))),
  });
  resource(router, "/problems/:id", {
    patch: async (req, res) => {
      const patch = await bodyOf(req, ProblemPatch);
      sendJson(res, 200, sites.changeProblem(param(req, "id"), defined(patch), nameOf(req)));
    },
  });
}

export const siteDescriptions: Descriptions = {
  "get /sites": {
    role: "viewer",
    name: "listSites",
    does: "The sites of all projects",
    query: SiteQuerySchema,
    answer: pageOf(SiteRow),
  },
  "get /sites/:id": {
    role: "viewer",
    name: "readSite",
    does: "A site with its queue, results and problems",
    answer: SiteView,
  },
  "patch /sites/:id": {
    role: "operator",
    name: "changeSite",
    does: "Mute alerts about a site until a time",
    body: SitePatch,
    answer: SiteView,
  },
  "patch /problems/:id": {
    role: "operator",
    name: "changeProblem",
    does: "Assign, mute or resolve a problem of a site",
    body: ProblemPatch,
    answer: SiteView,
  },
  "post /sites/:id/hold": {
    role: "operator",
    name: "holdSite",
    does: "Put the deliveries of a site on hold",
    answer: SiteView,
  },
  "post /sites/:id/release": {
    role: "operator",
    name: "releaseSite",
    does: "Send the deliveries of a site that are on hold",
    answer: SiteView,
  },
};
