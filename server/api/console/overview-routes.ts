import type { Router } from "express";
import { z } from "zod";
import {
  AttentionCount,
  HISTORY_SPANS,
  History,
  Overview,
  SendAgainBody,
  SentAgain,
} from "../../contracts/overview-api.ts";
import { fault } from "../../contracts/sentences/index.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import { PageQuerySchema } from "./bodies.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { bodyOf, queryOf } from "./requests.ts";

const HistoryQuerySchema = z.object({
  span: z.enum(HISTORY_SPANS, fault("api.one_of", { values: HISTORY_SPANS })).default("day"),
});

export function overviewRoutes(router: Router, { services }: Console): void {
  const { overview, history, attention, resending, audit } = services;
  resource(router, "/overview", {
    get: async (req, res) => sendJson(res, 200, await overview.view(queryOf(req, PageQuerySchema).cursor)),
  });
  resource(router, "/overview/attention", { get: (_req, res) => sendJson(res, 200, attention.count()) });
  resource(router, "/overview/history", {
    get: (req, res) => sendJson(res, 200, history(queryOf(req, HistoryQuerySchema).span)),
  });
  resource(router, "/overview/retry", {
    post: async (req, res) => {
      const { site = null } = await bodyOf(req, SendAgainBody, {});
      const sent = await resending.retryAttention(site);
      audit.record("deliveries sent again", site?.project ?? "appliance", {
        origin: site?.origin ?? null,
        retried: sent.sent,
      });
      sendJson(res, 200, sent);
    },
  });
}

export const overviewDescriptions: Descriptions = {
  "get /overview": {
    role: "viewer",
    name: "readOverview",
    does: "How it stands, and what needs attention",
    query: PageQuerySchema,
    answer: Overview,
  },
  "get /overview/attention": {
    role: "viewer",
    name: "countAttention",
    does: "How much needs attention",
    answer: AttentionCount,
  },
  "get /overview/history": {
    role: "viewer",
    name: "readHistory",
    does: "Attempts, opens and saves of a day, a month or a year",
    query: HistoryQuerySchema,
    answer: History,
  },
  "post /overview/retry": {
    role: "operator",
    name: "sendAttentionAgain",
    does: "Send again what needs attention, of one site or of all",
    body: SendAgainBody,
    answer: SentAgain,
  },
};
