/**
 * What the console and the appliance say to each other (`{console_url}/api`). Types only: the renderer
 * imports them, the routes answer them.
 *
 * Times are ISO 8601 with offset, durations ms, sizes bytes. Lists answer `Page<T>`. Errors are
 * `{"detail": "<one sentence>"}` or `{"detail": [...]}` for a 422; 401 without a login.
 */
import type { DeliveryView } from "./editor-api.ts";
import type { AskedState, DeliveryStanding } from "./log-query.ts";
import type { LogEntry } from "./logs-api.ts";
import type { SessionFiles } from "./sessions-api.ts";
import type { RestartView } from "./settings-api.ts";

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
  /** Until when the secret before the current one is accepted; null where it is not. */
  previous_secret_expires_at: string | null;
  /** Whether callbacks are still signed with a former secret: the site has not signed with the current one yet. */
  previous_secret_signs: boolean;
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
  /** PEM of authorities that the site's certificate may come from beside the usual ones, null for none. */
  ca_certificate: string | null;
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

/**
 * Row of `GET /sessions?project=&state=&q=&cursor=`, the most recently used first. q: words anywhere in name, material id and
 * author, `state:… author:… material:… host:… project:…`; or a session id.
 */
export interface SessionRow {
  id: string;
  project_id: string;
  project_name: string;
  environment: Environment;
  material_id: string;
  /** `metadata.title`, else the first heading; null without either. */
  title: string | null;
  callback_host: string;
  current_version: number | null;
  /** Of the newest version; null where it is not known, or before the first save. */
  author: string | null;
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
  /** The same, indented for people: a browser's `JSON.parse` would bend large numbers. */
  metadata_text: string;
  /** The newest 50, newest first: the first page of `GET /sessions/:id/versions?cursor=`. */
  versions: VersionRow[];
  versions_count: number;
  files: SessionFiles;
  drafts: { client_id: string; base_version: number | null; updated_at: string; size: number }[];
}

export interface VersionRow {
  id: string;
  number: number;
  /** False for version 0, the state of another editor, kept as it came: it has no HTML, archive or delivery. */
  readable: boolean;
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
  /** The same, indented for people: a browser's `JSON.parse` would bend large numbers. */
  metadata_text: string;
  media: {
    file_name: string;
    size: number;
    type: string;
    width: number | null;
    height: number | null;
    client_url: string | null;
  }[];
}

/** Answer of `GET /overview?cursor=`: how it stands. The cursor is that of `attention`. */
export interface Overview {
  version: string;
  /** Articles and fonts that their site does not have, the newest first. The newest delivery of each session decides. */
  attention: AttentionRow[];
  /** How many there are on all pages. */
  attention_count: AttentionCount;
  next_cursor: string | null;
  /** Where they should be: those with the most first, at most 20. What is held is not counted here. */
  sites: SiteInTrouble[];
  site_count: number;
  /** As things stand: a refusal that a newer version has overtaken does not count. */
  deliveries: {
    /** About to go, and not failed so far. */
    queued: number;
    /** Failed, and will be tried again. */
    retrying: number;
    sending: number;
    held: number;
    rejected: number;
    failed: number;
    exhausted: number;
  };
  /** Attempts that ended in each of the last 24 hours, the present one being the last; `hour` is when it began. */
  hours: { hour: string; delivered: number; failed: number }[];
  storage: {
    /** Of the database with its log of changes. */
    database_bytes: number;
    /** Of all files that were uploaded, each counted once. */
    blob_bytes: number;
    /** Of those, what fonts take. */
    font_bytes: number;
    free_bytes: number;
  };
  /** The last one that was made; null: never. */
  backup: { last_at: string; file: string | null } | null;
  /** Whether the public address leads back here, as it was asked last. */
  public_url: {
    url: string;
    /** Null where that is being found out. */
    reachable: boolean | null;
    /** Why not, in a sentence. */
    reason: string | null;
    checked_at: string | null;
  };
  /** The first steps of an admin, ticked by what the data say. */
  first_steps: {
    /** Not to be shown any more (setting `first_steps_dismissed`). */
    dismissed: boolean;
    /** The sample site has taken a version; null where there is no sample site. */
    sample_site: boolean | null;
    /** There is a project beside the sample site's. */
    own_project: boolean;
    /** A receiver was checked and found to work, or a site of one's own has taken a version. */
    receiver: boolean;
  };
}

/** Answer of `GET /overview/attention`: how many need attention. */
export interface AttentionCount {
  articles: number;
  fonts: number;
}

export interface SiteInTrouble {
  project_id: string;
  /** Its name. */
  project: string;
  environment: Environment;
  /** Scheme, host and port. */
  origin: string;
  host: string;
  /** One of its articles', without a password. */
  callback_url: string;
  /** How many articles and fonts it should have and has not. */
  waiting: number;
  /** Whether its last attempt failed; else it takes some and refuses others. */
  is_failing: boolean;
  since: string;
  /** Of the last attempt that failed; null where none was made. */
  code: DeliveryView["code"];
  /** HTTP status of the last attempt, null where none came. */
  last_status: number | null;
  /** What is wrong with the newest that it did not take, for people. */
  explanation: string;
  last_taken_at: string | null;
}

/** Body of `POST /overview/retry`: what needs attention of one site, or of all. */
export interface SendAgainBody {
  site?: { project: string; origin: string };
}

/** Its answer. What is held or on its way is left alone. */
export interface SentAgain {
  sent: number;
  /** There are more than can be sent at once. */
  more: boolean;
}

export interface AttentionRow {
  delivery_id: string;
  event: "article_saved" | "site_fonts_updated";
  session_id: string;
  material_id: string;
  /** `metadata.title` of the session, else its first heading; null without either. */
  title: string | null;
  project_id: string;
  /** Its name. */
  project: string;
  version_number: number | null;
  /** retrying: failed, and will be tried again. sending: failed before, and under way again. */
  state: "retrying" | "sending" | "held" | "rejected" | "failed" | "exhausted";
  /** Of the last attempt; null where none was made. */
  code: DeliveryView["code"];
  last_status: number | null;
  /** What the site said of it, its beginning. */
  site_message: string | null;
  attempts: number;
  next_attempt_at: string | null;
  /** Since when the site should have had it. */
  since: string;
  callback_host: string;
}

/**
 * Row of `GET /deliveries?project=&session=&snapshot=&state=&event=&code=&host=&from=&to=&q=&cursor=`, newest first. state
 * may be repeated and be `queued` or `retrying`; code is a part of one or an HTTP status; host a part of one; from and to
 * times with offset; q words anywhere in material id, title and host, and `state:… host:… code:… material:… project:…
 * event:…`. A page may hold few rows, or none, and have a next one all the same: the rest of the log is not read yet.
 */
export interface DeliveryRow extends DeliveryView {
  id: string;
  /** The state, and of one that is pending whether it failed before. */
  standing: DeliveryStanding;
  /** Deliveries in the order in which they were made: the newest has the highest. */
  position: number;
  event: "article_saved" | "site_fonts_updated";
  project_id: string;
  project_name: string;
  session_id: string;
  material_id: string;
  /** `metadata.title` of the session, else its first heading; null without either. */
  title: string | null;
  /** Where it goes, with its port where that is not the usual one. */
  callback_host: string;
  version_id: string | null;
  version_number: number | null;
  created_at: string;
  /** HTTP status of the last attempt, null where none came. */
  last_status: number | null;
  last_duration_ms: number | null;
}

/** What a row of the log shows: the row without its explanation. */
export type DeliveryHead = Omit<DeliveryRow, "explanation">;

/**
 * Answer of `GET /deliveries/totals?…`, with the filters of the list: how many it finds of each standing, whichever of them
 * are asked for. Counted to 1,000; `more`: there are others, or the time for counting was over.
 */
export type DeliveryTotals = Record<DeliveryStanding, { count: number; more: boolean }>;

/**
 * Body of `POST /deliveries/retry`: those of a project that failed since a time, some by id (at most 1,000), or all that a
 * filter finds and that its site does not have. One call looks at no more than 1,000; `cursor` goes on.
 */
export type RetryBody =
  | { project: string; since: string; cursor?: string | null }
  | { ids: string[] }
  | { filter: RetryFilter; cursor?: string | null };

/** The filters of the list by their names; times with offset. */
export interface RetryFilter {
  project?: string;
  session?: string;
  snapshot?: string;
  state?: AskedState[];
  event?: string;
  code?: string;
  host?: string;
  from?: string;
  to?: string;
  q?: string;
}

/** Answer of `POST /deliveries/retry`. */
export interface RetryOutcome {
  /** How many went out. */
  retried: number;
  /** Why the others did not, most frequent first. */
  skipped: { reason: SkipReason; count: number; sentence: string }[];
  more: boolean;
  /** Passed back for those beyond, null where `more` is false. */
  next_cursor: string | null;
}

/** Why a delivery is not sent again. */
export type SkipReason = "under_way" | "newer" | "taken" | "waiting" | "held" | "gone";

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
  /**
   * ms from the start to the end of each phase, null where it was not reached. queued: ms that it waited before its start
   * although it was due; sent: the whole request had left.
   */
  phases: {
    queued: number | null;
    dns: number | null;
    connect: number | null;
    tls: number | null;
    sent: number | null;
    first_byte: number | null;
    total: number | null;
  };
  remote_address: string | null;
  status: number | null;
  error_code: string | null;
  /** For people; "" where the attempt succeeded. */
  explanation: string;
  /** What a right answer looks like and what came instead, its first 2 KB; "" where nothing was wrong with it. */
  expected: string;
  received: string;
  request: HttpMessage & { method: string; url: string };
  answer: AnswerView | null;
  downloads: DownloadView[];
}

export interface HttpMessage {
  /** Authorization, Cookie and Set-Cookie as `•••`. */
  headers: [name: string, value: string][];
  /** At most 64 KB; secrets masked. */
  body: string;
  body_truncated: boolean;
}

export interface AnswerView extends HttpMessage {
  /** Where the body stops being JSON: an offset in UTF-16 units of `body`; null where it is JSON, or empty. */
  fault_at: number | null;
  /** Base64 of the first 4 KB as they came, where `body` cannot say so: it is not UTF-8. Null elsewhere. */
  bytes: string | null;
}

/** An archive download that the site made while the attempt was under way. */
export interface DownloadView {
  started_at: string;
  /** null for those of earlier versions of Galley. */
  duration_ms: number | null;
  status: number;
  bytes: number;
  total_bytes: number | null;
  complete: boolean;
  remote_address: string | null;
  /** Why it was refused, null where it was not. */
  refusal: string | null;
}

/** Row of `GET /projects/:id/wrong-signatures?cursor=`, newest first: a request with a wrong X-Service-Signature. */
export interface WrongSignatureView {
  id: string;
  at: string;
  route: "session/open" | "download/media" | "download/fonts";
  material_id: string;
  /** What should have been signed, with the material_id and a colon before it. */
  url: string;
  /** The header as it came, at most 300 characters; `•••` where it holds a secret. */
  given: string;
  client_address: string;
  /** What it looks like, for people. */
  diagnosis: string;
}

/**
 * Body of `POST /projects/:id/check-receiver`. Answer: `ReceiverCheck`, once all steps are done; with `Accept:
 * application/x-ndjson` one `ReceiverCheckLine` a line, as each step begins and ends. Closing the request ends the run.
 * 409 while another run of the project is under way, or where the material has a session.
 */
export interface ReceiverCheckBody {
  callback_url: string;
  /** A material that the site knows and that has no session here; `galley-check` unless told otherwise. */
  material_id?: string;
  /** As the site would send it at an opening; its webhook credentials are obeyed. */
  metadata?: Record<string, unknown>;
  /** Sends the published fonts as well. */
  fonts?: boolean;
}

export type CheckVerdict = "passed" | "warning" | "failed" | "skipped";

export interface ReceiverCheck {
  /** The worst of the steps'. */
  verdict: CheckVerdict;
  project_id: string;
  /** Without a password. */
  callback_url: string;
  material_id: string;
  started_at: string;
  duration_ms: number;
  steps: ReceiverCheckStep[];
}

export type ReceiverCheckLine =
  | { event: "started"; number: number; step: CheckStepName; title: string; of: number }
  | { event: "step"; step: ReceiverCheckStep }
  | { event: "done"; check: ReceiverCheck };

export type CheckStepName =
  | "reachability"
  | "tls"
  | "article_saved"
  | "repeated"
  | "forged_signature"
  | "odd_file_name"
  | "large_archive"
  | "fonts";

export interface ReceiverCheckStep {
  number: number;
  step: CheckStepName;
  title: string;
  verdict: CheckVerdict;
  /** Of the worst finding, null where there is none. */
  code: string | null;
  /** What happened, for people. */
  happened: string;
  /** What to change, "" where nothing is to be changed. */
  change: string;
  /** What a right answer looks like and what came instead, its first 2 KB; "" where nothing was wrong with it. */
  expected: string;
  received: string;
  duration_ms: number;
  phases: AttemptView["phases"];
  remote_address: string | null;
  certificate: CertificateView | null;
  status: number | null;
  request: (HttpMessage & { method: string; url: string }) | null;
  answer: HttpMessage | null;
  /** Archive downloads that the site made for this step. */
  downloads: DownloadView[];
  /** The clientUrls of the answer, as anybody on the internet would fetch them. */
  fetches: ClientUrlFetch[];
}

/** A site's certificate. */
export interface CertificateView {
  subject: string;
  issuer: string;
  names: string[];
  valid_from: string;
  valid_to: string;
  self_signed: boolean;
}

export interface ClientUrlFetch {
  file_name: string;
  url: string;
  status: number | null;
  content_type: string | null;
  bytes: number;
  expected_bytes: number;
  /** Whether it is the file that was sent, byte for byte. */
  same: boolean;
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
    /** Whether callbacks and the fetching of files go through the proxies that the environment names. */
    proxy_from_environment: boolean;
    /** The first steps on the overview are not shown any more. */
    first_steps_dismissed: boolean;
    /** How long the log of attempts is kept: days, 1 to 3650, and attempts, 1,000 to 10,000,000. */
    log_days: number;
    log_attempts: number;
    /** Days after the last access for which older versions are kept, 14 to 3650. */
    version_days: number;
    /** Days for which uploads are kept that no version or draft shows, 1 to 3650. */
    upload_days: number;
    /** An admin is told of a site that has failed for so long: minutes, 1 to 1440. */
    notify_site_minutes: number;
    /** And of a disk with less room than this: bytes, 64 MB to 1 TB. */
    notify_disk_free_bytes: number;
    /** Names, perhaps with a port, under which the console is asked for beside its own, such as that of a proxy before it. */
    console_hosts: string[];
  };
  /** For reading only. */
  appliance: {
    version: string;
    public_url: string;
    console_url: string;
    sandbox_url: string | null;
    /** The project of the sample site, null in a folder that never had one. */
    sandbox_project_id: string | null;
    /** The proxies that HTTP_PROXY and HTTPS_PROXY name, without credentials; null where there is none. */
    environment_proxies: { http: string | null; https: string | null };
    data_dir: string;
    disk_free_bytes: number;
    started_at: string;
  };
  restart: RestartView;
}

/** Body of `POST /backup`, and of none. */
export interface BackupBody {
  /** The secrets travel under it; without one they stay behind. 8 to 1,024 characters. */
  passphrase?: string | null;
  /** Answers 201 `BackupView`, to be fetched with `GET /backup/:id` within ten minutes, instead of the file itself. */
  prepare?: boolean;
}

/** A backup that is ready to be fetched, once. */
export interface BackupView {
  id: string;
  file_name: string;
  bytes: number;
  created_at: string;
  counts: { projects: number; sessions: number; versions: number; blobs: number };
  /** Files of articles that are missing or damaged on this machine's disk, and therefore not in the backup. */
  missing_files: number;
  with_secrets: boolean;
}

/**
 * Answer of `POST /restore?new_secrets=`: the backup is checked and takes the place of the data at the next start. The
 * body is the file; its passphrase comes percent-encoded in the header X-Backup-Passphrase. `new_secrets=true` does
 * without the passphrase of a backup that has one.
 */
export interface RestoreView {
  created_at: string;
  galley_version: string;
  counts: BackupView["counts"];
  missing_files: number;
  /** Folder in the data folder in which the data of before stays. */
  kept_aside: string;
  /** Names of the projects whose secret could not be kept: their sites need the new one. */
  projects_with_new_secrets: string[];
  /** Sessions without the credentials for callbacks until their site opens them again. */
  sessions_without_credentials: number;
  /** All of them wait until deliveries are released. */
  deliveries_held: number;
  /** Whether Galley restarts by itself now; else it waits to be restarted. */
  restarting: boolean;
}

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

/** Answer of `GET /me`: whether the browser is logged in (200) or not (401). */
export interface Me {
  version: string;
  /** The newest event so far: `GET /events?after=` goes on from there. */
  event_id: string;
  /** The browser's own login; null for the holder of the console token. */
  login: { id: string; kind: LoginRow["kind"] } | null;
}

/**
 * Answer of `POST /login {token}` or `{password}`, beside the cookie. Every other request of the browser carries the key, in the header
 * X-Galley-Key or as the query parameter `key`; a cookie without it lets nobody in.
 */
export interface LoggedIn {
  key: string;
}

/** Row of `GET /logins`: a browser that is logged in. `DELETE /logins/:id` ends it, `POST /logout` one's own. */
export interface LoginRow {
  id: string;
  /** How it was let in; window: the desktop app's own. */
  kind: "link" | "token" | "window" | "password";
  /** Whether it is the one that asks. */
  current: boolean;
  user_agent: string;
  address: string;
  created_at: string;
  /** To within ten minutes. */
  last_used_at: string;
  /** When it ends if it is not used; null for the window. */
  expires_at: string | null;
}

/**
 * Events of `GET /events?after=`: `event:` is the kind, `data:` its JSON. A client puts the row of a delivery in place, an
 * event being never older than the one before it, and fetches the rest of what it shows again by id. `event: reset` says
 * that events were missed, or that more has changed than there are events for: fetch again all that is shown.
 */
export interface ConsoleEvents {
  delivery: DeliveryHead;
  attempt: { delivery_id: string; session_id: string; number: number };
  session: { id: string; project_id: string; change: "opened" | "reopened" | "pruned" | "deleted" };
  version: { id: string; session_id: string; number: number };
  /** It was made, changed or deleted, or all that it held is gone. */
  project: { id: string };
  /** snapshot_id: what was published; null where the fonts themselves were changed. */
  fonts: { project_id: string; snapshot_id: string | null };
  asset: { session_id: string; file_name: string; state: "restored" | "failed"; problem: string };
  /** A backup was begun, made, verified or deleted; failed: it was not made or is no longer whole, and `error` says why. */
  backup: { change: "begun" | "made" | "verified" | "failed" | "deleted"; file: string | null; error: string | null };
  /** What the appliance reported of itself. */
  log: LogEntry;
}
