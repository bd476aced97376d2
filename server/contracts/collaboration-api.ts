/**
 * Collaborative editing, under `/editor/api/sessions/:session_id`. Tabs send their changes as ProseMirror steps; Galley
 * orders, checks and stores them. A room exists from the second tab on. A single tab sends drafts (`PUT /draft`).
 */
import type { AssetEntry, VmsJson } from "../article/vms-json.ts";

/** Steps per request: enough for offline changes and for Replace all in a long article. */
export const MAX_STEPS = 5_000;

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

/** Data of the event `caret`; the fields of `CaretBody` (`editor-bodies.ts`). */
export interface CaretEvent {
  client_id: string;
  epoch: string;
  n: number;
  selection: { anchor: number; head: number } | null;
}
