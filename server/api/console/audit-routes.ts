/** The audit log: pages, the filters that find something, and CSV. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response, Router } from "express";
import { z } from "zod";
import { auditCsv } from "../../admin/audit/audit-csv.ts";
import type { AuditFilter } from "../../admin/audit/audit-trail.ts";
import { AuditFacets, AuditRow } from "../../contracts/logs-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { resource } from "../../http/fallbacks.ts";
import { ClientGone, sendJson } from "../../http/json-body.ts";
import { emptyAsNull, word, zonedTime } from "./bodies.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { queryOf } from "./requests.ts";

const FilterSchema = z.object({
  person: word,
  action: word,
  project: word,
  from: emptyAsNull(zonedTime),
  to: emptyAsNull(zonedTime),
  q: word,
});
const ListQuerySchema = FilterSchema.extend({ cursor: word });

export function auditRoutes(router: Router, { services: { audit, auditTrail, clock } }: Console): void {
  resource(router, "/audit", {
    get: (req, res) => {
      const { cursor, ...filter } = queryOf(req, ListQuerySchema);
      const { items, nextCursor } = auditTrail.page(filterOf(filter), cursor);
      sendJson(res, 200, { items, next_cursor: nextCursor });
    },
  });
  resource(router, "/audit/facets", { get: (_req, res) => sendJson(res, 200, auditTrail.facets()) });
  resource(router, "/audit.csv", {
    get: async (req, res) => {
      const given = queryOf(req, FilterSchema);
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      res.attachment(`galley-audit-log-${day}.csv`).type("text/csv; charset=utf-8");
      if (req.method === "HEAD") return void res.end();
      const asked = Object.entries(given).filter(([, value]) => value !== null);
      audit.record("audit log exported", "audit", Object.fromEntries(asked));
      await send(res, auditCsv(auditTrail, filterOf(given)));
    },
  });
}

function filterOf({ from, to, ...rest }: z.output<typeof FilterSchema>): AuditFilter {
  const time = (moment: string | null) => (moment === null ? null : Date.parse(moment));
  return { ...rest, from: time(from), to: time(to) };
}

/** Waits for a slow client, and reads no further when it leaves. @throws ClientGone */
async function send(res: Response, lines: AsyncGenerator<string>): Promise<void> {
  try {
    await pipeline(Readable.from(lines, { highWaterMark: 1 }), res);
  } catch (error) {
    if (res.destroyed && !res.writableFinished) throw new ClientGone();
    throw error;
  }
}

export const auditDescriptions: Descriptions = {
  "get /audit": {
    role: "admin",
    name: "listDeeds",
    does: "What admins did, newest first",
    query: ListQuerySchema,
    answer: pageOf(AuditRow),
  },
  "get /audit/facets": {
    role: "admin",
    name: "readAuditFacets",
    does: "The persons and actions of the audit log",
    answer: AuditFacets,
  },
  "get /audit.csv": {
    role: "admin",
    name: "exportAudit",
    does: "The audit log as CSV, with the same filters",
    query: FilterSchema,
    answer: "csv",
  },
};
