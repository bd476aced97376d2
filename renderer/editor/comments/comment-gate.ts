/**
 * What the page knows of its comments before any of them is on the screen: how many are open, what was asked for, what was
 * heard. All else is fetched when there are comments, or when somebody wants to write one.
 */
import type { EditorEvents } from "../../../server/contracts/editor-api.ts";
import type { ArticleSession, ArticleTab, MarkedComment } from "../client/article-session.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

/** What somebody asked for. list: the panel. begin: a comment on what is selected. next, previous: to another comment. */
export interface CommentWish {
  kind: "list" | "begin" | "next" | "previous";
}

/** Where this browser keeps words that the appliance does not have yet; "" stands there while there are none. */
export const memoryOf = (sessionId: string): string => `comments.${sessionId}`;

export type CommentGate = ReturnType<typeof createCommentGate>;

export type CommentSession = ArticleSession & {
  comments: CommentGate;
  checks: { findings: Readable<readonly { kind: string; from: number; to: number; about: string }[]> };
};

export function createCommentGate({ session, memory }: Pick<ArticleTab, "session" | "memory">) {
  const wish = createStore<CommentWish | null>(null);
  const heard = createStore<EditorEvents["comment"] | null>(null);
  const missed = createStore(0);
  const count = createStore(session.open_comments);
  return {
    /** Threads that are open. */
    count,
    /** Those that have a place in the text, as of the last pause; none until they have been fetched. */
    marked: createStore<readonly MarkedComment[]>([]),
    /** Whether the panel is open. */
    shown: createStore(false),
    /** What was asked for last; each time an object of its own. */
    wish: wish as Readable<CommentWish | null>,
    ask: (kind: CommentWish["kind"]): void => wish.set({ kind }),
    /** What the appliance told last. */
    heard: heard as Readable<EditorEvents["comment"] | null>,
    hear: heard.set,
    /** How often something may have happened that was not told. */
    timesMissed: missed as Readable<number>,
    missed(open: number): void {
      count.set(open);
      missed.set(missed.get() + 1);
    },
    /** Whether there is anything to show. */
    isWanted: (): boolean =>
      wish.get() !== null ||
      heard.get() !== null ||
      count.get() > 0 ||
      Boolean(memory.get(memoryOf(session.session_id))),
  };
}
