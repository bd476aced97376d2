/**
 * Types of the editor's API (`/editor/api/sessions/:session_id`), shared by the renderer and the routes.
 *
 * Times are ISO 8601 with offset. Errors are `{"detail": "<one sentence>"}`, or `{"detail": [...]}` for a 422. A 409 of
 * a save is a `SaveConflict`. A 401 means that the login has expired or the key was disabled.
 */
import type { EmbedSettings } from "../article/embeds/settings.ts";
import type { VmsJson } from "../article/vms-json.ts";
import type { CaretEvent, RoomHead, StepsView } from "./collaboration-api.ts";
import type { CommentThread } from "./comments-api.ts";
import type { DeliveryState } from "./delivery-states.ts";
import type { SentenceRef, WithSentence } from "./sentences/index.ts";
import type { SnippetView } from "./snippets-api.ts";

/** Characters of the author's name or e-mail. */
export const MAX_AUTHOR = 320;
/** Begins the client ids of drafts that were kept when another text was shown. */
export const KEPT_DRAFT = "kept-";

export interface DeliveryView extends WithSentence<"explanation"> {
  delivery_id: string;
  state: DeliveryState;
  /** Error code of the last attempt (contract 6.5), null while there is none. */
  code: string | null;
  /** The message of the site (`rm`), when its response has one. */
  site_message: string | null;
  warnings: string[];
  attempts: number;
  next_attempt_at: string | null;
  finished_at: string | null;
}

/** The delivery of a version, with the further facts that the editor's summary of a save shows. */
export interface VersionDelivery extends DeliveryView {
  /** Bytes of the archive that the site has downloaded completely; null before that. */
  downloaded_bytes: number | null;
}

export interface VersionView {
  number: number;
  version_id: string;
  created_at: string;
  user_email: string | null;
  /** False for version 0 (contract 10): another editor's state, kept unchanged. */
  readable: boolean;
  size: number;
  current: boolean;
  delivery: VersionDelivery | null;
}

/** Response to `GET /`. */
export interface EditorSession {
  session_id: string;
  material_id: string;
  /** Title of the article on the site, `metadata.title`; null when the site sends none. */
  title: string | null;
  project_name: string;
  /** Host of the callback URL. The editor shows it as the site's name. */
  site: string;
  /** The current version with the kept clientUrls, else the opening state, else null. */
  vms_json: VmsJson | null;
  /** False where `vms_json` is another editor's state that this one cannot read. */
  readable: boolean;
  /** Number of the version that `vms_json` is, null before the first save. */
  current_version: number | null;
  versions: VersionView[];
  drafts: DraftView[];
  /** The author: from the open, else as last known. */
  user_email: string | null;
  /** Whether the open named the author. Every save of this login then has that author, whatever its body says. */
  user_email_fixed: boolean;
  fonts: object | null;
  /** Families of the project's published fonts, in the order of its tree; their CSS is `GET /fonts/vms_fonts.css`. */
  font_families: string[];
  /** Usable items of `metadata.customContainers`, unchanged. */
  custom_containers: Record<string, unknown>[];
  /** The providers and hosts that the project allows in frames. */
  embeds: EmbedSettings;
  /** A state that the site sent at a later opening and that matches no version here (contract 10); null without one. */
  site_copy: SiteCopyView | null;
  /**
   * Path under the public URL, such as `preview/<session>/<token>/`, which shows the current version. Pages below it:
   * `draft/<client_id>/`, `version/<number>/` and `site-copy/`.
   */
  preview_path: string;
  /** People who have the article open. This tab is missing until it announces itself. */
  people: PersonView[];
  /** The room that several tabs write in; null where there is none. */
  room: RoomHead | null;
  /** Names the schema of the article; a tab with another one reloads. */
  schema: string;
  /** Threads of comments that are not resolved; `GET /comments` lists them all. */
  open_comments: number;
  /**
   * Files of the article that are not on this machine: pending, failed, or gone because the site's state names no URL
   * for them.
   */
  restoring: {
    file_name: string;
    state: "pending" | "failed" | "gone";
    problem: string;
    problem_sentence?: SentenceRef;
  }[];
  /** Whether the project publishes pictures unchanged (`resizeMode` is `original`) instead of resizing them. */
  publish_originals: boolean;
  /** Whether Galley adds narrower files beside pictures; not when `resizeMode` is `single`. */
  narrower_pictures: boolean;
  limits: { media_bytes: number; accepted_extensions: string[] };
  /** The newest event that this response includes; `GET /events?after=` continues from there. */
  event_id: string;
  /** When the login expires. `POST /login` without a body renews it. */
  login_expires_at: string;
  /** @see EditorLogin */
  clip: string;
}

/** `GET /site-copy` responds with its `vms_json` too. */
export interface SiteCopyView {
  created_at: string;
  readable: boolean;
}

/** Response to `GET /site-copy`. @see SiteCopyView */
export interface SiteCopy extends SiteCopyView {
  vms_json: VmsJson;
}

/** A tab that has the article open. */
export interface PersonView {
  client_id: string;
  /** Name or e-mail of the author field, "" where it is empty. */
  author: string;
  since: string;
  /** What the person chose. */
  mode: "editing" | "reading";
  /** Number of the person's color, from 0. */
  color: number;
}

/**
 * Body of `PUT /presence/:client_id`. Response: 200 with `People`. The tab repeats it every 15 s. A tab expires after
 * 45 s without it, or 5 s after its event stream `GET /events?client_id=` ends. 409 for more than 20 tabs.
 * `DELETE /presence/:client_id` (204) removes the tab.
 */
export interface PresenceBody {
  author: string;
  mode: "editing" | "reading";
}

export interface People {
  people: PersonView[];
}

export interface DraftView {
  client_id: string;
  base_version: number | null;
  updated_at: string;
  /** Bytes of its `vms_json`; 0: its content was evicted in favor of newer drafts of the article. */
  size: number;
  /** Who wrote it, for changes that were kept when another text was shown; else null. */
  author: string | null;
}

/** Response to `GET /draft/:client_id`; 404 without a draft, or when its content was evicted. */
export interface StoredDraft extends DraftView {
  vms_json: VmsJson;
}

/**
 * Body of `PUT /draft`, 204; 422 for a draft that could not be saved as a version. `DELETE /draft/:client_id` (204)
 * removes a draft.
 */
export interface DraftBody {
  /** Generated once per browser tab: 1 to 64 characters of A-Z a-z 0-9 _ -. */
  client_id: string;
  vms_json: VmsJson;
  base_version: number | null;
  /** Own steps of the tab that the draft contains. Set by the editor: a room can begin with such a draft. */
  steps?: number;
  /** Who wrote it; for changes that are kept when another text is shown. */
  author?: string;
}

/** Body of `POST /versions`. A repeated `save_id` gets the first response. */
export interface SaveBody {
  /** Generated by the tab for each press of Save: 1 to 64 characters of A-Z a-z 0-9 _ -. */
  save_id: string;
  vms_json: VmsJson;
  base_version: number | null;
  user_email?: string | null;
  /** The tab whose draft this save removes. */
  client_id?: string;
}

/**
 * Body of `POST /versions` by a tab that writes in a room: saves the shared document as Galley has it. 409
 * `articles.room_replaced` where the epoch is over.
 */
export interface SharedSaveBody extends Omit<SaveBody, "vms_json" | "base_version"> {
  epoch: string;
}

/** Response to `POST /versions`, 201. */
export interface SavedVersion {
  version_id: string;
  number: number;
  delivery_id: string;
  created_at: string;
}

/** Response to `POST /versions` with 409: another tab saved in between. */
export interface SaveConflict extends Partial<SentenceRef> {
  detail: string;
  base_version: number | null;
  current_version: number;
  current: VersionView;
}

/**
 * `GET /versions/:number/archive` is the ZIP of contract 2.6, with the callback credentials masked. `POST
 * /versions/:number/retry` resends the version's callback and responds 202 with this; 409 when it cannot be resent
 * (contract 10).
 */
export interface RetriedDelivery {
  delivery: DeliveryView;
}

/** Response to `POST /login`, which also sets the HttpOnly cookie of this session. */
export interface EditorLogin {
  login_expires_at: string;
  /**
   * Travels in the clipboard with copied content. It allows another article of the same project to copy the files too.
   * It expires with this login.
   */
  clip: string;
}

/**
 * Events of `GET /events?client_id=&after=`: `event:` is the kind, `data:` its JSON. With `after` (`event_id` of the
 * session) or `Last-Event-ID` the stream starts with the events since then. It starts with `event: reset` when they are
 * no longer known.
 */
export interface EditorEvents {
  version: VersionView;
  /** The callback changed state, or the site has the archive. */
  delivery: VersionDelivery & { version_number: number };
  /** A file that was missing on this machine was fetched from the site, or fetching it failed. */
  asset: { file_name: string; state: "restored" | "failed" } & WithSentence<"problem">;
  /** The site opened the article again with another title or an unknown state. */
  reopened: Pick<EditorSession, "title" | "site_copy">;
  /** The article got a room, or its document was replaced or saved. */
  room: RoomHead;
  /** Steps of a tab in the room. Not repeated after a reconnect: `GET /steps` has them. */
  steps: StepsView;
  caret: CaretEvent;
  /** A person joined or left. */
  presence: People;
  /** `thread` is null for a deleted thread. */
  comment: { id: string; thread: CommentThread | null };
  /** A snippet of the project was created or changed; `snippet` is null for a deleted one. */
  snippet: { id: string; snippet: SnippetView | null };
}
