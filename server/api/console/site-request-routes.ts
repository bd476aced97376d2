import { z } from "zod";
import { STATUS } from "../../contracts/request-query.ts";
import { RequestDetail, RequestPage } from "../../contracts/requests-api.ts";
import { fault, sentence } from "../../contracts/sentences/index.ts";
import { asMs, emptyAsNull, word, zonedTime } from "./bodies.ts";
import type { Console } from "./console.ts";
import { requireInScope, scopeOf } from "./permissions.ts";
import type { AddRoute } from "./route.ts";

const ListQuerySchema = z.object({
  project: word,
  status: emptyAsNull(z.string().regex(STATUS, fault("api.one_of", { values: "a status or a class such as '4xx'" }))),
  code: word,
  from: emptyAsNull(zonedTime),
  to: emptyAsNull(zonedTime),
  q: word,
  cursor: word,
});

export function siteRequestRoutes(route: AddRoute, { services: { requests } }: Console): void {
  route("get /requests", {
    role: "viewer",
    siteLink: true,
    name: "listRequests",
    summary: "List requests from sites, newest first",
    query: ListQuerySchema,
    answer: RequestPage,
    run({ req, query: { cursor, ...filter } }) {
      const scope = scopeOf(req);
      const page = requests.page({ ...asMs(filter), project: scope ?? filter.project }, cursor);
      // The count includes requests of other projects.
      return scope === null ? page : { ...page, left_out: 0 };
    },
  });
  route("get /requests/:id", {
    role: "viewer",
    siteLink: true,
    name: "readRequest",
    summary: "Retrieve a request from a site, with the response if it failed",
    answer: RequestDetail,
    run({ req, params }) {
      const request = requests.detail(params.id);
      requireInScope(req, request.project_id, sentence("admin.no_request"));
      return request;
    },
  });
}
