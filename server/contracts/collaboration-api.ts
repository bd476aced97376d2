/**
 * Writing together, under `/editor/api/sessions/:session_id`. Tabs send their changes as ProseMirror steps; Galley orders,
 * checks and stores them. A room exists from the second tab on; before, a tab sends drafts (`PUT /draft`).
 */
import type { AssetEntry, VmsJson } from "../article/vms-json.ts";

/** State of a room. Event `room`, and `room` of the session. */
export interface RoomHead {
  /** Names the lineage of the document. A replacement (newer text of the site, restored version) begins another. */
  epoch: string;
  /** Step that the version `base_version` contains. */
  saved_n: number;
  base_version: number | null;
  /** Name of the person who replaced the text; only in the event of a replacement. */
  replaced_by?: string;
}

/** Response to `POST /room`; 204 where the caller is the only tab. */
export interface RoomView extends RoomHead {
  /** Steps so far; `vms_json` is the document after them. */
  n: number;
  vms_json: VmsJson;
  /** The tab whose draft began the room, and how many of its own steps the draft has. Null: it began with `base_version`. */
  origin: { client_id: string; steps: number } | null;
  /** Public name of the caller's `writer_key`, which its steps carry. */
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
 * Body of `POST /steps`. Response: 200 with the `StepsView` after `n`, which contains these steps where they were
 * accepted, rebased over those that the tab missed as `prosemirror-collab` does. They are accepted where `counter` is the
 * number of this writer's steps, and where few enough are missed; a repeated request stores nothing. 409 `articles.room_replaced` where the epoch is over or steps after `n` are no longer kept;
 * 422 for a step that does not fit; 429 beyond 50 steps a second.
 */
export interface StepsBody {
  epoch: string;
  n: number;
  writer_key: string;
  /** Own steps before these. */
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
  /** Size of the document after them: a tab that has another one loads it again. */
  size: number;
}

export interface StepBatchView {
  /** Step number before these steps. */
  after: number;
  /** Step number after these steps. */
  n: number;
  writer: string;
  counter: number;
  /** Null in a response to the writer itself. */
  steps: unknown[] | null;
}

/** Body of `PUT /room`, which replaces the document: 200 with the new `RoomView`. The text before is kept as a draft. */
export interface ReplaceBody extends JoinBody {
  vms_json: VmsJson;
  author: string;
}

/** Body of `PUT /caret/:client_id`, 204, and data of the event `caret` with the tab's `client_id`. */
export interface CaretBody {
  epoch: string;
  /** Step number that the positions refer to. */
  n: number;
  /** Positions in the document; null where the cursor is not in the text. */
  selection: { anchor: number; head: number } | null;
}

export interface CaretEvent extends CaretBody {
  client_id: string;
}
