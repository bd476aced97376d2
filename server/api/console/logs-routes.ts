/** What the appliance reported, and the bundle for support. */
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
    does: "What the appliance reported, newest first",
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
    does: "What a bundle for support would hold",
    answer: SupportBundleView,
    run: supportBundle.view,
  });
  route("post /support-bundle", {
    role: "admin",
    name: "makeSupportBundle",
    does: "A ZIP for support, without secrets",
    answer: "bytes",
    run: async ({ res }) => sendArchive(res, await supportBundle.make()),
  });
}
