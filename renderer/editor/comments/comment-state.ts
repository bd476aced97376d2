/** What the page knows of the comments before it loads them. */
import type { EditorEvents } from "../../../server/contracts/editor-api.ts";
import type { ArticleSession, ArticleTab, MarkedComment } from "../client/article-session.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

/** list: open the panel. begin: comment on the selection. next, previous: go to another comment. */
export interface CommentRequest {
  kind: "list" | "begin" | "next" | "previous";
}

/** Memory key of comments that are not sent yet. */
export const memoryKey = (sessionId: string): string => `comments.${sessionId}`;

export type Comments = ReturnType<typeof createComments>;

export type CommentSession = ArticleSession & {
  comments: Comments;
  checks: { findings: Readable<readonly { kind: string; from: number; to: number; about: string }[]> };
};

export function createComments({ session, memory }: Pick<ArticleTab, "session" | "memory">) {
  const count = createStore(session.open_comments);
  const request = createStore<CommentRequest | null>(null);
  const wanted = createStore(false);
  const event = createStore<EditorEvents["comment"] | null>(null);
  const resyncs = createStore(0);
  return {
    count,
    /** The open threads that have a place in the text; empty until the comments are loaded. */
    marked: createStore<readonly MarkedComment[]>([]),
    shown: createStore(false),
    /** Whether the comments are to be loaded: there are some, or the journalist asked for them. */
    wanted,
    loadIfAny(): void {
      if (count.get() > 0 || memory.get(memoryKey(session.session_id))) wanted.set(true);
    },
    /** The last request; each is a new object. */
    request: request as Readable<CommentRequest | null>,
    ask(kind: CommentRequest["kind"]): void {
      request.set({ kind });
      wanted.set(true);
    },
    event: event as Readable<EditorEvents["comment"] | null>,
    apply(change: EditorEvents["comment"]): void {
      event.set(change);
      wanted.set(true);
    },
    /** How often events may have been missed. */
    resyncs: resyncs as Readable<number>,
    resync(open: number): void {
      count.set(open);
      resyncs.set(resyncs.get() + 1);
      if (open > 0) wanted.set(true);
    },
  };
}
