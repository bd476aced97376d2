import { z } from "zod";
import {
  AttentionCount,
  HISTORY_SPANS,
  History,
  Overview,
  SendAgainBody,
  SentAgain,
} from "../../contracts/overview-api.ts";
import { oneOf, PageQuerySchema } from "./bodies.ts";
import type { Console } from "./console.ts";
import type { AddRoute } from "./route.ts";

export function overviewRoutes(route: AddRoute, { services }: Console): void {
  const { overview, history, attention, resending, audit } = services;
  route("get /overview", {
    role: "viewer",
    name: "readOverview",
    summary: "Retrieve the overview: totals, and sites that need attention",
    query: PageQuerySchema,
    answer: Overview,
    run: ({ query }) => overview.view(query.cursor),
  });
  route("get /overview/attention", {
    role: "viewer",
    name: "countAttention",
    summary: "Count the deliveries that need attention",
    answer: AttentionCount,
    run: () => attention.count(),
  });
  route("get /overview/history", {
    role: "viewer",
    name: "readHistory",
    summary: "Retrieve the number of attempts, opens and saves over a day, a month or a year",
    query: z.object({ span: oneOf(HISTORY_SPANS).default("day") }),
    answer: History,
    run: ({ query }) => history(query.span),
  });
  route("post /overview/retry", {
    role: "operator",
    name: "sendAttentionAgain",
    summary: "Resend the deliveries that need attention, of one site or of all",
    body: SendAgainBody.prefault({}),
    answer: SentAgain,
    async run({ body: { site = null } }) {
      const sent = await resending.retryAttention(site);
      const detail = { origin: site?.origin ?? null, retried: sent.sent };
      audit.record("deliveries sent again", site?.project ?? "appliance", detail);
      return sent;
    },
  });
}
