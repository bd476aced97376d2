/** Types of the console API for the audit log, the logs of the appliance and the support bundle. */
import { z } from "zod";
import { id, time } from "./schema-parts.ts";

/** An account or site link, with its name at that time. The ids `owner`, `galley` and `editor` have no name. */
export const AuditPerson = z.object({ id, name: z.string().nullable() });
export type AuditPerson = z.infer<typeof AuditPerson>;

/** Row of `GET /audit?person=&action=&project=&from=&to=&q=&cursor=`, the audit log, newest first. */
export const AuditRow = z
  .object({
    id,
    at: time,
    action: z.string(),
    subject: z.string(),
    /** Name of the project or article at that time; null without one. */
    subject_name: z.string().nullable(),
    /** IP address of the client; null for actions without a client. */
    address: z.string().nullable(),
    person: AuditPerson,
    /** Project of the changed object, even if it was deleted. */
    project_id: id.nullable(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "Deed" });
export type AuditRow = z.infer<typeof AuditRow>;

/** Response to `GET /audit/facets`: the filter values with at least one entry. */
export const AuditFacets = z.object({ persons: z.array(AuditPerson), actions: z.array(z.string()) });
export type AuditFacets = z.infer<typeof AuditFacets>;

/** Row of `GET /logs?level=&q=&cursor=`, newest first, and data of the event `log`. */
export const LogEntry = z
  .object({
    id,
    at: time,
    level: z.enum(["info", "warning", "error"]),
    message: z.string(),
    /** Details, usually a stack trace; "" without any. */
    detail: z.string(),
  })
  .meta({ id: "LogLine" });
export type LogEntry = z.infer<typeof LogEntry>;
export type LogLevel = LogEntry["level"];

/** Response to `GET /support-bundle`: the contents of the ZIP that `POST /support-bundle` creates. */
export const SupportBundleView = z.object({
  file_name: z.string(),
  files: z.array(z.object({ name: z.string(), what: z.string() })),
  /** Sentences: what the bundle omits. */
  left_out: z.array(z.string()),
});
export type SupportBundleView = z.infer<typeof SupportBundleView>;
