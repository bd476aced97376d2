import { z } from "zod";
import { RequestDetail, RequestPage, STATUS } from "../../contracts/requests-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { fault, sentence } from "../../contracts/sentences/index.ts";
import { ProblemPatch, SITE_SORTS, SitePatch, SiteRow, SiteView } from "../../contracts/sites-api.ts";
import type { Console } from "./console.ts";
import { nameOf, requireInScope, scopeOf } from "./permissions.ts";
import { type AddRoute, emptyAsNull, oneOf, withTimesInMs, word, zonedTime } from "./route.ts";

const RequestQuery = z.object({
  project: word,
  status: emptyAsNull(z.string().regex(STATUS, fault("api.one_of", { values: "a status or a class such as '4xx'" }))),
  code: word,
  from: emptyAsNull(zonedTime),
  to: emptyAsNull(zonedTime),
  q: word,
  cursor: word,
});

export function siteRoutes(route: AddRoute, { services: { requests, sites } }: Console): void {
  route("viewer get /requests", {
    siteLink: true,
    name: "listRequests",
    summary: "List requests from sites, newest first",
    query: RequestQuery,
    response: RequestPage,
    run({ req, query: { cursor, ...filter } }) {
      const scope = scopeOf(req);
      const page = requests.page({ ...withTimesInMs(filter), project: scope ?? filter.project }, cursor);
      // The count includes requests of other projects.
      return scope === null ? page : { ...page, left_out: 0 };
    },
  });
  route("viewer get /requests/:id", {
    siteLink: true,
    name: "readRequest",
    summary: "Retrieve a request from a site, with the response if it failed",
    response: RequestDetail,
    run({ req, params }) {
      const request = requests.detail(params.id);
      requireInScope(req, request.project_id, sentence("admin.no_request"));
      return request;
    },
  });
  route("viewer get /sites", {
    name: "listSites",
    summary: "List the sites of all projects",
    query: z.object({ project: word, q: word, sort: oneOf(SITE_SORTS).default("attention"), cursor: word }),
    response: pageOf(SiteRow),
    run: ({ query: { cursor, ...query } }) => sites.page(query, cursor),
  });
  route("viewer get /sites/:id", {
    name: "readSite",
    summary: "Retrieve a site with its queue, results and problems",
    response: SiteView,
    run: ({ params }) => sites.view(params.id),
  });
  route("operator patch /sites/:id", {
    name: "changeSite",
    summary: "Mute alerts about a site until a given time",
    body: SitePatch,
    response: SiteView,
    run: ({ params, body }) => sites.change(params.id, body),
  });
  route("operator patch /problems/:id", {
    name: "changeProblem",
    summary: "Assign, mute or resolve a problem of a site",
    body: ProblemPatch,
    response: SiteView,
    run: ({ req, params, body }) => sites.changeProblem(params.id, body, nameOf(req)),
  });
  route("operator post /sites/:id/hold", {
    name: "holdSite",
    summary: "Put the deliveries of a site on hold",
    response: SiteView,
    run: ({ req, params }) => sites.hold(params.id, nameOf(req)),
  });
  route("operator post /sites/:id/release", {
    name: "releaseSite",
    summary: "Release the deliveries of a site that are on hold",
    response: SiteView,
    run: ({ params }) => sites.release(params.id),
  });
}
