/**
 * Comments of an article, as the editor tab and the appliance tell them (`/editor/api/sessions/:session_id/comments`),
 * within these limits.
 *
 * There are no accounts: an author is the `user_email` of the open where the site sent one, else the name that somebody
 * typed. Own is what was written under the same name; what was written by somebody whom the site named, only that person
 * changes.
 */

/** Characters of a comment. */
export const MAX_COMMENT = 2_000;
/** Characters that an anchor keeps of its words. */
export const MAX_EXACT = 500;
/** Characters that an anchor keeps of the words before its own, and of those after them. */
export const MAX_AROUND = 60;
/** Anchors that are told at once. */
export const MAX_ANCHORS = 100;

/**
 * What a thread is about: words, or a block. The words themselves and those around them find the place again in another
 * state of the article; the position is where they were seen last.
 */
export interface CommentAnchor {
  kind: "words" | "block";
  /** Type of the block that they stand in, or of the block itself, as the article schema names it. */
  block: string;
  /** File name of a picture or another file; "" where there is none. */
  file: string;
  /** The words, their first `MAX_EXACT` characters; of a block the beginning of its words. */
  exact: string;
  /** Words before and after, up to `MAX_AROUND` characters each. */
  prefix: string;
  suffix: string;
  /** Positions in the document when it was looked at last. */
  from: number;
  to: number;
}

export interface CommentView {
  id: string;
  author: string;
  /** Whether the site said who it was. */
  author_fixed: boolean;
  created_at: string;
  /** Null where it was never changed. */
  edited_at: string | null;
  text: string;
}

export interface CommentThread {
  /** That of its first comment. */
  id: string;
  /** As it began. */
  anchor: CommentAnchor;
  /** Where it was seen last, other words perhaps; null while that is where it began. */
  placed: CommentAnchor | null;
  /** Grows with whatever becomes of the thread: of two tellings the one with more is the newer. */
  changes: number;
  resolved_at: string | null;
  resolved_by: string | null;
  /** The first began it, the others are answers, oldest first. */
  comments: CommentView[];
}

/** Answer of `GET /comments?cursor=`, oldest thread first. */
export interface CommentPage {
  items: CommentThread[];
  next_cursor: string | null;
}

/**
 * Body of `POST /comments`, answered 201 with the `CommentThread`. The same `id` sent again gets the first answer; 409
 * where the id stands for another comment, or where the article holds no more.
 */
export interface NewComment extends NewReply {
  anchor: CommentAnchor;
}

/** Body of `POST /comments/:id/replies`, answered 201 with the `CommentThread`, as `NewComment`. 404 for no such thread. */
export interface NewReply {
  /** Made by the tab: 1 to 64 characters of A-Z a-z 0-9 _ -. */
  id: string;
  /** 1 to `MAX_COMMENT` characters. */
  text: string;
  /** 1 to `MAX_AUTHOR` characters (`editor-api.ts`); where the open said who writes, that counts instead. */
  author: string;
}

/**
 * Body of `PATCH /comments/:id`, answered 200 with the `CommentThread`. `text` changes an own comment (403 for another's),
 * `resolved` the thread that begins with it (409 for an answer). 404 where there is no such comment.
 * `DELETE /comments/:id?author=` (204) takes an own comment away; 409 for one that others have answered.
 */
export interface CommentChange {
  author: string;
  text?: string;
  resolved?: boolean;
}

/** Body of `PUT /comment-anchors`, answered 204: where threads are now. Threads that are gone are passed over. */
export interface CommentAnchors {
  /** At most `MAX_ANCHORS`. */
  anchors: { id: string; anchor: CommentAnchor }[];
}
