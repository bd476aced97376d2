/**
 * Comments on an article. They are not part of versions, archives or HTML. Journalists have no accounts. An author is the user that the
 * site named in the open, else the name typed in the editor. Only comments under the same name can be changed. This prevents mistakes, not
 * abuse: a journalist can type any name that the site has not named.
 */
import type { CommentAnchor, CommentPage, CommentThread } from "../../contracts/comments-api.ts";
import type { NewReply } from "../../contracts/editor-bodies.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import type { Services } from "../../services.ts";
import { statements } from "../../storage/database.ts";
import { PAGE_SIZE, pageOf, readCursor } from "../../storage/lists.ts";

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

type NewComment = Pick<NewReply, "id" | "text">;

/** A row of `comments`; times in ms. Its thread's columns are null in a reply. */
interface Row {
  id: string;
  threadId: string;
  author: string;
  /** 1 if the site named the author. */
  authorFixed: number;
  createdAt: number;
  editedAt: number | null;
  text: string;
  anchor: string | null;
  placed: string | null;
  changes: number;
  resolvedAt: number | null;
  resolvedBy: string | null;
}

const SELECT = `SELECT id, thread_id AS threadId, author, author_fixed AS authorFixed, created_at AS createdAt,
  edited_at AS editedAt, text, anchor, placed, changes, resolved_at AS resolvedAt, resolved_by AS resolvedBy FROM comments`;

export function createComments(services: Pick<Services, "database" | "runtime" | "commits" | "events">) {
  const { database, runtime, commits, events } = services;
  const { clock } = runtime;
  const { run, row, rows, value } = statements(database);
  const insert = run(
    `INSERT INTO comments (session_id, id, thread_id, author, author_fixed, created_at, text, anchor)
     VALUES (@sessionId, @id, @threadId, @author, @authorFixed, @createdAt, @text, @anchor)`,
  );
  const byId = row<[string, string], Row>(`${SELECT} WHERE session_id = ? AND id = ?`);
  const ofThread = rows<[string, string], Row>(
    `${SELECT} WHERE session_id = ? AND thread_id = ?
     -- The thread's first comment stays first even if the clock was set back.
     ORDER BY id <> thread_id, created_at, id`,
  );
  const firsts = rows<[string, number, string, number], Row>(
    `${SELECT} WHERE session_id = ? AND thread_id = id AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`,
  );
  const sums = row<[string], { threads: number; bytes: number }>(
    `SELECT coalesce(sum(thread_id = id), 0) AS threads, coalesce(sum(octet_length(text)), 0) AS bytes
     FROM comments WHERE session_id = ?`,
  );
  const openCount = value<[string], number>(
    "SELECT count(*) FROM comments WHERE session_id = ? AND thread_id = id AND resolved_at IS NULL",
  );
  const count = run<[string, string]>("UPDATE comments SET changes = changes + 1 WHERE session_id = ? AND id = ?");
  const setText = run<[string, number, string, string]>(
    "UPDATE comments SET text = ?, edited_at = ? WHERE session_id = ? AND id = ?",
  );
  const setResolved = run<[number | null, string | null, string, string]>(
    "UPDATE comments SET resolved_at = ?, resolved_by = ? WHERE session_id = ? AND id = ?",
  );
  const setPlaced = run<[string, string, string]>(
    "UPDATE comments SET placed = ? WHERE session_id = ? AND id = ? AND thread_id = id",
  );
  // Removing a thread's first comment removes its replies.
  const remove = run<[string, string]>("DELETE FROM comments WHERE session_id = ? AND id = ?");

  const find = (sessionId: string, id: string): Row => {
    const comment = byId(sessionId, id);
    if (comment === null) throw new AppError("not_found", sentence("articles.comment_deleted"));
    return comment;
  };
  /** The comments of a thread, oldest first. @throws AppError not_found */
  const commentsOf = (sessionId: string, threadId: string): [Row, ...Row[]] => {
    const [first, ...replies] = ofThread(sessionId, threadId);
    if (first === undefined) throw new AppError("not_found", sentence("articles.thread_deleted"));
    return [first, ...replies];
  };
  const requireOwn = (comment: Row, author: CommentAuthor): void => {
    if (comment.author === author.name && (author.fixed || comment.authorFixed === 0)) return;
    throw new AppError("forbidden", sentence("articles.comment_of_other", { author: comment.author }));
  };
  /** Stores a comment, unless it is already stored. @throws AppError conflict if another comment has its id */
  const add = (
    sessionId: string,
    threadId: string,
    { id, text }: NewComment,
    author: CommentAuthor,
    anchor: CommentAnchor | null,
  ): boolean => {
    const existing = byId(sessionId, id);
    if (existing !== null) {
      // Its author may have changed it since.
      if (existing.threadId === threadId && (existing.text === text || existing.editedAt !== null)) return false;
      throw new AppError("conflict", sentence("articles.comment_id_used"));
    }
    assertQuota(sessionId, text, anchor !== null);
    insert({
      ...{ sessionId, id, threadId, text, author: author.name, authorFixed: Number(author.fixed) },
      ...{ createdAt: clock.now(), anchor: anchor && JSON.stringify(anchor) },
    });
    return true;
  };
  /** @param replaced the text that `text` replaces @throws AppError conflict */
  const assertQuota = (sessionId: string, text: string, isThread: boolean, replaced = ""): void => {
    const { threads, bytes } = sums(sessionId) ?? { threads: 0, bytes: 0 };
    if (isThread && threads >= MAX_THREADS)
      throw new AppError("conflict", sentence("articles.too_many_comments", { max: MAX_THREADS }));
    if (bytes - Buffer.byteLength(replaced) + Buffer.byteLength(text) > MAX_BYTES)
      throw new AppError("conflict", sentence("articles.comments_too_long"));
  };
  const publishThread = (sessionId: string, threadId: string): CommentThread => {
    events.publish("comment", { id: threadId, session_id: sessionId });
    return threadView(commentsOf(sessionId, threadId));
  };

  return {
    /** Oldest first. @throws AppError invalid for an unknown cursor */
    page(sessionId: string, cursor: string | null): CommentPage {
      const after = readCursor(cursor, ["number", "string"]) as [number, string] | null;
      const rows = firsts(sessionId, ...(after ?? ([Number.MIN_SAFE_INTEGER, ""] as const)), PAGE_SIZE + 1);
      const page = pageOf(rows, ({ createdAt, id }) => [createdAt, id]);
      return { ...page, items: page.items.map(({ id }) => threadView(commentsOf(sessionId, id))) };
    },
    /** Null for a deleted thread. */
    thread(sessionId: string, id: string): CommentThread | null {
      const [first, ...replies] = ofThread(sessionId, id);
      return first === undefined ? null : threadView([first, ...replies]);
    },
    openCount: (sessionId: string): number => openCount(sessionId) ?? 0,

    /** Begins a thread. @throws AppError conflict */
    async begin(
      sessionId: string,
      author: CommentAuthor,
      comment: NewComment,
      anchor: CommentAnchor,
    ): Promise<CommentThread> {
      await commits.run(() => add(sessionId, comment.id, comment, author, anchor));
      return publishThread(sessionId, comment.id);
    },
    /** @throws AppError not_found, conflict */
    async reply(
      sessionId: string,
      threadId: string,
      author: CommentAuthor,
      comment: NewComment,
    ): Promise<CommentThread> {
      await commits.run(() => {
        const { length } = commentsOf(sessionId, threadId);
        if (length > MAX_REPLIES && byId(sessionId, comment.id) === null)
          throw new AppError("conflict", sentence("articles.too_many_replies", { max: MAX_REPLIES }));
        if (!add(sessionId, threadId, comment, author, null)) return;
        // A reply reopens the thread.
        setResolved(null, null, sessionId, threadId);
        count(sessionId, threadId);
      });
      return publishThread(sessionId, threadId);
    },
    /** Changes the author's own comment, resolves or reopens a thread. @throws AppError not_found, forbidden, conflict */
    async change(
      sessionId: string,
      id: string,
      author: CommentAuthor,
      { text, resolved }: { text?: string | undefined; resolved?: boolean | undefined },
    ): Promise<CommentThread> {
      const threadId = await commits.run(() => {
        const comment = find(sessionId, id);
        if (resolved !== undefined && comment.threadId !== id)
          throw new AppError("conflict", sentence("articles.resolve_reply"));
        if (text !== undefined) requireOwn(comment, author);
        if (text !== undefined && text !== comment.text) {
          assertQuota(sessionId, text, false, comment.text);
          setText(text, clock.now(), sessionId, id);
        }
        if (resolved !== undefined && (comment.resolvedAt !== null) !== resolved)
          setResolved(resolved ? clock.now() : null, resolved ? author.name : null, sessionId, id);
        count(sessionId, comment.threadId);
        return comment.threadId;
      });
      return publishThread(sessionId, threadId);
    },
    /** Deletes the author's own comment; a thread's first comment with its thread. @throws AppError not_found, forbidden, conflict */
    async remove(sessionId: string, id: string, author: CommentAuthor): Promise<void> {
      const threadId = await commits.run(() => {
        const comment = find(sessionId, id);
        requireOwn(comment, author);
        if (comment.threadId === id && commentsOf(sessionId, id).some((each) => each.author !== author.name))
          throw new AppError("conflict", sentence("articles.comment_has_replies"));
        remove(sessionId, id);
        if (comment.threadId !== id) count(sessionId, comment.threadId);
        return comment.threadId;
      });
      events.publish("comment", { id: threadId, session_id: sessionId });
    },
    /** Stores the current positions of threads. Publishes no event: each tab tracks its own text. */
    place: (sessionId: string, anchors: readonly { id: string; anchor: CommentAnchor }[]): Promise<void> =>
      commits.run(() => {
        for (const { id, anchor } of anchors) setPlaced(JSON.stringify(anchor), sessionId, id);
      }),
  };
}

function threadView(comments: readonly [Row, ...Row[]]): CommentThread {
  const [{ id, anchor, placed, changes, resolvedAt, resolvedBy }] = comments;
  return {
    id,
    anchor: JSON.parse(anchor ?? "null"),
    placed: placed && JSON.parse(placed),
    changes,
    resolved_at: resolvedAt === null ? null : isoTime(resolvedAt),
    resolved_by: resolvedBy,
    comments: comments.map(({ id, author, authorFixed, createdAt, editedAt, text }) => ({
      id,
      author,
      author_fixed: authorFixed === 1,
      created_at: isoTime(createdAt),
      edited_at: editedAt === null ? null : isoTime(editedAt),
      text,
    })),
  };
}
