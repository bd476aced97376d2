/** What the appliance reports of itself, and what it hands out for support: types of the console's API. */

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
