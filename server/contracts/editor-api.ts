/**
 * What the editor tab and the appliance say to each other (`/editor/api/sessions/:session_id`): the renderer imports it, the
 * routes answer it.
 *
 * Times are ISO 8601 with offset. Errors are `{"detail": "<one sentence>"}`, or `{"detail": [...]}` for a 422; a 409 of
 * a save is a `SaveConflict`, a 401 means that the login has expired or the key was disabled.
 */

import type { EmbedSettings } from "../article/embeds/settings.ts";
import type { VmsJson } from "../article/vms-json.ts";
import type { CommentThread } from "./comments-api.ts";
import type { DeliveryState } from "./delivery-states.ts";
import type { SentenceRef, WithSentence } from "./sentences/index.ts";
import type { SnippetView } from "./snippets-api.ts";

/** Characters of the name or e-mail of who writes. */
export const MAX_AUTHOR = 320;

/** Where the callback of a version stands. */
export interface DeliveryView extends WithSentence<"explanation"> {
  delivery_id: string;
  state: DeliveryState;
  /** Error code of the last attempt (contract 6.5), null while there is none. */
  code: string | null;
  /** The site's own words (`rm`) where it answered with any. */
  site_message: string | null;
  warnings: string[];
  attempts: number;
  next_attempt_at: string | null;
  finished_at: string | null;
}

/** The delivery of a version, with what the editor's story of a save tells besides. */
export interface VersionDelivery extends DeliveryView {
  /** Bytes of the archive that the site has downloaded whole, null before it has. */
  downloaded_bytes: number | null;
}

export interface VersionView {
  number: number;
  version_id: string;
  created_at: string;
  user_email: string | null;
  /** False for version 0 (contract 10): the state of another editor, kept as it came. */
  readable: boolean;
  /** Bytes of all files and the document. */
  size: number;
  current: boolean;
  delivery: VersionDelivery | null;
}

/** Answer of `GET /`. */
export interface EditorSession {
  session_id: string;
  material_id: string;
  /** What the site calls the article, `metadata.title`; null where it does not say. */
  title: string | null;
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
  /** Who writes here: as the open says, else as it is known from before. */
  user_email: string | null;
  /** Whether the open said so: then every save of this login is that person's, whatever it says. */
  user_email_fixed: boolean;
  fonts: object | null;
  /** Families of the project's published fonts, in the order of its tree; their CSS is `GET /fonts/vms_fonts.css`. */
  font_families: string[];
  /** Usable items of `metadata.customContainers`, as the site wrote them. */
  custom_containers: Record<string, unknown>[];
  /** What of other sites the project lets stand in a frame. */
  embeds: EmbedSettings;
  /** A state that the site sent at a later opening and that equals no version here (contract 10); null where none is. */
  site_copy: SiteCopyView | null;
  /**
   * Path under the public address, such as `preview/<session>/<token>/`: itself the current version, below it
   * `draft/<client_id>/`, `version/<number>/` and `site-copy/` as pages of their own.
   */
  preview_path: string;
  /** Who has the article open, this tab not counted until it says so. */
  people: PersonView[];
  /** Threads of comments that are not resolved; `GET /comments` lists them all. */
  open_comments: number;
  /**
   * Files of the article whose bytes are not on this machine (yet): they are being fetched, could not be, or are gone:
   * the site's state names no address for them.
   */
  restoring: {
    file_name: string;
    state: "pending" | "failed" | "gone";
    problem: string;
    problem_sentence?: SentenceRef;
  }[];
  /** Whether the project publishes pictures as they came (`resizeMode` is `original`), and not made fit for readers. */
  publish_originals: boolean;
  /** Whether pictures get narrower files beside them; not where `resizeMode` is `single`. */
  narrower_pictures: boolean;
  limits: { media_bytes: number; accepted_extensions: string[] };
  /** The newest event that this answer knows of: `GET /events?after=` goes on from there. */
  event_id: string;
  /** When the login ends; a request to `POST /login` with no body renews it. */
  login_expires_at: string;
  /** @see EditorLogin */
  clip: string;
}

/** Answer of `GET /site-copy` has its `vms_json` too. */
export interface SiteCopyView {
  created_at: string;
  readable: boolean;
}

/** Answer of `GET /site-copy`. @see SiteCopyView */
export interface SiteCopy extends SiteCopyView {
  vms_json: VmsJson;
}

/** One tab that has the article open. At most one of them is editing. */
export interface PersonView {
  client_id: string;
  /** Name or e-mail of the author field, "" where it is empty. */
  author: string;
  since: string;
  mode: "editing" | "reading";
}

/**
 * Body of `PUT /presence/:client_id`, answered 200 with `People`; sent again every 15 s, forgotten after 45 s without,
 * or 5 s after the end of its event stream, `GET /events?client_id=`.
 * edit: editing where nobody else is, else reading. take_over: editing, and whoever was editing reads. read: reading.
 * `DELETE /presence/:client_id` (204) says goodbye.
 */
export interface PresenceBody {
  author: string;
  wants: "edit" | "read" | "take_over";
}

export interface People {
  people: PersonView[];
}

export interface DraftView {
  client_id: string;
  base_version: number | null;
  updated_at: string;
  /** Bytes of its `vms_json`; 0: its words were let go to make room for newer ones of the article. */
  size: number;
}

/** Answer of `GET /draft/:client_id`; 404 where there is none, or its words were let go. */
export interface StoredDraft extends DraftView {
  vms_json: VmsJson;
}

/** Body of `PUT /draft`, answered 204; 422 for what no save would take. `DELETE /draft/:client_id` (204) removes one. */
export interface DraftBody {
  /** One browser tab, made there: 1 to 64 characters of A-Z a-z 0-9 _ -. */
  client_id: string;
  vms_json: VmsJson;
  base_version: number | null;
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
export interface SaveConflict extends Partial<SentenceRef> {
  detail: string;
  base_version: number | null;
  current_version: number;
  current: VersionView;
}

/**
 * `GET /versions/:number/archive` is the ZIP of contract 2.6, what callbacks log in with masked.
 * `POST /versions/:number/retry` sends the version's callback again and answers 202 with this; 409 where it cannot be sent
 * (contract 10).
 */
export interface RetriedDelivery {
  delivery: DeliveryView;
}

/** Answer of `POST /login`. Also sets the HttpOnly cookie of this session. */
export interface EditorLogin {
  login_expires_at: string;
  /**
   * Travels in the clipboard with what is copied here, and lets who is logged in at another article of the same project take
   * the files along. It ends when this login would.
   */
  clip: string;
}

/**
 * Events of `GET /events?client_id=&after=`: `event:` is the kind, `data:` its JSON. With `after` (`event_id` of the
 * session) or `Last-Event-ID` what came since is sent first, or `event: reset` where that is not known any more.
 * reopened: the site opened the article again. comment: a thread of comments began, went on, or is gone.
 * version: a version was saved (by any tab). delivery: its callback moved on, or the site has its archive. asset: a missing
 * file came, or did not.
 */
export interface EditorEvents {
  version: VersionView;
  delivery: VersionDelivery & { version_number: number };
  /** A file that was missing on this machine has come from the site, or could not be fetched. */
  asset: { file_name: string; state: "restored" | "failed" } & WithSentence<"problem">;
  /** The site opened the article again, and calls it otherwise now or sent a text that is not known here. */
  reopened: Pick<EditorSession, "title" | "site_copy">;
  /** Somebody came, went, or took over. */
  presence: People;
  /** `thread` is null where it was deleted. */
  comment: { id: string; thread: CommentThread | null };
  /** A snippet of the project was made, changed or, where it is null, deleted. */
  snippet: { id: string; snippet: SnippetView | null };
}
