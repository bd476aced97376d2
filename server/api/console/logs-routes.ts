/** What the appliance reported, and the bundle for support. */
import type { Router } from "express";
import { LogEntry, SupportBundleView } from "../../contracts/logs-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { resource } from "../../http/fallbacks.ts";
import { sendJson } from "../../http/json-body.ts";
import { sendArchive, setArchiveHeaders } from "../../http/send-archive.ts";
import { LogQuerySchema } from "./bodies.ts";
import type { Console } from "./console.ts";
import type { Descriptions } from "./describe.ts";
import { queryOf } from "./requests.ts";

export function logsRoutes(router: Router, { services }: Console): void {
  const { logs, supportBundle } = services;
  resource(router, "/logs", {
    get: async (req, res) => {
      const { level, q, cursor } = queryOf(req, LogQuerySchema);
      const words = (q ?? "").split(/\s+/).filter((word) => word !== "");
      const page = await logs.page({ level, words }, cursor);
      sendJson(res, 200, { items: page.items, next_cursor: page.nextCursor });
    },
  });
  resource(router, "/support-bundle", {
    get: (_req, res) => sendJson(res, 200, supportBundle.view()),
    post: async (_req, res) => {
      const archive = await supportBundle.make();
      setArchiveHeaders(res, archive);
      await sendArchive(res, archive, () => {});
    },
  });
}

export const logsDescriptions: Descriptions = {
  "get /logs": {
    role: "admin",
    name: "listLogs",
    does: "What the appliance reported, newest first",
    query: LogQuerySchema,
    answer: pageOf(LogEntry),
  },
  "get /support-bundle": {
    role: "admin",
    name: "previewSupportBundle",
    does: "What a bundle for support would hold",
    answer: SupportBundleView,
  },
  "post /support-bundle": {
    role: "admin",
    name: "makeSupportBundle",
    does: "A ZIP for support, without secrets",
    answer: "bytes",
  },
};
