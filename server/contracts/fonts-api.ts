/**
 * Types of the console's API for fonts (`{console_url}/api/projects/:id/fonts`). Times are ISO 8601 with offset, sizes
 * bytes.
 */

import type { DeliveryView } from "./editor-api.ts";
import type { SentenceRef } from "./sentences/index.ts";

/** Font file formats, named by their extension. */
export type FontFormat = "woff2" | "woff" | "ttf" | "otf";

/** Response to `GET /projects/:id/fonts`. */
export interface FontsView {
  /** By family, weight and style. */
  files: FontFileView[];
  /** The last published snapshot, null before the first publication. */
  current: SnapshotView | null;
  /** Whether the fonts differ from the last publication. */
  changed: boolean;
  /** The last published first, at most 100. */
  snapshots: SnapshotView[];
}

/**
 * A font of the project. Response to `POST /projects/:id/fonts?name=` (201) and to `PATCH /projects/:id/fonts/:file`.
 */
export interface FontFileView {
  /** Name in `vms_fonts/`. `GET /projects/:id/fonts/:file` responds with its bytes. */
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
  /** The manual correction; null for the range in the file. */
  unicode_range: string | null;
  /** Values from the font file; `coverage` is the range of its characters. */
  read: { family: string; weight: string; style: string; stretch: string; coverage: string; characters: number };
  axes: { tag: string; name: string; min: number; default: number; max: number }[];
  /** Created by Galley; null when the file is a woff2 itself or the conversion took too long. */
  woff2: { file_name: string; size: number } | null;
  /** In English; `warning_sentences` has the same warnings as codes. */
  warnings: string[];
  warning_sentences: SentenceRef[];
}

/**
 * Body of `PATCH /projects/:id/fonts/:file`. Absent fields stay unchanged; a null `unicode_range` restores that of the
 * file.
 */
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
  /** Time of the last publication. */
  published_at: string;
  current: boolean;
  families: string[];
  files: number;
  size: number;
  /** Deliveries of the last publication in each state; `delivered` excludes those that were not downloaded. */
  deliveries: Partial<Record<DeliveryView["state"] | "not_downloaded", number>>;
}

/** Response to `GET /projects/:id/fonts/recipients`: the sites that a publication would notify. */
export interface RecipientsView {
  total: number;
  /** At most 100. */
  items: FontRecipient[];
}

/** One distinct callback URL, and the session whose callback goes to it. */
export interface FontRecipient {
  callback_url: string;
  session_id: string;
  material_id: string;
  /** Whether the session has a saved version. */
  saved: boolean;
}

/** Optional body of `POST /projects/:id/fonts/publish`; without one Galley publishes the current fonts. */
export interface PublishBody {
  /** An earlier snapshot to publish again. */
  snapshot_id?: string | null;
}

/** Response to `POST /projects/:id/fonts/publish`: 201 with a new snapshot, 200 with an existing one. */
export interface Publication {
  snapshot: SnapshotView;
  /** How many callbacks to sites are pending for it. */
  deliveries: number;
}

/**
 * Response to `GET /projects/:id/fonts/compare?from=&to=`, which takes ids of snapshots. `to` defaults to the current
 * fonts, `from` to an empty set.
 */
export interface FontComparison {
  added: PublishedFile[];
  removed: PublishedFile[];
  /** Another file for the same face, or another face for the same file. */
  changed: { from: PublishedFile; to: PublishedFile }[];
  unchanged: number;
}

/** A file of a snapshot and its font face. */
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
