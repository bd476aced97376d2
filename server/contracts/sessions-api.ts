/** What the console and the appliance say to each other about sessions and versions. Types only. */

import type { ComparedBlock } from "../article/compare/compared-block.ts";
import type { Environment } from "./console-api.ts";
import type { DeliveryView } from "./editor-api.ts";

/**
 * Row of `GET /sessions?project=&state=&q=&cursor=`, the most recently used first. q: words anywhere in name, material id and
 * author, `state:… author:… material:… host:… project:…`; or a session id.
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
  /** Of the newest version; null where it is not known, or before the first save. */
  author: string | null;
  last_access: string;
  created_at: string;
  /** Of the newest version, null before the first save. */
  delivery: DeliveryView | null;
  /** Threads of comments that are not resolved. */
  open_comments: number;
}

/** Answer of `GET /sessions/:id`. */
export interface SessionDetail extends SessionRow {
  fingerprint: string;
  callback_url: string;
  /** Credentials and tokens are masked as `•••`. */
  metadata: Record<string, unknown>;
  /** The same, indented for people: a browser's `JSON.parse` would bend large numbers. */
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
  /** False for version 0, the state of another editor, kept as it came: it has no HTML, archive or delivery. */
  readable: boolean;
  created_at: string;
  user_email: string | null;
  user_ip: string | null;
  /** Bytes of all files and the document. */
  size: number;
  files: number;
  delivery: DeliveryView | null;
}

/** Answer of `GET /versions/:id`. `GET /versions/:id/archive` is the ZIP itself. */
export interface VersionDetail extends VersionRow {
  session_id: string;
  material_id: string;
  html: string;
  /** The version as its readers see it: a page on this listener, for an hour or two; null where it is not readable. */
  preview_path: string | null;
  metadata: Record<string, unknown>;
  /** The same, indented for people: a browser's `JSON.parse` would bend large numbers. */
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
 * Body of `POST /versions/:id/restore`: the article as it was in that version becomes the newest one and is sent to the site.
 * Answer 201: `SavedVersion`; 409 where a version newer than `base_version` was saved.
 */
export interface VersionRestore {
  /** Number of the newest version as the caller knows it. */
  base_version: number;
}

/** What `GET /sessions?state=` takes: how the newest version fared, or that nothing was saved yet. */
export type SessionStateFilter =
  | "unsaved"
  | "queued"
  | "retrying"
  | "sending"
  | "delivered"
  | "rejected"
  | "failed"
  | "exhausted"
  | "held";

/** Files of a session: how many are here, and those that are not. */
export interface SessionFiles {
  here: number;
  missing_count: number;
  /** The first 200. */
  missing: MissingFile[];
}

/** A file that the article shows and this machine lacks. */
export interface MissingFile {
  file_name: string;
  /** pending: being fetched. failed: could not be. gone: the site's state names no address for it. */
  state: "pending" | "failed" | "gone";
  /** Why it could not be fetched, for people; "" where it has not failed. */
  problem: string;
  /** Where the site has it, without credentials; null where that is not known. */
  client_url: string | null;
}

/** Answer of `POST /sessions/:id/fetch-files`: how many files are fetched now, behind this answer. */
export interface FilesFetched {
  fetching: number;
}

/** Answer of `POST /sessions/:id/editor-address`, which the audit log keeps: whoever has the address may write. */
export interface EditorAddress {
  url: string;
  expires_at: string;
}

/** Row of `GET /versions/:id/files`: what the archive of a version holds, in its order. */
export interface ArchiveEntry {
  /** Path in the archive; `GET /versions/:id/files/<path>` answers its bytes, inert. */
  path: string;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
  /** The site's address of a file, null for the other entries and where it has given none. */
  client_url: string | null;
}

/**
 * Answer of `GET /versions/:from/compare/:to?language=`, both of one session: what became of the first in the second.
 * language: `en` or `ru`, of the names that settings of a block have among its words.
 */
export interface VersionComparison {
  from: ComparedVersion;
  to: ComparedVersion;
  /** Blocks that are not the same. */
  changes: number;
  /** Of its pictures the small ones, which lie in the folder of `files_path`. */
  blocks: ComparedBlock[];
  /** Blocks at the end that are not told because the answer would grow too long. */
  left_out: number;
  /** Where the article's files are, on this listener, with a slash at the end; for an hour or two. */
  files_path: string;
}

export interface ComparedVersion {
  id: string;
  number: number;
  created_at: string;
  user_email: string | null;
}
