/**
 * What the editor tab and the appliance say to each other (design 5, `/editor/api/sessions/:session_id`). Types only:
 * the renderer imports them, the routes answer them.
 *
 * Times are ISO 8601 with offset. Errors are `{"detail": "<one sentence>"}`, or `{"detail": [...]}` for a 422; a 409 of
 * a save is a `SaveConflict`, a 401 means that the login has expired or the key was disabled.
 */
import type { VmsJson } from "../article/vms-json.ts";

/** Where the callback of a version stands. */
export interface DeliveryView {
  delivery_id: string;
  state: "pending" | "sending" | "delivered" | "rejected" | "failed" | "exhausted" | "superseded" | "held";
  /** Error code of the last attempt (design 4, "Callbacks"), null while there is none. */
  code: string | null;
  /** One or two sentences for people: what happened, what it means, what to do. "" while pending without an attempt. */
  explanation: string;
  /** The site's own words (`rm`) where it answered with any. */
  site_message: string | null;
  warnings: string[];
  attempts: number;
  next_attempt_at: string | null;
  finished_at: string | null;
}

export interface VersionView {
  number: number;
  version_id: string;
  created_at: string;
  user_email: string | null;
  /** Bytes of all files and the document. */
  size: number;
  current: boolean;
  delivery: DeliveryView | null;
}

/** Answer of `GET /`. */
export interface EditorSession {
  session_id: string;
  material_id: string;
  project_name: string;
  /** Host of the callback URL: how the editor names the site. */
  site: string;
  /** The current version with the kept clientUrls, else the opening state, else null. */
  vms_json: VmsJson | null;
  /** False where `vms_json` is another editor's state that this one cannot read. */
  readable: boolean;
  /** Number of the version that `vms_json` is, null before the first save. */
  current_version: number | null;
  versions: VersionView[];
  drafts: DraftView[];
  user_email: string | null;
  fonts: object | null;
  /** Files of the article whose bytes are not on this machine (yet): they are being fetched, or could not be. */
  restoring: { file_name: string; state: "pending" | "failed"; problem: string }[];
  limits: { media_bytes: number; accepted_extensions: string[] };
  /** When the login ends; a request to `POST /login` with no body renews it. */
  login_expires_at: string;
}

export interface DraftView {
  client_id: string;
  base_version: number | null;
  updated_at: string;
  vms_json: VmsJson;
}

/** Body of `PUT /draft`, answered 204. */
export interface DraftBody {
  /** One browser tab, made there: 1 to 64 characters of A-Z a-z 0-9 _ -. */
  client_id: string;
  vms_json: VmsJson;
  base_version: number | null;
}

/** Answer of `POST /media?name=`, 201. */
export interface UploadedMedia {
  file_name: string;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
}

/** Body of `POST /versions`. The same `save_id` sent again gets the first answer. */
export interface SaveBody {
  /** Made by the tab for each press of Save: 1 to 64 characters of A-Z a-z 0-9 _ -. */
  save_id: string;
  vms_json: VmsJson;
  base_version: number | null;
  user_email?: string | null;
  /** The tab's draft, removed by its save. */
  client_id?: string;
}

/** Answer of `POST /versions`, 201. */
export interface SavedVersion {
  version_id: string;
  number: number;
  delivery_id: string;
  created_at: string;
}

/** Answer of `POST /versions` with 409: another tab saved in between. */
export interface SaveConflict {
  detail: string;
  base_version: number | null;
  current_version: number;
  current: VersionView;
}

/** Answer of `POST /login`. Also sets the HttpOnly cookie of this session. */
export interface EditorLogin {
  login_expires_at: string;
}

/**
 * Events of `GET /events`: `event:` is the kind, `data:` its JSON.
 * version: a version was saved (by any tab). delivery: its callback moved on. asset: a missing file came, or did not.
 */
export interface EditorEvents {
  version: VersionView;
  delivery: DeliveryView & { version_number: number };
  /** A file that was missing on this machine has come from the site, or could not be fetched. */
  asset: { file_name: string; state: "restored" | "failed"; problem: string };
}
