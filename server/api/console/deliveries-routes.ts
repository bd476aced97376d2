/** The delivery log: lists, counts, details with all attempts, and actions. */
import type { Request, Router } from "express";
import { z } from "zod";
import { DELIVERY_STATES } from "../../contracts/delivery-states.ts";
import { ASKED_STATES, type DeliveryQuery } from "../../contracts/log-query.ts";
import { deliveryEvent, id, pageOf, time } from "../../contracts/schema-parts.ts";
import { fault, sentence } from "../../contracts/sentences/index.ts";
import { positionOf } from "../../deliveries/delivery-lists.ts";
import { MOST_AT_ONCE } from "../../deliveries/resending.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import { validateRequest } from "../../http/validation.ts";
import { emptyAsNull, word, zonedTime } from "./bodies.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { requireInScope, scopeOf } from "./permissions.ts";
import { bodyOf, param, queryOf } from "./requests.ts";

const states = z
  .array(z.enum(ASKED_STATES, fault("api.one_of", { values: ASKED_STATES })))
  .max(20)
  .default([]);
const eventName = z.enum(
  ["article_saved", "site_fonts_updated"],
  fault("api.one_of", { values: ["article_saved", "site_fonts_updated"] }),
);
const cursor = z.string().max(1_024).nullable().default(null);

const FilterSchema = z.object({
  project: word,
  session: word,
  snapshot: word,
  state: states,
  event: emptyAsNull(eventName),
  code: word,
  host: word,
  site: word,
  warning: word,
  from: emptyAsNull(zonedTime),
  to: emptyAsNull(zonedTime),
  q: word,
});

const ListQuerySchema = FilterSchema.extend({ cursor: word });

const RetrySchema = z.union([
  z.strictObject({ project: z.string(), since: zonedTime, cursor }),
  z.strictObject({
    ids: z
      .array(z.string().max(100))
      .min(1)
      .max(MOST_AT_ONCE, fault("api.most_ids", { max: MOST_AT_ONCE })),
  }),
  z.strictObject({ filter: FilterSchema.strict(), cursor }),
]);

const CurlQuerySchema = z.object({ credentials: z.enum(["true", "false"]).default("false") });

export function deliveriesRoutes(
  router: Router,
  { services: { deliveries, resending, curl, projects, audit } }: Console,
): void {
  resource(router, "/deliveries", {
    get: async (req, res) => {
      const { cursor, ...filter } = listQueryOf(req);
      sendJson(res, 200, await deliveries.list(inScope(req, filter), cursor));
    },
  });
  resource(router, "/deliveries/totals", {
    get: async (req, res) => {
      const { cursor: _, ...filter } = listQueryOf(req);
      sendJson(res, 200, await deliveries.totals(inScope(req, filter)));
    },
  });
  resource(router, "/deliveries/retry", {
    post: async (req, res) => {
      const body = await bodyOf(req, RetrySchema);
      if ("ids" in body) {
        const outcome = await resending.retryThese(body.ids);
        audit.record("deliveries sent again", "deliveries", { ids: body.ids.length, retried: outcome.retried });
        return sendJson(res, 200, outcome);
      }
      const query =
        "since" in body
          ? queryFrom(
              FilterSchema.parse({
                project: projects.byId(body.project).id,
                from: body.since,
                state: ["rejected", "failed", "exhausted"],
              }),
            )
          : queryFrom(body.filter);
      const outcome = await resending.retryAll(query, positionOf(body.cursor));
      const asked = "since" in body ? { since: body.since } : { filter: given(body.filter) };
      const subject = "since" in body ? body.project : (query.project ?? "deliveries");
      audit.record("deliveries sent again", subject, { ...asked, retried: outcome.retried });
      sendJson(res, 200, outcome);
    },
  });
  resource(router, "/deliveries/:id", {
    get: (req, res) => {
      const id = param(req, "id");
      const delivery = deliveries.detail(id);
      requireInScope(req, delivery.project_id, sentence("deliveries.no_delivery", { id }));
      sendJson(res, 200, delivery);
    },
  });
  resource(router, "/deliveries/:id/retry", {
    post: (req, res) => {
      const { id } = resending.retry(param(req, "id"), "admin");
      audit.record("delivery sent again", id, {});
      sendJson(res, 200, deliveries.row(id));
    },
  });
  resource(router, "/deliveries/:id/cancel", {
    post: async (req, res) => {
      const id = param(req, "id");
      await resending.cancel(id);
      audit.record("delivery cancelled", id, {});
      sendJson(res, 200, deliveries.row(id));
    },
  });
  resource(router, "/deliveries/:id/attempts/:number/curl", {
    get: (req, res) => {
      const id = param(req, "id");
      const number = Number(param(req, "number"));
      const isWhole = withCredentials(req);
      const command = curl(id, number, isWhole);
      if (isWhole) audit.record("credentials shown", id, { attempt: number });
      // Pages request JSON; a shell gets the command as text.
      if (req.accepts(["text/plain", "application/json"]) === "application/json") sendJson(res, 200, { command });
      else res.type("text/plain").send(command);
    },
  });
}

const withCredentials = (req: Request): boolean => queryOf(req, CurlQuerySchema).credentials === "true";

/** `state` may occur several times in the query. */
function listQueryOf(req: Request): z.output<typeof ListQuerySchema> {
  const search = new URL(req.originalUrl, "http://console.invalid").searchParams;
  const value = { ...Object.fromEntries(search), state: search.getAll("state").filter((state) => state !== "") };
  return validateRequest({ query: { schema: ListQuerySchema, value } }).query;
}

function queryFrom({ state, from, to, ...rest }: z.output<typeof FilterSchema>): DeliveryQuery {
  return {
    ...rest,
    states: state,
    from: from === null ? null : Date.parse(from),
    to: to === null ? null : Date.parse(to),
  };
}

/** The query of a list, of its own project alone for a site link. */
function inScope(req: Request, filter: z.output<typeof FilterSchema>): DeliveryQuery {
  const query = queryFrom(filter);
  return { ...query, project: scopeOf(req) ?? query.project };
}

/** The fields set in a filter, for the audit log. */
function given(filter: z.output<typeof FilterSchema>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}

const Delivery = z
  .object({
    id,
    state: z.enum(DELIVERY_STATES),
    code: z.string().nullable(),
    site_message: z.string().nullable(),
    warnings: z.array(z.string()),
    event: deliveryEvent,
    project_id: id,
    session_id: id,
    material_id: z.string(),
    version_number: z.number().nullable(),
    created_at: time,
    next_attempt_at: time.nullable(),
  })
  .meta({ id: "Delivery" });

export const deliveriesDescriptions: Descriptions = {
  "get /deliveries": {
    role: "viewer",
    siteLink: true,
    name: "listDeliveries",
    does: "The log, newest first",
    query: ListQuerySchema,
    answer: pageOf(Delivery),
  },
  "get /deliveries/totals": {
    role: "viewer",
    siteLink: true,
    name: "countDeliveries",
    does: "How many of each standing a filter finds",
    query: FilterSchema,
  },
  "post /deliveries/retry": {
    role: "operator",
    name: "retryDeliveries",
    does: "Send many again; who is left out, and why",
    body: RetrySchema,
  },
  "get /deliveries/:id": {
    role: "viewer",
    siteLink: true,
    name: "readDelivery",
    does: "A delivery with all its attempts",
  },
  "post /deliveries/:id/retry": { role: "operator", name: "retryDelivery", does: "Send one again now" },
  "post /deliveries/:id/cancel": { role: "operator", name: "cancelDelivery", does: "Stop trying" },
  "get /deliveries/:id/attempts/:number/curl": {
    role: (req) => (withCredentials(req) ? "admin" : "viewer"),
    name: "readCurl",
    does: "The request of an attempt as a curl command, freshly signed",
    query: CurlQuerySchema,
  },
};
