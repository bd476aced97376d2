/**
 * Types of the editor's API (`/editor/api/sessions/:session_id`), shared by the renderer and the routes.
 *
 * Times are ISO 8601 with offset. Errors are `{"detail": "<one sentence>"}`, or `{"detail": [...]}` for a 422. A save
 * may return a 409 with a `SaveConflict`. 401: the login has expired or the key is disabled.
 */
import type { EmbedSettings } from "../article/embeds/settings.ts";
import type { VmsJson } from "../article/vms-json.ts";
import type { CaretEvent, RoomHead, StepsView } from "./collaboration-api.ts";
import type { CommentThread } from "./comments-api.ts";
import type { DeliveryState } from "./delivery-states.ts";
import type { SentenceRef, WithSentence } from "./sentences/index.ts";
import type { SnippetView } from "./snippets-api.ts";

/** Maximum length of the author's name or e-mail address, characters. */
export const MAX_AUTHOR = 320;
/** Prefix of the client ids of drafts that preserve changes after another text replaced them. */
export const KEPT_DRAFT = "kept-";

export interface DeliveryView extends WithSentence<"explanation"> {
  delivery_id: string;
  state: DeliveryState;
  /** Error code of the last attempt (contract 6.5); null without an error. */
  code: string | null;
  /** The site's message (`rm`); null without one. */
  site_message: string | null;
  warnings: string[];
  attempts: number;
  next_attempt_at: string | null;
  finished_at: string | null;
}

/** The delivery of a version, with the details that the editor shows after a save. */
export interface VersionDelivery extends DeliveryView {
  /** Size of the completely downloaded archive, bytes; null before that. */
  downloaded_bytes: number | null;
}

export interface VersionView {
  number: number;
  version_id: string;
  created_at: string;
  user_email: string | null;
  /** False for version 0 (contract 10): the unchanged state of another editor. */
  readable: boolean;
  size: number;
  current: boolean;
  delivery: VersionDelivery | null;
}

/** Response to `GET /`. */
export interface EditorSession {
  session_id: string;
  material_id: string;
  /** `metadata.title` of the site; null without one. */
  title: string | null;
  project_name: string;
  /** Host of the callback URL. The editor shows it as the site's name. */
  site: string;
  /** The current version with the stored clientUrls, else the state of the open, else null. */
  vms_json: VmsJson | null;
  /** False if `vms_json` is another editor's state, which this editor cannot read. */
  readable: boolean;
  /** Version number of `vms_json`; null before the first save. */
  current_version: number | null;
  versions: VersionView[];
  drafts: DraftView[];
  /** The author named in the open, else the last known author. */
  user_email: string | null;
  /** Whether the open named the author. If so, every save of this login has that author. */
  user_email_fixed: boolean;
  fonts: object | null;
  /** Families of the published fonts, in the order of the font tree. Their CSS is `GET /fonts/vms_fonts.css`. */
  font_families: string[];
  /** Usable items of `metadata.customContainers`, unchanged. */
  custom_containers: Record<string, unknown>[];
  embeds: EmbedSettings;
  /** A state from a later open that matches no stored version (contract 3.3); null without one. */
  site_copy: SiteCopyView | null;
  /**
   * Path of the current version's preview under the public URL: `preview/<session>/<token>/`. Other pages below it:
   * `draft/<client_id>/`, `version/<number>/` and `site-copy/`.
   */
  preview_path: string;
  /** People who have the article open. Includes this tab only after its `PUT /presence`. */
  people: PersonView[];
  /** The room for several tabs; null without one. */
  room: RoomHead | null;
  /** Id of the article schema. A tab with another id reloads. */
  schema: string;
  /** Number of unresolved comment threads. `GET /comments` lists all threads. */
  open_comments: number;
  /** Files of the article that are missing on this machine. */
  restoring: RestoringFile[];
  /** Whether the project publishes pictures unchanged (`resizeMode` is `original`) instead of resizing them. */
  publish_originals: boolean;
  /** Whether Galley publishes narrower versions of pictures; false if `resizeMode` is `single`. */
  narrower_pictures: boolean;
  limits: { media_bytes: number; accepted_extensions: string[] };
  /** Id of the newest event in this response; `GET /events?after=` continues from there. */
  event_id: string;
  /** When the login expires. `POST /login` without a body renews it. */
  login_expires_at: string;
  /** @see EditorLogin */
  clip: string;
}

export interface RestoringFile {
  file_name: string;
  /** pending: being fetched. failed: the fetch failed. gone: the site's state contains no URL for the file. */
  state: "pending" | "failed" | "gone";
  /** Sentence: why the fetch failed; "" if it did not. */
  problem: string;
  problem_sentence?: SentenceRef;
}

export interface SiteCopyView {
  created_at: string;
  readable: boolean;
}

/** Response to `GET /site-copy`. */
export interface SiteCopy extends SiteCopyView {
  vms_json: VmsJson;
}

/** A tab that has the article open. */
export interface PersonView {
  client_id: string;
  author: string;
  since: string;
  mode: "editing" | "reading";
  /** Index of the person's color, from 0. */
  color: number;
}

export interface People {
  people: PersonView[];
}

export interface DraftView {
  client_id: string;
  base_version: number | null;
  updated_at: string;
  /** Size of `vms_json`, bytes; 0 if newer drafts of the article evicted the content. */
  size: number;
  /** Author of changes that another text replaced; else null. */
  author: string | null;
}

/** Response to `GET /draft/:client_id`; 404 without a draft, or if its content was evicted. */
export interface StoredDraft extends DraftView {
  vms_json: VmsJson;
}

/** Response to `POST /versions`, 201. */
export interface SavedVersion {
  version_id: string;
  number: number;
  delivery_id: string;
  created_at: string;
}

/** Response to `POST /versions` with 409: another tab saved a newer version. */
export interface SaveConflict extends Partial<SentenceRef> {
  detail: string;
  base_version: number | null;
  current_version: number;
  current: VersionView;
}

/**
 * `GET /versions/:number/archive` is the ZIP of contract 2.6, with the callback credentials masked. `POST
 * /versions/:number/retry` resends the version's callback and responds 202 with this object; 409 if it cannot be resent
 * (contract 6.4).
 */
export interface RetriedDelivery {
  delivery: DeliveryView;
}

/** Response to `POST /login`, which also sets the HttpOnly cookie of this session. */
export interface EditorLogin {
  login_expires_at: string;
  /** Token in the clipboard, with which another article of the project copies the files. Expires with this login. */
  clip: string;
}

/**
 * Events of `GET /events?client_id=&after=`: `event:` is the kind, `data:` its JSON. `after` (the session's `event_id`)
 * or `Last-Event-ID` repeats the events since then, or sends `event: reset` if they are no longer stored.
 */
export interface EditorEvents {
  version: VersionView;
  /** The delivery changed state, or the site has downloaded the archive. */
  delivery: VersionDelivery & { version_number: number };
  /** Galley fetched a missing file from the site, or the fetch failed. */
  asset: { file_name: string; state: "restored" | "failed" } & WithSentence<"problem">;
  /** The site opened the article again with another title or an unknown state. */
  reopened: Pick<EditorSession, "title" | "site_copy">;
  /** A room was created, or its document was replaced or saved. */
  room: RoomHead;
  /** Steps of a tab in the room. After a reconnect, fetch them with `GET /steps`. */
  steps: StepsView;
  caret: CaretEvent;
  presence: People;
  /** `thread` is null for a deleted thread. */
  comment: { id: string; thread: CommentThread | null };
  /** A snippet of the project was created or changed; `snippet` is null for a deleted one. */
  snippet: { id: string; snippet: SnippetView | null };
}
