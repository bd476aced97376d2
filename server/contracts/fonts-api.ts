/**
 * What the console and the appliance say to each other about fonts (`{console_url}/api/projects/:id/fonts`).
 * Types only. Times are ISO 8601 with offset, sizes bytes.
 */

import type { DeliveryView } from "./editor-api.ts";
import type { SentenceRef } from "./sentences/index.ts";

/** The containers of a font, named by their extension. */
export type FontFormat = "woff2" | "woff" | "ttf" | "otf";

/** Answer of `GET /projects/:id/fonts`. */
export interface FontsView {
  /** By family, weight and style. */
  files: FontFileView[];
  /** What sites have been told of last, null before the first publication. */
  current: SnapshotView | null;
  /** Whether publishing would tell the sites something new. */
  changed: boolean;
  /** The last published first, at most 100. */
  snapshots: SnapshotView[];
}

/** A font of the project. Answer of `POST /projects/:id/fonts?name=` (201) and of `PATCH /projects/:id/fonts/:file`. */
export interface FontFileView {
  /** In `vms_fonts/`. `GET /projects/:id/fonts/:file` is its bytes. */
  file_name: string;
  original_name: string;
  format: FontFormat;
  size: number;
  uploaded_at: string;
  family: string;
  /** "400", or "100 900" of a variable font. */
  weight: string;
  /** "normal", "italic", "oblique", perhaps with angles. */
  style: string;
  /** "100%", or "75% 125%". */
  stretch: string;
  /** As corrected by hand, null for that of the file. */
  unicode_range: string | null;
  /** What the file says itself; `coverage` are the characters that it has. */
  read: { family: string; weight: string; style: string; stretch: string; coverage: string; characters: number };
  axes: { tag: string; name: string; min: number; default: number; max: number }[];
  /** Made here, null where the file is a woff2 itself or making one took too long. */
  woff2: { file_name: string; size: number } | null;
  /** In English; `warning_sentences` are the same by code. */
  warnings: string[];
  warning_sentences: SentenceRef[];
}

/** Body of `PATCH /projects/:id/fonts/:file`; what is left out stays. `unicode_range` null: that of the file. */
export interface FontCorrection {
  family?: string;
  weight?: string;
  style?: string;
  stretch?: string;
  unicode_range?: string | null;
}

export interface SnapshotView {
  id: string;
  created_at: string;
  /** The last time. */
  published_at: string;
  current: boolean;
  families: string[];
  files: number;
  size: number;
  /** Of the last publication: how many deliveries are in each state; `delivered` without those that were not downloaded. */
  deliveries: Partial<Record<DeliveryView["state"] | "not_downloaded", number>>;
}

/** Answer of `GET /projects/:id/fonts/recipients`: whom a publication would tell. */
export interface RecipientsView {
  total: number;
  /** At most 100. */
  items: FontRecipient[];
}

/** One distinct callback URL, and the session that carries the callback to it. */
export interface FontRecipient {
  callback_url: string;
  session_id: string;
  material_id: string;
  /** Whether anything was saved in the session. */
  saved: boolean;
}

/** Body of `POST /projects/:id/fonts/publish`, or none at all for the fonts as they are now. */
export interface PublishBody {
  /** An earlier snapshot to publish again. */
  snapshot_id?: string | null;
}

/** Answer of `POST /projects/:id/fonts/publish`: 201 with a new snapshot, 200 with one that was there before. */
export interface Publication {
  snapshot: SnapshotView;
  /** How many callbacks are owed to sites for it. */
  deliveries: number;
}

/**
 * Answer of `GET /projects/:id/fonts/compare?from=&to=`: ids of snapshots; without `to` the fonts as they are now,
 * without `from` nothing.
 */
export interface FontComparison {
  added: PublishedFile[];
  removed: PublishedFile[];
  /** Another file in the same place, or the same file in another. */
  changed: { from: PublishedFile; to: PublishedFile }[];
  unchanged: number;
}

/** A file of a snapshot and the face that it is of. */
export interface PublishedFile {
  file_name: string;
  format: FontFormat;
  size: number;
  family: string;
  weight: string;
  style: string;
  stretch: string;
  unicode_range: string | null;
}
