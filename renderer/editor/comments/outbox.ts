/** Comments that Galley does not have yet, stored in the browser so that they survive reloads and outages. */
import type { CommentAnchor, CommentThread } from "../../../server/contracts/comments-api.ts";
import { untilDecided } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import { memoryKey } from "./comment-state.ts";

/** A comment or reply that is being sent. Its id is created here, so that Galley stores it once even if sent twice. */
export interface UnsentComment {
  id: string;
  /** The thread that it replies to; null for a new thread. */
  thread: string | null;
  anchor: CommentAnchor | null;
  author: string;
  text: string;
  /** Why Galley rejected it; "" while it is being sent. */
  problem: string;
}

/** Keys of typed text: a new comment (also its id until it is sent), a reply, an edit. */
export const NEW_COMMENT = "new";
export const replyField = (threadId: string): string => `reply ${threadId}`;
export const editField = (commentId: string): string => `edit ${commentId}`;

export interface TypedComment {
  text: string;
  anchor: CommentAnchor | null;
}

interface Stored {
  unsent: UnsentComment[];
  typed: Record<string, TypedComment>;
}

const MAX_TYPED = 20;

export function createOutbox(
  { api, connection, memory, session }: Pick<ArticleTab, "api" | "connection" | "memory" | "session">,
  onResponse: (thread: CommentThread) => void,
) {
  const name = memoryKey(session.session_id);
  const read = (): Stored => {
    try {
      const stored = JSON.parse(memory.get(name) ?? "{}") as Partial<Stored>;
      return { unsent: stored.unsent ?? [], typed: stored.typed ?? {} };
    } catch {
      return { unsent: [], typed: {} };
    }
  };
  const initial = read();
  const unsent = createStore<readonly UnsentComment[]>(initial.unsent);
  const typed = new Map(Object.entries(initial.typed));
  /** Ids and fields of this tab; others in storage belong to other tabs. */
  const own = new Set([...initial.unsent.map(({ id }) => id), ...typed.keys()]);
  let sending = false;

  const write = () => {
    const stored = read();
    const all = [...unsent.get(), ...stored.unsent.filter(({ id }) => !own.has(id))];
    const fields = [...Object.entries(stored.typed).filter(([field]) => !own.has(field)), ...typed].slice(-MAX_TYPED);
    const isEmpty = all.length === 0 && fields.length === 0;
    memory.set(name, isEmpty ? "" : JSON.stringify({ unsent: all, typed: Object.fromEntries(fields) }));
  };
  const change = (next: readonly UnsentComment[]) => {
    for (const { id } of next) own.add(id);
    unsent.set(next);
    write();
  };
  const drop = (id: string) => change(unsent.get().filter((each) => each.id !== id));
  const setProblem = (id: string, problem: string) =>
    change(unsent.get().map((each) => (each.id === id ? { ...each, problem } : each)));

  const post = ({ id, thread, anchor, author, text }: UnsentComment): Promise<CommentThread> =>
    thread === null && anchor !== null
      ? api.beginComment({ id, text, author, anchor })
      : api.replyToComment(thread ?? "", { id, text, author });

  /** Sends the comments one at a time, oldest first. */
  async function sendAll(): Promise<void> {
    if (sending) return;
    sending = true;
    for (;;) {
      const next = unsent.get().find(({ problem }) => problem === "");
      if (next === undefined) break;
      try {
        onResponse(await untilDecided(connection, () => post(next)));
        drop(next.id);
      } catch (error) {
        setProblem(next.id, (error as Error).message);
      }
    }
    sending = false;
  }

  void sendAll();
  return {
    unsent: unsent as Readable<readonly UnsentComment[]>,
    send(comment: Omit<UnsentComment, "problem">): void {
      change([...unsent.get(), { ...comment, problem: "" }]);
      void sendAll();
    },
    retry(id: string): void {
      setProblem(id, "");
      void sendAll();
    },
    discard: drop,
    typed: (field: string): TypedComment | null => typed.get(field) ?? null,
    keepTyped(field: string, text: TypedComment | null): void {
      own.add(field);
      typed.delete(field);
      if (text !== null) typed.set(field, text);
      write();
    },
  };
}
