/** Types of the console's API for the audit log, the logs of the appliance and the support bundle. */
import { z } from "zod";
import { id, time } from "./schema-parts.ts";

/** Row of `GET /audit?cursor=`, the audit log, newest first. */
export const AuditRow = z
  .object({
    id,
    at: time,
    action: z.string(),
    /** Id of the changed object. */
    subject: z.string(),
    /** Name of the project or article at that time; null when it has none. */
    subject_name: z.string().nullable(),
    /** IP address of the client that asked for the action; null for an action without a client. */
    address: z.string().nullable(),
    /** `owner` and `galley` have no name; else the id of an account, with the name at that time. */
    person: z.object({ id, name: z.string().nullable() }),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "Deed" });
export type AuditRow = z.infer<typeof AuditRow>;

/** Row of `GET /logs?level=&q=&cursor=`, newest first, and data of the event `log`. */
export const LogEntry = z
  .object({
    id,
    at: time,
    level: z.enum(["info", "warning", "error"]),
    message: z.string(),
    /** Further details, mostly a stack; "" without any. */
    detail: z.string(),
  })
  .meta({ id: "LogLine" });
export type LogEntry = z.infer<typeof LogEntry>;
export type LogLevel = LogEntry["level"];

/** Response to `GET /support-bundle`: the contents of the ZIP that `POST /support-bundle` creates. */
export const SupportBundleView = z.object({
  file_name: z.string(),
  files: z.array(z.object({ name: z.string(), what: z.string() })),
  /** What the bundle leaves out, in sentences. */
  left_out: z.array(z.string()),
});
export type SupportBundleView = z.infer<typeof SupportBundleView>;
