/** Types of the console's API for sessions and versions. */
import { z } from "zod";
import type { ComparedBlock } from "../article/compare/compared-block.ts";
import type { Environment } from "./console-api.ts";
import type { DeliveryView } from "./editor-api.ts";
import type { SentenceRef } from "./sentences/index.ts";

/**
 * Row of `GET /sessions?project=&state=&q=&cursor=`, most recently used first. q: words anywhere in name, material id
 * and author, `state:… author:… material:… host:… project:…`; or a session id.
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
  /** Author of the newest version; null when unknown, or before the first save. */
  author: string | null;
  last_access: string;
  created_at: string;
  /** Delivery of the newest version, null before the first save. */
  delivery: DeliveryView | null;
  open_comments: number;
}

/** Response to `GET /sessions/:id`. */
export interface SessionDetail extends SessionRow {
  fingerprint: string;
  callback_url: string;
  /** Credentials and tokens are masked as `•••`. */
  metadata: Record<string, unknown>;
  /** `metadata` as indented text, because a browser's `JSON.parse` would round large numbers. */
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
  /** False for version 0, another editor's state that is kept unchanged. It has no HTML, archive or delivery. */
  readable: boolean;
  created_at: string;
  user_email: string | null;
  user_ip: string | null;
  size: number;
  files: number;
  delivery: DeliveryView | null;
}

/** Response to `GET /versions/:id`. `GET /versions/:id/archive` is the ZIP itself. */
export interface VersionDetail extends VersionRow {
  session_id: string;
  material_id: string;
  html: string;
  /**
   * The version as readers see it: a page on this listener, valid for one to two hours; null for an unreadable version.
   */
  preview_path: string | null;
  metadata: Record<string, unknown>;
  /** `metadata` as indented text, because a browser's `JSON.parse` would round large numbers. */
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

/**
 * Body of `POST /versions/:id/restore`: restores that version as the newest one and sends it to the site. Response: 201
 * with `SavedVersion`; 409 when a version newer than `base_version` exists.
 */
export const VersionRestore = z.strictObject({
  /** Number of the newest version as the caller knows it. */
  base_version: z.int().min(0),
});
export type VersionRestore = z.infer<typeof VersionRestore>;

/** Values of `GET /sessions?state=`: the state of the newest version, or that no version exists. */
export const SESSION_STATES = [
  "unsaved",
  "queued",
  "retrying",
  "sending",
  "delivered",
  "rejected",
  "failed",
  "exhausted",
  "held",
] as const;
export type SessionStateFilter = (typeof SESSION_STATES)[number];

/** Files of a session: the number that is here, and the missing ones. */
export interface SessionFiles {
  here: number;
  missing_count: number;
  missing: MissingFile[];
}

/** A file that the article uses and this machine lacks. */
export interface MissingFile {
  file_name: string;
  /** pending: being fetched. failed: the fetch failed. gone: the site's state names no URL for it. */
  state: "pending" | "failed" | "gone";
  /** Why fetching failed, for people; "" unless it failed. */
  problem: string;
  problem_sentence?: SentenceRef;
  /** URL on the site, without credentials; null when unknown. */
  client_url: string | null;
}

/** Response to `POST /sessions/:id/fetch-files`: how many files Galley fetches in the background. */
export interface FilesFetched {
  fetching: number;
}

/** Response to `POST /sessions/:id/editor-address`, which the audit log records: anyone with the link may edit. */
export interface EditorAddress {
  url: string;
  expires_at: string;
}

/** Row of `GET /versions/:id/files`: an entry in the archive of a version, in archive order. */
export interface ArchiveEntry {
  /** Path in the archive; `GET /versions/:id/files/<path>` serves its bytes as an inert download. */
  path: string;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
  /** URL of the file on the site; null for other entries, and when the site has sent none. */
  client_url: string | null;
}

/**
 * Response to `GET /versions/:from/compare/:to?language=`, both of one session: the changes from the first to the
 * second. language: `en` or `ru`, for the names of block settings.
 */
export interface VersionComparison {
  from: ComparedVersion;
  to: ComparedVersion;
  /** Number of blocks that differ. */
  changes: number;
  /** The blocks. Their pictures are the small ones, in the folder of `files_path`. */
  blocks: ComparedBlock[];
  /** Blocks at the end that are left out because the response would grow too long. */
  left_out: number;
  /** Path of the article's files on this listener, with a trailing slash; valid for one to two hours. */
  files_path: string;
}

export interface ComparedVersion {
  id: string;
  number: number;
  created_at: string;
  user_email: string | null;
}
