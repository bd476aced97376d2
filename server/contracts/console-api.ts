/**
 * The console's API (`{console_url}/api`): its events, and what its resources share; each resource has a file beside
 * this one. Times are ISO 8601 with offset, durations ms, sizes bytes. Lists return `Page<T>`. Errors are
 * `{"detail": "<one sentence>"}`, or `{"detail": [...]}` for a 422; 401 without a login.
 */
import type { DeliveryHead } from "./deliveries-api.ts";
import type { LogEntry } from "./logs-api.ts";
import type { ReplicaView } from "./replica-api.ts";
import type { SiteEvent } from "./sites-api.ts";

export interface Page<T> {
  items: T[];
  /** Passed back as `?cursor=` for the next page, null on the last one. */
  next_cursor: string | null;
}

export type { Environment } from "./schema-parts.ts";

/**
 * Events of `GET /events?after=`: `event:` is the kind, `data:` its JSON. A client replaces the row of a delivery, since
 * events come in order, and fetches everything else again by id. `event: reset`: events were missed; load all again.
 */
export interface ConsoleEvents {
  delivery: DeliveryHead;
  attempt: { delivery_id: string; session_id: string; number: number };
  session: { id: string; project_id: string; change: "opened" | "reopened" | "pruned" | "deleted" };
  version: { id: string; session_id: string; number: number };
  /** It was made, changed or deleted, or all that it held is gone. */
  project: { id: string };
  snippet: { id: string; project_id: string };
  /** snapshot_id: what was published; null where the fonts themselves were changed. */
  fonts: { project_id: string; snapshot_id: string | null };
  comment: { id: string; session_id: string };
  asset: { session_id: string; file_name: string; state: "restored" | "failed"; problem: string };
  /** A backup was begun, made, verified or deleted; failed: it was not made or is no longer whole, and `error` says why. */
  backup: { change: "begun" | "made" | "verified" | "failed" | "deleted"; file: string | null; error: string | null };
  /** Its state changed, or a drill ended (drill: whether it passed). */
  replica: { state: ReplicaView["state"]; detail: string; drill?: boolean };
  site: SiteEvent;
  /** Requests of sites were recorded. */
  requests: Record<string, never>;
  settings: { names: string[] };
  log: LogEntry;
}
