/**
 * Snippets: pieces of articles that a project keeps under a name, as the editor tab and the appliance tell them
 * (`/editor/api/sessions/:session_id/snippets`); the console lists them too.
 *
 * A snippet belongs to the project: whoever has one of its articles open may insert, change and delete it.
 */
import type { DocumentNode } from "../article/vms-json.ts";
import type { UploadedMedia } from "./media-api.ts";

/** Characters of a name, as it is kept. */
export const MAX_SNIPPET_NAME = 100;

/** Signs that turn the direction of the words after them, or cannot be seen. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A typed name as it is kept: on one line, without what would turn the sentences that it stands in. */
export function snippetName(typed: string): string {
  return typed
    .toWellFormed()
    .replace(UNSEEN, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** What names are compared and sorted by: two that share it are the same. @param name as it is kept */
export function snippetKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** words: a part of one paragraph, put in among words. blocks: put in between blocks. */
export type SnippetKind = "words" | "blocks";

/** A snippet as lists show it: without its content. */
export interface SnippetView {
  id: string;
  name: string;
  kind: SnippetKind;
  /** Its first words, up to 160 characters; "" where it has none. */
  excerpt: string;
  /** File name of a small picture of it, for `GET /snippets/:id/files/:file_name`; null without pictures. */
  thumbnail: string | null;
  pictures: number;
  /** Files that it names, pictures too. */
  files: number;
  /** Bytes of it and of all its files. */
  size: number;
  /** Grows with whatever becomes of it: of two tellings the one with more is the newer. */
  changes: number;
  changed_at: string;
  /** "" where nobody said. */
  changed_by: string;
}

/** Answer of `GET /snippets?cursor=`, by name. */
export interface SnippetPage {
  items: SnippetView[];
  next_cursor: string | null;
}

export interface SnippetContent {
  kind: SnippetKind;
  /** Up to 200,000 bytes, naming up to 50 files of the article; of `words` a document of one paragraph. */
  doc: DocumentNode;
}

/**
 * Body of `POST /snippets`, answered 201 with the `SnippetView`. The same `id` sent again gets the first answer; 409 where
 * the name is taken, the project holds no more, or a file is not at the appliance.
 */
export interface NewSnippet extends SnippetContent {
  /** Made by the tab: 1 to 64 characters of A-Z a-z 0-9 _ -. */
  id: string;
  /** 1 to `MAX_SNIPPET_NAME` characters on one line; compared without case. */
  name: string;
  /** Up to `MAX_AUTHOR` characters (`editor-api.ts`), "" for nobody; where the open said who writes, that counts instead. */
  author: string;
}

/**
 * Body of `PATCH /snippets/:id`, answered 200 with the `SnippetView`: another name, other content, or both. 404 where it is
 * gone, 409 as `NewSnippet`. `DELETE /snippets/:id` (204) deletes it.
 */
export interface SnippetChange {
  author: string;
  name?: string;
  content?: SnippetContent;
}

/**
 * Answer of `POST /snippets/:id/insert`: the content, its files by the names that they have in this article now. Files that
 * no version or draft comes to name are let go as uploads are. 409 where the article holds no more files.
 */
export interface InsertedSnippet extends SnippetContent {
  files: UploadedMedia[];
}
