import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { z } from "zod";
import { auditCsv } from "../../admin/audit/audit-csv.ts";
import { AuditFacets, AuditRow } from "../../contracts/logs-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { ClientGone } from "../../http/json-body.ts";
import { asMs, emptyAsNull, given, word, zonedTime } from "./bodies.ts";
import type { Console } from "./console.ts";
import type { AddRoute } from "./route.ts";

const FilterSchema = z.object({
  person: word,
  action: word,
  project: word,
  from: emptyAsNull(zonedTime),
  to: emptyAsNull(zonedTime),
  q: word,
});

export function auditRoutes(route: AddRoute, { services: { audit, auditTrail, clock } }: Console): void {
  route("get /audit", {
    role: "admin",
    name: "listDeeds",
    summary: "List audit log entries, newest first",
    query: FilterSchema.extend({ cursor: word }),
    answer: pageOf(AuditRow),
    run: ({ query: { cursor, ...filter } }) => auditTrail.page(asMs(filter), cursor),
  });
  route("get /audit/facets", {
    role: "admin",
    name: "readAuditFacets",
    summary: "List the persons and actions in the audit log",
    answer: AuditFacets,
    run: () => auditTrail.facets(),
  });
  route("get /audit.csv", {
    role: "admin",
    name: "exportAudit",
    summary: "Export the audit log as CSV",
    query: FilterSchema,
    answer: "csv",
    async run({ req, res, query }) {
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      res.attachment(`galley-audit-log-${day}.csv`).type("text/csv; charset=utf-8");
      if (req.method === "HEAD") return void res.end();
      audit.record("audit log exported", "audit", given(query));
      await send(res, auditCsv(auditTrail, asMs(query)));
    },
  });
}

/** Waits for a slow client, and stops reading when the client disconnects. @throws ClientGone */
async function send(res: Response, lines: AsyncGenerator<string>): Promise<void> {
  try {
    await pipeline(Readable.from(lines, { highWaterMark: 1 }), res);
  } catch (error) {
    if (res.destroyed && !res.writableFinished) throw new ClientGone();
    throw error;
  }
}
