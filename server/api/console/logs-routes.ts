import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { z } from "zod";
import { AuditFacets, AuditRow, LogEntry, SupportBundleView } from "../../contracts/logs-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { ClientGone } from "../../http/json-body.ts";
import { sendArchive } from "../../http/send-files.ts";
import type { Console } from "./console.ts";
import { type AddRoute, emptyAsNull, filledFields, oneOf, withTimesInMs, word, zonedTime } from "./route.ts";

export function logsRoutes(route: AddRoute, { services: { logs, supportBundle } }: Console): void {
  route("admin get /logs", {
    name: "listLogs",
    summary: "List log entries, newest first",
    query: z.object({ level: oneOf(["info", "warning", "error"]).default("info"), q: word, cursor: word }),
    response: pageOf(LogEntry),
    run({ query: { level, q, cursor } }) {
      const words = (q ?? "").split(/\s+/).filter((word) => word !== "");
      return logs.page({ level, words }, cursor);
    },
  });
  route("admin get /support-bundle", {
    name: "previewSupportBundle",
    summary: "List the contents of a support bundle",
    response: SupportBundleView,
    run: supportBundle.view,
  });
  route("admin post /support-bundle", {
    name: "makeSupportBundle",
    summary: "Download a support bundle: a ZIP without secrets",
    response: "bytes",
    run: async ({ res }) => sendArchive(res, await supportBundle.make()),
  });
}

const FilterSchema = z.object({
  person: word,
  action: word,
  project: word,
  from: emptyAsNull(zonedTime),
  to: emptyAsNull(zonedTime),
  q: word,
});

export function auditRoutes(route: AddRoute, { services: { audit, auditTrail, clock } }: Console): void {
  route("admin get /audit", {
    name: "listDeeds",
    summary: "List audit log entries, newest first",
    query: FilterSchema.extend({ cursor: word }),
    response: pageOf(AuditRow),
    run: ({ query: { cursor, ...filter } }) => auditTrail.page(withTimesInMs(filter), cursor),
  });
  route("admin get /audit/facets", {
    name: "readAuditFacets",
    summary: "List the persons and actions in the audit log",
    response: AuditFacets,
    run: () => auditTrail.facets(),
  });
  route("admin get /audit.csv", {
    name: "exportAudit",
    summary: "Export the audit log as CSV",
    query: FilterSchema,
    response: "csv",
    async run({ req, res, query }) {
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      res.attachment(`galley-audit-log-${day}.csv`).type("text/csv; charset=utf-8");
      if (req.method === "HEAD") return void res.end();
      audit.record("audit log exported", "audit", filledFields(query));
      await send(res, auditTrail.csv(withTimesInMs(query)));
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
