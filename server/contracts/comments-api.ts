/**
 * Types and limits of the editor's API for comments of an article (`/editor/api/sessions/:session_id/comments`).
 * The author is the `user_email` of the open, else a name that the journalist typed. A comment belongs to the caller if
 * the names are equal. If the site named the comment's author, it must have named the caller too.
 */
import type { Page } from "./schema-parts.ts";

export const MAX_COMMENT = 2_000;
/** Maximum length of an anchor's quoted text, characters. */
export const MAX_QUOTE_LENGTH = 500;
/** Maximum length of the context on each side of the quoted text, characters. */
export const MAX_CONTEXT_LENGTH = 60;
export const MAX_ANCHORS = 100;

/** The subject of a thread: a text range or a block. Text and context locate it in other versions. */
export interface CommentAnchor {
  kind: "words" | "block";
  /** Type of the block, or of the block that contains the text, in the article schema. */
  block: string;
  /** File name of a picture or another file; "" without one. */
  file: string;
  /** The first `MAX_QUOTE_LENGTH` characters of the quoted text or of the block's text. */
  exact: string;
  /** Context before and after the quoted text, up to `MAX_CONTEXT_LENGTH` characters each. */
  prefix: string;
  suffix: string;
  /** Last known positions in the document. */
  from: number;
  to: number;
}

export interface CommentView {
  id: string;
  author: string;
  author_fixed: boolean;
  created_at: string;
  edited_at: string | null;
  text: string;
}

export interface CommentThread {
  id: string;
  anchor: CommentAnchor;
  /** The current anchor, possibly with changed text; null while it equals the original. */
  placed: CommentAnchor | null;
  /** Increases with every change. The copy with the higher number is newer. */
  changes: number;
  resolved_at: string | null;
  resolved_by: string | null;
  /** The first comment starts the thread; the others are replies, oldest first. */
  comments: CommentView[];
}

/** Response to `GET /comments?cursor=`, oldest thread first. */
export type CommentPage = Page<CommentThread>;
