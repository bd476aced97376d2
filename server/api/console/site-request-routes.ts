/** The log of the requests that sites sent. */
import type { Router } from "express";
import { z } from "zod";
import { STATUS } from "../../contracts/request-query.ts";
import { RequestDetail, RequestPage } from "../../contracts/requests-api.ts";
import { fault, sentence } from "../../contracts/sentences/index.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import { emptyAsNull, word, zonedTime } from "./bodies.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { requireInScope, scopeOf } from "./permissions.ts";
import { param, queryOf } from "./requests.ts";

const ListQuerySchema = z.object({
  project: word,
  status: emptyAsNull(z.string().regex(STATUS, fault("api.one_of", { values: "a status or a class such as '4xx'" }))),
  code: word,
  from: emptyAsNull(zonedTime),
  to: emptyAsNull(zonedTime),
  q: word,
  cursor: word,
});

export function siteRequestRoutes(router: Router, { services: { requests } }: Console): void {
  resource(router, "/requests", {
    get: (req, res) => {
      const { cursor, from, to, ...filter } = queryOf(req, ListQuerySchema);
      const time = (moment: string | null) => (moment === null ? null : Date.parse(moment));
      const scope = scopeOf(req);
      const query = { ...filter, project: scope ?? filter.project, from: time(from), to: time(to) };
      const page = requests.page(query, cursor);
      // Requests of other projects were left out too.
      sendJson(res, 200, scope === null ? page : { ...page, left_out: 0 });
    },
  });
  resource(router, "/requests/:id", {
    get: (req, res) => {
      const request = requests.detail(param(req, "id"));
      requireInScope(req, request.project_id, sentence("admin.no_request"));
      sendJson(res, 200, request);
    },
  });
}

export const siteRequestDescriptions: Descriptions = {
  "get /requests": {
    role: "viewer",
    siteLink: true,
    name: "listRequests",
    does: "The requests of sites, newest first",
    query: ListQuerySchema,
    answer: RequestPage,
  },
  "get /requests/:id": {
    role: "viewer",
    siteLink: true,
    name: "readRequest",
    does: "A request of a site, with what a failed one said",
    answer: RequestDetail,
  },
};
