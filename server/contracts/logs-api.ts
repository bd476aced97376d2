/** What the appliance reports of itself, what admins did, and what is handed out for support: types of the console's API. */

/** Row of `GET /audit?cursor=`: what admins did, newest first. */
export interface AuditRow {
  id: string;
  at: string;
  action: string;
  /** Id of the thing acted on. */
  subject: string;
  /** What people call it, as it was then: a project, an article; null where it has no name. */
  subject_name: string | null;
  /** Of whoever asked for it over the network, null where nobody did. */
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
  /** What followed it, a stack above all; "" for nothing. */
  detail: string;
}

/** Answer of `GET /support-bundle`: what `POST /support-bundle` would answer as a ZIP. */
export interface SupportBundleView {
  file_name: string;
  files: { name: string; what: string }[];
  /** What is not in it, in sentences. */
  left_out: string[];
}
