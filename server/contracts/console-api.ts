/**
 * The console API (`{console_url}/api`): events and common types. Each resource has its own file in this folder. Times
 * are ISO 8601 with offset, durations ms, sizes bytes. Lists return `Page<T>`. Errors are `{"detail": "<one
 * sentence>"}`, or `{"detail": [...]}` for a 422; 401 without a login.
 */
import type { DeliveryHead } from "./deliveries-api.ts";
import type { LogEntry } from "./logs-api.ts";
import type { ReplicaView } from "./replica-api.ts";
import type { SiteEvent } from "./sites-api.ts";

export type { Environment, Page } from "./schema-parts.ts";

/**
 * Events of `GET /events?after=`: `event:` is the kind, `data:` its JSON. A `delivery` event contains the row; for all
 * others, the client fetches the object again by id. `event: reset`: events were missed; reload everything.
 */
export interface ConsoleEvents {
  delivery: DeliveryHead;
  attempt: { delivery_id: string; session_id: string; number: number };
  session: { id: string; project_id: string; change: "opened" | "reopened" | "pruned" | "deleted" };
  version: { id: string; session_id: string; number: number };
  /** The project was created, changed or deleted, or all its data was deleted. */
  project: { id: string };
  snippet: { id: string; project_id: string };
  /** snapshot_id: the published snapshot; null if the font files changed. */
  fonts: { project_id: string; snapshot_id: string | null };
  comment: { id: string; session_id: string };
  asset: { session_id: string; file_name: string; state: "restored" | "failed"; problem: string };
  /** failed: the backup could not be created or is damaged; `error` contains the reason. */
  backup: { change: "begun" | "made" | "verified" | "failed" | "deleted"; file: string | null; error: string | null };
  /** The state changed, or a drill ended (drill: whether it passed). */
  replica: { state: ReplicaView["state"]; detail: string; drill?: boolean };
  site: SiteEvent;
  /** Requests of sites were recorded. */
  requests: Record<string, never>;
  settings: { names: string[] };
  log: LogEntry;
}
