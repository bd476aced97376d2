/** SQL of comments. A thread is stored in the row of its first comment. */
import type { CommentAnchor } from "../../contracts/comments-api.ts";
import type { Database } from "../../storage/database.ts";

/** Times in ms. */
export interface Comment {
  id: string;
  author: string;
  /** Whether the site named the author. */
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

export interface StoredComment extends Comment {
  threadId: string;
}

/** Totals of a session: comments, threads, and UTF-8 bytes of all texts. */
export interface CommentSums {
  comments: number;
  threads: number;
  bytes: number;
}

type Row = Omit<StoredComment, "authorFixed"> & { authorFixed: number };
type ThreadRow = Omit<Thread, "anchor" | "placed" | "comments"> & { anchor: string; placed: string | null };

const COMMENT = `id, thread_id AS threadId, author, author_fixed AS authorFixed, created_at AS createdAt,
  edited_at AS editedAt, text`;
const THREAD = `id, anchor, placed, changes, resolved_at AS resolvedAt, resolved_by AS resolvedBy, created_at AS createdAt`;

export type CommentStore = ReturnType<typeof createCommentStore>;

export function createCommentStore(database: Database) {
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
    `SELECT count(*) AS comments, coalesce(sum(thread_id = id), 0) AS threads,
       coalesce(sum(octet_length(text)), 0) AS bytes FROM comments WHERE session_id = ?`,
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
    sums: (sessionId: string): CommentSums => sums.get(sessionId) ?? { comments: 0, threads: 0, bytes: 0 },
    openCount: (sessionId: string): number => openCount.get(sessionId) ?? 0,
    /** Increments the thread's number of changes. */
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
