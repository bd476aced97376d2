import type { Request } from "express";
import { z } from "zod";
import { DELIVERY_STATES } from "../../contracts/delivery-states.ts";
import { type DeliveryQuery, FILTER_STATES } from "../../contracts/log-query.ts";
import { AttentionCount, HISTORY_SPANS, History, Overview, ResendBody, Resent } from "../../contracts/overview-api.ts";
import { deliveryEvent, id, pageOf, time } from "../../contracts/schema-parts.ts";
import { fault, sentence } from "../../contracts/sentences/index.ts";
import { positionOf } from "../../deliveries/delivery-lists.ts";
import { MAX_AT_ONCE } from "../../deliveries/resending.ts";
import type { Console } from "./console.ts";
import { requireInScope, requireRole, scopeOf } from "./permissions.ts";
import { type AddRoute, emptyAsNull, filledFields, oneOf, PageQuery, withTimesInMs, word, zonedTime } from "./route.ts";

const cursor = z.string().max(1_024).nullable().default(null);

const FilterSchema = z.object({
  project: word,
  session: word,
  snapshot: word,
  state: z.array(oneOf(FILTER_STATES)).max(20).default([]),
  event: emptyAsNull(oneOf(["article_saved", "site_fonts_updated"])),
  code: word,
  host: word,
  site: word,
  warning: word,
  from: emptyAsNull(zonedTime),
  to: emptyAsNull(zonedTime),
  q: word,
});
type Filter = z.output<typeof FilterSchema>;

const ListQuerySchema = FilterSchema.extend({ cursor: word });

const RetrySchema = z.union([
  z.strictObject({ project: z.string(), since: zonedTime, cursor }),
  z.strictObject({
    ids: z
      .array(z.string().max(100))
      .min(1)
      .max(MAX_AT_ONCE, fault("requests.too_many_items", { max: MAX_AT_ONCE })),
  }),
  z.strictObject({ filter: FilterSchema.strict(), cursor }),
]);

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

export function deliveriesRoutes(
  route: AddRoute,
  { services: { deliveries, resending, curl, projects, audit } }: Console,
): void {
  route("viewer get /deliveries", {
    siteLink: true,
    name: "listDeliveries",
    summary: "List deliveries, newest first",
    query: ListQuerySchema,
    response: pageOf(Delivery),
    run: ({ req, query: { cursor, ...filter } }) => deliveries.list(inScope(req, filter), cursor),
  });
  route("viewer get /deliveries/totals", {
    siteLink: true,
    name: "countDeliveries",
    summary: "Count deliveries by state",
    query: FilterSchema,
    run: ({ req, query }) => deliveries.totals(inScope(req, query)),
  });
  route("operator post /deliveries/retry", {
    name: "retryDeliveries",
    summary: "Resend deliveries; the response counts those left out, by reason",
    body: RetrySchema,
    async run({ body }) {
      if ("ids" in body) {
        const outcome = await resending.retryThese(body.ids);
        audit.record("deliveries sent again", "deliveries", { ids: body.ids.length, retried: outcome.retried });
        return outcome;
      }
      const isSince = "since" in body;
      const state = ["rejected", "failed", "exhausted"];
      const filter = isSince
        ? FilterSchema.parse({ project: projects.byId(body.project).id, from: body.since, state })
        : body.filter;
      const outcome = await resending.retryAll(queryFrom(filter), positionOf(body.cursor));
      const asked = isSince ? { since: body.since } : { filter: filledFields(filter) };
      audit.record("deliveries sent again", filter.project ?? "deliveries", { ...asked, retried: outcome.retried });
      return outcome;
    },
  });
  route("viewer get /deliveries/:id", {
    siteLink: true,
    name: "readDelivery",
    summary: "Retrieve a delivery with all its attempts",
    run({ req, params: { id } }) {
      const delivery = deliveries.detail(id);
      requireInScope(req, delivery.project_id, sentence("deliveries.no_delivery", { id }));
      return delivery;
    },
  });
  route("operator post /deliveries/:id/retry", {
    name: "retryDelivery",
    summary: "Resend a delivery now",
    run({ params }) {
      const { id } = resending.retry(params.id, "admin");
      audit.record("delivery sent again", id, {});
      return deliveries.row(id);
    },
  });
  route("operator post /deliveries/:id/cancel", {
    name: "cancelDelivery",
    summary: "Cancel a delivery",
    async run({ params: { id } }) {
      await resending.cancel(id);
      audit.record("delivery cancelled", id, {});
      return deliveries.row(id);
    },
  });
  route("viewer get /deliveries/:id/attempts/:number/curl", {
    name: "readCurl",
    summary: "Retrieve an attempt's request as a newly signed curl command; only admins may include credentials",
    query: z.object({ credentials: z.enum(["true", "false"]).default("false") }),
    run({ req, res, params: { id, number }, query }) {
      const isWhole = query.credentials === "true";
      if (isWhole) requireRole(req, "admin");
      const command = curl(id, Number(number), isWhole);
      if (isWhole) audit.record("credentials shown", id, { attempt: Number(number) });
      // Pages request JSON; shells receive the command as plain text.
      if (req.accepts(["text/plain", "application/json"]) === "application/json") return { command };
      res.type("text/plain").send(command);
    },
  });
}

const queryFrom = ({ state, ...filter }: Filter): DeliveryQuery => ({ ...withTimesInMs(filter), states: state });

/** The query, limited to its own project for a site link. */
const inScope = (req: Request, filter: Filter): DeliveryQuery =>
  queryFrom({ ...filter, project: scopeOf(req) ?? filter.project });

export function overviewRoutes(route: AddRoute, { services }: Console): void {
  const { overview, attention, resending, audit } = services;
  route("viewer get /overview", {
    name: "readOverview",
    summary: "Retrieve the overview: totals, and sites that need attention",
    query: PageQuery,
    response: Overview,
    run: ({ query }) => overview.view(query.cursor),
  });
  route("viewer get /overview/attention", {
    name: "countAttention",
    summary: "Count the deliveries that need attention",
    response: AttentionCount,
    run: () => attention.count(),
  });
  route("viewer get /overview/history", {
    name: "readHistory",
    summary: "Retrieve the number of attempts, opens and saves over a day, a month or a year",
    query: z.object({ span: oneOf(HISTORY_SPANS).default("day") }),
    response: History,
    run: ({ query }) => overview.history(query.span),
  });
  route("operator post /overview/retry", {
    name: "sendAttentionAgain",
    summary: "Resend the deliveries that need attention, of one site or of all",
    body: ResendBody.prefault({}),
    response: Resent,
    async run({ body: { site = null } }) {
      const sent = await resending.retryAttention(site);
      const detail = { origin: site?.origin ?? null, retried: sent.sent };
      audit.record("deliveries sent again", site?.project ?? "appliance", detail);
      return sent;
    },
  });
}
