import { LogEntry, SupportBundleView } from "../../contracts/logs-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { sendArchive } from "../../http/send-archive.ts";
import { LogQuerySchema } from "./bodies.ts";
import type { Console } from "./console.ts";
import type { AddRoute } from "./route.ts";

export function logsRoutes(route: AddRoute, { services: { logs, supportBundle } }: Console): void {
  route("get /logs", {
    role: "admin",
    name: "listLogs",
    summary: "List log entries, newest first",
    query: LogQuerySchema,
    answer: pageOf(LogEntry),
    run({ query: { level, q, cursor } }) {
      const words = (q ?? "").split(/\s+/).filter((word) => word !== "");
      return logs.page({ level, words }, cursor);
    },
  });
  route("get /support-bundle", {
    role: "admin",
    name: "previewSupportBundle",
    summary: "List the contents of a support bundle",
    answer: SupportBundleView,
    run: supportBundle.view,
  });
  route("post /support-bundle", {
    role: "admin",
    name: "makeSupportBundle",
    summary: "Download a support bundle: a ZIP without secrets",
    answer: "bytes",
    run: async ({ res }) => sendArchive(res, await supportBundle.make()),
  });
}
