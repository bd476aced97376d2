/**
 * Comments on an article. They are not part of versions, archives or HTML.
 * Journalists have no accounts. An author is the user that the site named when it opened the article, else the name typed
 * in the editor. Only comments under the same name can be changed. That prevents mistakes, not intent: a journalist can
 * type any name except one that the site vouched for.
 */

import type { CommentAnchor } from "../../contracts/comments-api.ts";
import type { Page } from "../../contracts/console-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import { PAGE_SIZE, pageOf, readCursor } from "../../storage/lists.ts";
import type { CommentStore, StoredComment, Thread } from "./comment-store.ts";

/** Threads of a session, resolved ones too. */
export const MAX_THREADS = 500;
export const MAX_REPLIES = 200;
/** UTF-8 bytes of all comments of a session: one page of the list may hold them all. */
const MAX_BYTES = 2 * 1024 * 1024;

export interface CommentAuthor {
  name: string;
  /** Whether the site named the author. */
  fixed: boolean;
}

export interface NewComment {
  /** Made by the tab, so that a repeated request is stored once. */
  id: string;
  text: string;
}

export type Comments = ReturnType<typeof createComments>;

export function createComments({
  runtime,
  commits,
  events,
  store,
}: Pick<Services, "runtime" | "commits" | "events"> & {
  store: CommentStore;
}) {
  const { clock } = runtime;

  /** @throws AppError not_found */
  const find = (sessionId: string, id: string): StoredComment => {
    const comment = store.byId(sessionId, id);
    if (comment === null) throw new AppError("not_found", sentence("articles.comment_deleted"));
    return comment;
  };
  const thread = (sessionId: string, id: string): Thread => {
    const found = store.thread(sessionId, id);
    if (found === null) throw new AppError("not_found", sentence("articles.thread_deleted"));
    return found;
  };
  /** @throws AppError forbidden */
  const requireOwn = (comment: StoredComment, author: CommentAuthor): void => {
    if (comment.author === author.name && (author.fixed || !comment.authorFixed)) return;
    throw new AppError("forbidden", sentence("articles.comment_of_other", { author: comment.author }));
  };
  /** Whether this comment is already stored. @throws AppError conflict if another comment has its id */
  const isStored = (sessionId: string, comment: NewComment, threadId: string): boolean => {
    const existing = store.byId(sessionId, comment.id);
    if (existing === null) return false;
    // Its author may have changed it since.
    if (existing.threadId === threadId && (existing.text === comment.text || existing.editedAt !== null)) return true;
    throw new AppError("conflict", sentence("articles.comment_id_used"));
  };
  /** @param replaced the text that `text` replaces @throws AppError conflict */
  const assertQuota = (sessionId: string, text: string, kind: "thread" | "reply", replaced = ""): void => {
    const { threads, bytes } = store.sums(sessionId);
    if (kind === "thread" && threads >= MAX_THREADS)
      throw new AppError("conflict", sentence("articles.too_many_comments", { max: MAX_THREADS }));
    if (bytes - Buffer.byteLength(replaced) + Buffer.byteLength(text) > MAX_BYTES)
      throw new AppError("conflict", sentence("articles.comments_too_long"));
  };
  const publishThread = (sessionId: string, threadId: string): Thread => {
    events.publish("comment", { id: threadId, session_id: sessionId });
    return thread(sessionId, threadId);
  };

  return {
    /** Oldest first. @throws AppError invalid for an unknown cursor */
    page(sessionId: string, cursor: string | null): Page<Thread> {
      const after = readCursor(cursor, ["number", "string"]) as [number, string] | null;
      return pageOf(store.threads(sessionId, after, PAGE_SIZE + 1), ({ createdAt, id }) => [createdAt, id]);
    },
    thread: (sessionId: string, id: string): Thread | null => store.thread(sessionId, id),
    openCount: (sessionId: string): number => store.openCount(sessionId),

    /** Begins a thread. @throws AppError conflict */
    async begin(sessionId: string, author: CommentAuthor, comment: NewComment, anchor: CommentAnchor): Promise<Thread> {
      await commits.run(() => {
        if (isStored(sessionId, comment, comment.id)) return;
        assertQuota(sessionId, comment.text, "thread");
        store.insert(sessionId, { ...commentBy(author, comment), threadId: comment.id }, anchor);
      });
      return publishThread(sessionId, comment.id);
    },
    /** @throws AppError not_found, conflict */
    async reply(sessionId: string, threadId: string, author: CommentAuthor, comment: NewComment): Promise<Thread> {
      await commits.run(() => {
        const { comments } = thread(sessionId, threadId);
        if (isStored(sessionId, comment, threadId)) return;
        if (comments.length > MAX_REPLIES)
          throw new AppError("conflict", sentence("articles.too_many_replies", { max: MAX_REPLIES }));
        assertQuota(sessionId, comment.text, "reply");
        store.insert(sessionId, { ...commentBy(author, comment), threadId }, null);
        // A reply reopens the thread.
        store.setResolved(sessionId, threadId, null);
        store.count(sessionId, threadId);
      });
      return publishThread(sessionId, threadId);
    },
    /**
     * Changes the author's own comment, resolves or reopens a thread.
     * @throws AppError not_found, forbidden, conflict
     */
    async change(
      sessionId: string,
      id: string,
      author: CommentAuthor,
      { text, resolved }: { text?: string | undefined; resolved?: boolean | undefined },
    ): Promise<Thread> {
      const threadId = await commits.run(() => {
        const comment = find(sessionId, id);
        if (resolved !== undefined && comment.threadId !== id)
          throw new AppError("conflict", sentence("articles.resolve_reply"));
        if (text !== undefined) requireOwn(comment, author);
        if (text !== undefined && text !== comment.text) {
          assertQuota(sessionId, text, "reply", comment.text);
          store.setText(sessionId, id, text, clock.now());
        }
        if (resolved !== undefined && (thread(sessionId, id).resolvedAt !== null) !== resolved)
          store.setResolved(sessionId, id, resolved ? { at: clock.now(), by: author.name } : null);
        store.count(sessionId, comment.threadId);
        return comment.threadId;
      });
      return publishThread(sessionId, threadId);
    },
    /** Deletes the author's own comment; a thread's first comment with its thread. @throws AppError not_found, forbidden, conflict */
    async remove(sessionId: string, id: string, author: CommentAuthor): Promise<void> {
      const threadId = await commits.run(() => {
        const comment = find(sessionId, id);
        requireOwn(comment, author);
        if (comment.threadId === id && thread(sessionId, id).comments.some((each) => each.author !== author.name))
          throw new AppError("conflict", sentence("articles.comment_has_replies"));
        store.remove(sessionId, id);
        if (comment.threadId !== id) store.count(sessionId, comment.threadId);
        return comment.threadId;
      });
      events.publish("comment", { id: threadId, session_id: sessionId });
    },
    /** Stores the current positions of threads. Publishes no event: each tab tracks its own text. */
    place: (sessionId: string, anchors: readonly { id: string; anchor: CommentAnchor }[]): Promise<void> =>
      commits.run(() => {
        for (const { id, anchor } of anchors) store.setPlaced(sessionId, id, anchor);
      }),
  };

  function commentBy(author: CommentAuthor, { id, text }: NewComment) {
    return { id, text, author: author.name, authorFixed: author.fixed, createdAt: clock.now() };
  }
}
