/** Types of the console's API for the audit log, the logs of the appliance and the support bundle. */

/** Row of `GET /audit?cursor=`, the audit log, newest first. */
export interface AuditRow {
  id: string;
  at: string;
  action: string;
  /** Id of the changed object. */
  subject: string;
  /** Name of the project or article at that time; null when it has none. */
  subject_name: string | null;
  /** IP address of the client that asked for the action; null for an action without a client. */
  address: string | null;
  detail: Record<string, unknown>;
}

export type LogLevel = "info" | "warning" | "error";

/** Row of `GET /logs?level=&q=&cursor=`, newest first, and data of the event `log`. */
export interface LogEntry {
  id: string;
  at: string;
  level: LogLevel;
  /** One sentence. */
  message: string;
  /** Further details, mostly a stack; "" without any. */
  detail: string;
}

/** Response to `GET /support-bundle`: the contents of the ZIP that `POST /support-bundle` creates. */
export interface SupportBundleView {
  file_name: string;
  files: { name: string; what: string }[];
  /** What the bundle leaves out, in sentences. */
  left_out: string[];
}
