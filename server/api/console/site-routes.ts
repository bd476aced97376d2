/** Sites: their state, their results over time, and their problems. */
import { z } from "zod";
import { pageOf } from "../../contracts/schema-parts.ts";
import { ProblemPatch, SITE_SORTS, SitePatch, SiteRow, SiteView } from "../../contracts/sites-api.ts";
import { oneOf, word } from "./bodies.ts";
import type { Console } from "./console.ts";
import { nameOf } from "./permissions.ts";
import type { AddRoute } from "./route.ts";

export function siteRoutes(route: AddRoute, { services: { sites } }: Console): void {
  route("get /sites", {
    role: "viewer",
    name: "listSites",
    summary: "List the sites of all projects",
    query: z.object({ project: word, q: word, sort: oneOf(SITE_SORTS).default("attention"), cursor: word }),
    answer: pageOf(SiteRow),
    run: ({ query: { cursor, ...query } }) => sites.page(query, cursor),
  });
  route("get /sites/:id", {
    role: "viewer",
    name: "readSite",
    summary: "Retrieve a site with its queue, results and problems",
    answer: SiteView,
    run: ({ params }) => sites.view(params.id),
  });
  route("patch /sites/:id", {
    role: "operator",
    name: "changeSite",
    summary: "Mute alerts about a site until a given time",
    body: SitePatch,
    answer: SiteView,
    run: ({ params, body }) => sites.change(params.id, body),
  });
  route("patch /problems/:id", {
    role: "operator",
    name: "changeProblem",
    summary: "Assign, mute or resolve a problem of a site",
    body: ProblemPatch,
    answer: SiteView,
    run: ({ req, params, body }) => sites.changeProblem(params.id, body, nameOf(req)),
  });
  route("post /sites/:id/hold", {
    role: "operator",
    name: "holdSite",
    summary: "Put the deliveries of a site on hold",
    answer: SiteView,
    run: ({ req, params }) => sites.hold(params.id, nameOf(req)),
  });
  route("post /sites/:id/release", {
    role: "operator",
    name: "releaseSite",
    summary: "Release the deliveries of a site that are on hold",
    answer: SiteView,
    run: ({ params }) => sites.release(params.id),
  });
}
