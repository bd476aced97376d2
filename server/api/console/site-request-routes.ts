/** The log of the requests that sites sent. */
import type { Router } from "express";
import { z } from "zod";
import { STATUS } from "../../contracts/request-query.ts";
import { RequestDetail, RequestPage } from "../../contracts/requests-api.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import { emptyAsNull, word, zonedTime } from "./bodies.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
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
      sendJson(res, 200, requests.page({ ...filter, from: time(from), to: time(to) }, cursor));
    },
  });
  resource(router, "/requests/:id", { get: (req, res) => sendJson(res, 200, requests.detail(param(req, "id"))) });
}

export const siteRequestDescriptions: Descriptions = {
  "get /requests": {
    role: "viewer",
    name: "listRequests",
    does: "The requests of sites, newest first",
    query: ListQuerySchema,
    answer: RequestPage,
  },
  "get /requests/:id": {
    role: "viewer",
    name: "readRequest",
    does: "A request of a site, with what a failed one said",
    answer: RequestDetail,
  },
};
