/**
 * Collaborative editing, under `/editor/api/sessions/:session_id`. Tabs send their changes as ProseMirror steps; Galley
 * orders, checks and stores them. A room exists from the second tab on. A single tab sends drafts (`PUT /draft`).
 */
import type { AssetEntry, VmsJson } from "../article/vms-json.ts";

/** State of a room. Event `room`, and `room` of the session. */
export interface RoomHead {
  /** Identifies the document's history. A replacement (newer text of the site, restored version) starts another. */
  epoch: string;
  /** Number of the last step in the version `base_version`. */
  saved_n: number;
  base_version: number | null;
  /** Name of the person who replaced the text; only in the event of a replacement. */
  replaced_by?: string;
}

/** Response to `POST /room`; 204 if the caller is the only tab. */
export interface RoomView extends RoomHead {
  /** Steps so far; `vms_json` is the document after them. */
  n: number;
  vms_json: VmsJson;
  /** The tab whose draft started the room, and the number of its steps in the draft; null for `base_version`. */
  origin: { client_id: string; steps: number } | null;
  /** Public id derived from the caller's `writer_key`; its steps contain it. */
  writer: string;
  /** Steps of this writer so far. */
  counter: number;
}

/** Body of `POST /room`. */
export interface JoinBody {
  client_id: string;
  /** A secret of the tab's editor: 16 to 64 characters of A-Z a-z 0-9 _ -. */
  writer_key: string;
}

/**
 * Body of `POST /steps`. Response: 200 with the `StepsView` after `n`. It contains the sent steps if Galley accepted
 * them, rebased over missed steps as in `prosemirror-collab`. Galley accepts them if `counter` equals the number of
 * this writer's steps and few enough steps were missed. A repeated request stores nothing. 409 `articles.room_replaced`
 * if the epoch has ended or steps after `n` are no longer stored; 422 for a step that does not apply; 429 above 50
 * steps a second.
 */
export interface StepsBody {
  epoch: string;
  n: number;
  writer_key: string;
  /** Number of this writer's earlier steps. */
  counter: number;
  /** ProseMirror steps as JSON, at most 5,000. */
  steps: unknown[];
}

/** Response to `POST /steps` and `GET /steps?epoch=&after=`, and data of the event `steps`. */
export interface StepsView {
  epoch: string;
  batches: StepBatchView[];
  /** Entries of the files that the steps insert. */
  files: Record<string, AssetEntry>;
  /** Size of the document after these steps. A tab with another size reloads the document. */
  size: number;
}

export interface StepBatchView {
  after: number;
  n: number;
  writer: string;
  counter: number;
  /** Null in a response to the steps' writer. */
  steps: unknown[] | null;
}

/** Body of `PUT /room`, which replaces the document: 200 with the new `RoomView`. A draft keeps the previous text. */
export interface ReplaceBody extends JoinBody {
  vms_json: VmsJson;
  author: string;
}

/** Body of `PUT /caret/:client_id`, 204, and data of the event `caret` with the tab's `client_id`. */
export interface CaretBody {
  epoch: string;
  /** Step number that the positions refer to. */
  n: number;
  /** Positions in the document; null if the caret is outside the text. */
  selection: { anchor: number; head: number } | null;
}

export interface CaretEvent extends CaretBody {
  client_id: string;
}
