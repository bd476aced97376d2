/** Types of the console API for sessions and versions. */
import { z } from "zod";
import type { ComparedBlock } from "../article/compare/compared-block.ts";
import type { Environment } from "./console-api.ts";
import type { DeliveryView, DraftView, RestoringFile, VersionView } from "./editor-api.ts";

/**
 * Row of `GET /sessions?project=&state=&q=&cursor=`, most recently used first. `q` contains words from the title,
 * material id and author, and `state:… author:… material:… host:… project:…`; or is a session id.
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
  /** Author of the newest version; null if unknown or before the first save. */
  author: string | null;
  last_access: string;
  created_at: string;
  /** Delivery of the newest version; null before the first save. */
  delivery: DeliveryView | null;
  open_comments: number;
}

/** Response to `GET /sessions/:id`. */
export interface SessionDetail extends SessionRow {
  fingerprint: string;
  callback_url: string;
  /** Credentials and tokens are masked as `•••`. */
  metadata: Record<string, unknown>;
  /** `metadata` as indented text, because `JSON.parse` in a browser would round large numbers. */
  metadata_text: string;
  /** The newest 50, newest first: the first page of `GET /sessions/:id/versions?cursor=`. */
  versions: VersionRow[];
  versions_count: number;
  files: SessionFiles;
  drafts: Omit<DraftView, "author">[];
}

/** A version that is not readable has no HTML, archive or delivery. */
export interface VersionRow extends Pick<VersionView, "number" | "readable" | "created_at" | "user_email" | "size"> {
  id: string;
  user_ip: string | null;
  files: number;
  delivery: DeliveryView | null;
}

/** Response to `GET /versions/:id`. */
export interface VersionDetail extends VersionRow {
  session_id: string;
  material_id: string;
  html: string;
  /** Path of the preview on this listener, valid for one to two hours; null for an unreadable version. */
  preview_path: string | null;
  metadata: Record<string, unknown>;
  /** `metadata` as indented text, because `JSON.parse` in a browser would round large numbers. */
  metadata_text: string;
  media: ({ file_name: string } & Omit<ArchiveEntry, "path">)[];
}

/**
 * Body of `POST /versions/:id/restore`: saves the version as the newest one and sends it to the site. Response: 201
 * with `SavedVersion`; 409 if a version newer than `base_version` exists.
 */
export const VersionRestore = z.strictObject({
  /** Number of the newest version that the caller has seen. */
  base_version: z.int().min(0),
});
export type VersionRestore = z.infer<typeof VersionRestore>;

/** Values of `GET /sessions?state=`: delivery states of the newest version. unsaved: no version exists. */
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

/** Files of a session. here: number of files that this machine has. */
export interface SessionFiles {
  here: number;
  missing_count: number;
  missing: MissingFile[];
}

/** `client_url`: URL on the site, without credentials; null when unknown. */
export type MissingFile = RestoringFile & { client_url: string | null };

/** Response to `POST /sessions/:id/fetch-files`: number of files that Galley fetches in the background. */
export interface FilesFetched {
  fetching: number;
}

/** Response to `POST /sessions/:id/editor-address`: an editor link. Anyone with the link can edit the article. */
export interface EditorLink {
  url: string;
  expires_at: string;
}

/** Row of `GET /versions/:id/files`: an entry in the archive of a version, in archive order. */
export interface ArchiveEntry {
  /** Path in the archive; `GET /versions/:id/files/<path>` serves the file in a sandbox. */
  path: string;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
  /** URL of the file on the site; null if the site sent none. */
  client_url: string | null;
}

/** Response to `GET /versions/:from/compare/:to?language=`, two versions of one session. language: `en` or `ru`. */
export interface VersionComparison {
  from: ComparedVersion;
  to: ComparedVersion;
  changes: number;
  /** Blocks with thumbnails; `files_path` is the folder of the thumbnails. */
  blocks: ComparedBlock[];
  /** Number of blocks at the end that the response omits because of its size limit. */
  left_out: number;
  /** Path of the files on this listener, with a trailing slash; valid for one to two hours. */
  files_path: string;
}

export type ComparedVersion = Pick<VersionRow, "id" | "number" | "created_at" | "user_email">;
