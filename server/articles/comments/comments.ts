/**
 * Comments on an article. They are not part of versions, archives or HTML. Journalists have no accounts. An author is the user that the
 * site named in the open, else the name typed in the editor. Only comments under the same name can be changed. This prevents mistakes, not
 * abuse: a journalist can type any name that the site has not named.
 */
import type { CommentAnchor } from "../../contracts/comments-api.ts";
import type { Page } from "../../contracts/console-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import type { Database } from "../../storage/database.ts";
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

interface NewComment {
  /** Made by the tab, so that a repeated request is stored once. */
  id: string;
  text: string;
}

export function createComments({
  database,
  runtime,
  commits,
  events,
}: Pick<Services, "database" | "runtime" | "commits" | "events">) {
  const { clock } = runtime;
  const store = createCommentStore(database);

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
    /** Changes the author's own comment, resolves or reopens a thread. @throws AppError not_found, forbidden, conflict */
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

/** Times in ms. */
interface Comment {
  id: string;
  author: string;
  authorFixed: boolean;
  createdAt: number;
  editedAt: number | null;
  text: string;
}

export interface Thread {
  id: string;
  anchor: CommentAnchor;
  /** Its latest position; null while that is `anchor`. */
  placed: CommentAnchor | null;
  changes: number;
  resolvedAt: number | null;
  resolvedBy: string | null;
  createdAt: number;
  /** Oldest first. */
  comments: Comment[];
}

interface StoredComment extends Comment {
  threadId: string;
}

/** Totals of a session: threads, and UTF-8 bytes of all texts. */
interface CommentSums {
  threads: number;
  bytes: number;
}

type Row = Omit<StoredComment, "authorFixed"> & { authorFixed: number };
type ThreadRow = Omit<Thread, "anchor" | "placed" | "comments"> & { anchor: string; placed: string | null };

const COMMENT = `id, thread_id AS threadId, author, author_fixed AS authorFixed, created_at AS createdAt,
  edited_at AS editedAt, text`;
const THREAD = `id, anchor, placed, changes, resolved_at AS resolvedAt, resolved_by AS resolvedBy, created_at AS createdAt`;

function createCommentStore(database: Database) {
  const insert = database.prepare<[{ sessionId: string; anchor: string | null } & Omit<Row, "editedAt">]>(
    `INSERT INTO comments (session_id, id, thread_id, author, author_fixed, created_at, text, anchor)
     VALUES (@sessionId, @id, @threadId, @author, @authorFixed, @createdAt, @text, @anchor)`,
  );
  const byId = database.prepare<[string, string], Row>(
    `SELECT ${COMMENT} FROM comments WHERE session_id = ? AND id = ?`,
  );
  const ofThread = database.prepare<[string, string], Row>(
    `SELECT ${COMMENT} FROM comments WHERE session_id = ? AND thread_id = ?
     -- The thread's first comment stays first even if the clock was set back.
     ORDER BY id <> thread_id, created_at, id`,
  );
  const threadRow = database.prepare<[string, string], ThreadRow>(
    `SELECT ${THREAD} FROM comments WHERE session_id = ? AND id = ? AND thread_id = id`,
  );
  const threadRows = database.prepare<[string, number, string, number], ThreadRow>(
    `SELECT ${THREAD} FROM comments WHERE session_id = ? AND thread_id = id AND (created_at, id) > (?, ?)
     ORDER BY created_at, id LIMIT ?`,
  );
  const sums = database.prepare<[string], CommentSums>(
    `SELECT coalesce(sum(thread_id = id), 0) AS threads, coalesce(sum(octet_length(text)), 0) AS bytes
     FROM comments WHERE session_id = ?`,
  );
  const openCount = database
    .prepare<[string], number>(
      "SELECT count(*) FROM comments WHERE session_id = ? AND thread_id = id AND resolved_at IS NULL",
    )
    .pluck();
  const count = database.prepare<[string, string]>(
    "UPDATE comments SET changes = changes + 1 WHERE session_id = ? AND id = ?",
  );
  const setText = database.prepare<[string, number, string, string]>(
    "UPDATE comments SET text = ?, edited_at = ? WHERE session_id = ? AND id = ?",
  );
  const setResolved = database.prepare<[number | null, string | null, string, string]>(
    "UPDATE comments SET resolved_at = ?, resolved_by = ? WHERE session_id = ? AND id = ?",
  );
  const setPlaced = database.prepare<[string, string, string]>(
    "UPDATE comments SET placed = ? WHERE session_id = ? AND id = ? AND thread_id = id",
  );
  const remove = database.prepare<[string, string]>("DELETE FROM comments WHERE session_id = ? AND id = ?");

  const commentOf = (row: Row): StoredComment => ({ ...row, authorFixed: row.authorFixed === 1 });
  const threadOf = (sessionId: string, row: ThreadRow): Thread => ({
    ...row,
    anchor: JSON.parse(row.anchor),
    placed: row.placed && JSON.parse(row.placed),
    comments: ofThread.all(sessionId, row.id).map(commentOf),
  });

  return {
    /** Writes run in the caller's transaction. @param anchor null for a reply */
    insert: (sessionId: string, comment: Omit<StoredComment, "editedAt">, anchor: CommentAnchor | null) =>
      void insert.run({
        ...comment,
        sessionId,
        authorFixed: Number(comment.authorFixed),
        anchor: anchor && JSON.stringify(anchor),
      }),
    byId(sessionId: string, id: string): StoredComment | null {
      const row = byId.get(sessionId, id);
      return row === undefined ? null : commentOf(row);
    },
    thread(sessionId: string, id: string): Thread | null {
      const row = threadRow.get(sessionId, id);
      return row === undefined ? null : threadOf(sessionId, row);
    },
    /** Oldest first, up to `limit`. @param after key of the previous page's last thread; null for the first page */
    threads(sessionId: string, after: [createdAt: number, id: string] | null, limit: number): Thread[] {
      const [createdAt, id] = after ?? [Number.MIN_SAFE_INTEGER, ""];
      return threadRows.all(sessionId, createdAt, id, limit).map((row) => threadOf(sessionId, row));
    },
    sums: (sessionId: string): CommentSums => sums.get(sessionId) ?? { threads: 0, bytes: 0 },
    openCount: (sessionId: string): number => openCount.get(sessionId) ?? 0,
    count: (sessionId: string, threadId: string) => void count.run(sessionId, threadId),
    setText: (sessionId: string, id: string, text: string, at: number) => void setText.run(text, at, sessionId, id),
    /** Null reopens it. */
    setResolved: (sessionId: string, id: string, resolved: { at: number; by: string } | null) =>
      void setResolved.run(resolved?.at ?? null, resolved?.by ?? null, sessionId, id),
    setPlaced: (sessionId: string, id: string, placed: CommentAnchor) =>
      void setPlaced.run(JSON.stringify(placed), sessionId, id),
    /** Removing a thread's first comment removes its replies. */
    remove: (sessionId: string, id: string) => void remove.run(sessionId, id),
  };
}
