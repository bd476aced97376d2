/** The state of the comments before they are loaded. */
import type { EditorEvents } from "../../../server/contracts/editor-api.ts";
import { untilDecided } from "../client/api.ts";
import type { ArticleSession, ArticleTab, MarkedComment } from "../client/article-session.ts";
import { createSyncedRows } from "../client/synced-rows.ts";
import { createStore, type Readable, type Store } from "../ui/lib/store.ts";

export const memoryKey = (sessionId: string): string => `comments.${sessionId}`;

export type Comments = ReturnType<typeof createComments>;

/** begin: comment on the selection. next, previous: go to another comment. */
export type CommentRequest = "begin" | "next" | "previous";

/** The panels and dialogs that the header opens; one at a time. */
export type Panel = "history" | "preview" | "checks" | "comments";

export type CommentSession = ArticleSession & {
  comments: Comments;
  panel: Store<Panel | null>;
  checks: { findings: Readable<readonly { kind: string; from: number; to: number; about: string }[]> };
};

export function createComments({
  api,
  connection,
  session,
  memory,
}: Pick<ArticleTab, "api" | "connection" | "session" | "memory">) {
  const count = createStore(session.open_comments);
  const request = createStore<CommentRequest | null>(null);
  const threads = createSyncedRows((cursor) => untilDecided(connection, () => api.comments(cursor)));
  const countOpen = () => {
    if (threads.loading.get().state !== "loaded") return;
    count.set([...threads.rows.get().values()].filter(({ resolved_at }) => resolved_at === null).length);
  };
  for (const { subscribe } of [threads.rows, threads.loading]) subscribe(countOpen);
  const needed = createStore(false);
  needed.subscribe(() => needed.get() && threads.load());
  return {
    threads,
    count,
    /** The open threads that have a place in the text; empty until the comments are loaded. */
    marked: createStore<readonly MarkedComment[]>([]),
    /** Whether to load the comments: the article has some, or the journalist opened them. */
    needed,
    loadIfAny(): void {
      if (count.get() > 0 || memory.get(memoryKey(session.session_id))) needed.set(true);
    },
    /** What the journalist asked for; null once it is done. */
    request,
    ask(next: CommentRequest): void {
      // While the field loads, keys must not replace the selected text.
      if (next === "begin" && document.activeElement instanceof HTMLElement) document.activeElement.blur();
      request.set(next);
      needed.set(true);
    },
    apply({ id, thread }: EditorEvents["comment"]): void {
      needed.set(true);
      threads.apply(id, thread);
    },
    /** Call when events may have been missed. @param open number of open comments */
    resync(open: number): void {
      count.set(open);
      threads.resync();
      if (open > 0) needed.set(true);
    },
  };
}
