/**
 * What the console and the appliance say to each other (design 5, `{console_url}/api`). Types only: the renderer
 * imports them, the routes answer them.
 *
 * Times are ISO 8601 with offset, durations ms, sizes bytes. Lists answer `Page<T>`. Errors are
 * `{"detail": "<one sentence>"}` or `{"detail": [...]}` for a 422; 401 without a login.
 */
import type { DeliveryView } from "../editor/editor-api.ts";

export interface Page<T> {
  items: T[];
  /** Passed back as `?cursor=` for the next page, null on the last one. */
  next_cursor: string | null;
}

export type Environment = "dev" | "prod";

/** A project as lists show it: never with its secret. */
export interface ProjectView {
  id: string;
  name: string;
  environment: Environment;
  api_key: string;
  /** The secret's first and last characters around dots, for recognising it. */
  secret_hint: string;
  /** When the secret before the current one stops being accepted, null where there is none. */
  previous_secret_expires_at: string | null;
  /** `name`, `*.name`, each perhaps with `:port`. Dev projects allow loopback besides. */
  allowed_hosts: string[];
  enabled: boolean;
  settings: ProjectSettings;
  created_at: string;
}

export interface ProjectSettings {
  /** Waiting time for the site's answer, seconds, 1 to 600. */
  answer_timeout_s: number;
  /** SessionResponse.resizeMode. */
  resize_mode: string | null;
}

/** Body of `POST /projects`. Answer 201: `ProjectWithSecret`. */
export interface ProjectBody {
  name: string;
  environment: Environment;
  allowed_hosts: string[];
}

/** Body of `PATCH /projects/:id`; what is left out stays. */
export interface ProjectPatch {
  name?: string;
  allowed_hosts?: string[];
  enabled?: boolean;
  settings?: Partial<ProjectSettings>;
}

/** Answer of `POST /projects` and of `POST /projects/:id/reveal-secret` (which the audit log keeps). */
export interface ProjectWithSecret extends ProjectView {
  api_secret: string;
}

/** Row of `GET /sessions?project=&q=&cursor=` (q: beginning of the material id, or a session id). */
export interface SessionRow {
  id: string;
  project_id: string;
  project_name: string;
  environment: Environment;
  material_id: string;
  callback_host: string;
  current_version: number | null;
  last_access: string;
  created_at: string;
  /** Of the newest version, null before the first save. */
  delivery: DeliveryView | null;
}

/** Answer of `GET /sessions/:id`. */
export interface SessionDetail extends SessionRow {
  fingerprint: string;
  callback_url: string;
  /** Credentials and tokens are masked as `•••`. */
  metadata: Record<string, unknown>;
  /** Newest first, at most 100. */
  versions: VersionRow[];
  drafts: { client_id: string; base_version: number | null; updated_at: string }[];
}

export interface VersionRow {
  id: string;
  number: number;
  created_at: string;
  user_email: string | null;
  user_ip: string | null;
  /** Bytes of all files and the document. */
  size: number;
  files: number;
  delivery: DeliveryView | null;
}

/** Answer of `GET /versions/:id`. `GET /versions/:id/archive` is the ZIP itself. */
export interface VersionDetail extends VersionRow {
  session_id: string;
  material_id: string;
  html: string;
  metadata: Record<string, unknown>;
  media: {
    file_name: string;
    size: number;
    type: string;
    width: number | null;
    height: number | null;
    client_url: string | null;
  }[];
}

/** Row of `GET /deliveries?project=&session=&state=&q=&cursor=`, newest first. */
export interface DeliveryRow extends DeliveryView {
  id: string;
  event: "article_saved" | "site_fonts_updated";
  project_id: string;
  project_name: string;
  session_id: string;
  material_id: string;
  version_id: string | null;
  version_number: number | null;
  created_at: string;
  /** HTTP status of the last attempt, null where none came. */
  last_status: number | null;
  last_duration_ms: number | null;
}

/** Answer of `GET /deliveries/:id`. */
export interface DeliveryDetail extends Omit<DeliveryRow, "attempts"> {
  attempts: AttemptView[];
}

export interface AttemptView {
  number: number;
  /** Why it was made. */
  reason: "saved" | "retry" | "manual" | "restart" | "published";
  started_at: string;
  /** null while it is under way. */
  duration_ms: number | null;
  /** ms from the start to the end of each phase, null where it was not reached. */
  phases: {
    dns: number | null;
    connect: number | null;
    tls: number | null;
    first_byte: number | null;
    total: number | null;
  };
  remote_address: string | null;
  status: number | null;
  error_code: string | null;
  /** For people; "" where the attempt succeeded. */
  explanation: string;
  request: HttpMessage & { method: string; url: string };
  answer: HttpMessage | null;
  downloads: DownloadView[];
}

export interface HttpMessage {
  /** Authorization, Cookie and Set-Cookie as `•••`. */
  headers: [name: string, value: string][];
  /** At most 64 KB; secrets masked. */
  body: string;
  body_truncated: boolean;
}

/** An archive download that the site made while the attempt was under way. */
export interface DownloadView {
  started_at: string;
  status: number;
  bytes: number;
  total_bytes: number | null;
  complete: boolean;
  remote_address: string | null;
}

/** Answer of `GET /settings`; `PATCH /settings` takes any part of `settings`. */
export interface SettingsView {
  settings: {
    /** Hours that an editor token lives, 1 to 720. */
    token_hours: number;
    /** Bytes of a `POST /integration/session/open` body. */
    open_limit_bytes: number;
    /** Bytes of one upload. */
    media_limit_bytes: number;
    /** The sample site; takes effect at the next start. */
    sandbox_enabled: boolean;
    /** Holds every delivery until it is turned off again. */
    deliveries_paused: boolean;
    /** How long the log of attempts is kept: days, 1 to 3650, and attempts, 1,000 to 10,000,000. */
    log_days: number;
    log_attempts: number;
  };
  /** For reading only. */
  appliance: {
    version: string;
    public_url: string;
    console_url: string;
    sandbox_url: string | null;
    data_dir: string;
    disk_free_bytes: number;
    started_at: string;
  };
}

/** Answer of `GET /me`: whether the browser is logged in (200) or not (401). */
export interface Me {
  version: string;
}

/** Events of `GET /events`: `event:` is the kind, `data:` its JSON. A client fetches what it shows again by id. */
export interface ConsoleEvents {
  delivery: { id: string; session_id: string; project_id: string; state: DeliveryView["state"] };
  attempt: { delivery_id: string; session_id: string; number: number };
  session: { id: string; project_id: string; change: "opened" | "reopened" | "pruned" | "deleted" };
  version: { id: string; session_id: string; number: number };
  fonts: { project_id: string; snapshot_id: string };
  asset: { session_id: string; file_name: string; state: "restored" | "failed"; problem: string };
}
