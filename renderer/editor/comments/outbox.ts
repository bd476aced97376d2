/**
 * Words that the appliance does not have yet: those that are still being typed, and those that were sent and not answered.
 * Both stand in this browser's memory, so that neither a reload nor an appliance that is off takes them.
 */
import type { CommentAnchor, CommentThread } from "../../../server/contracts/comments-api.ts";
import { Refused } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import { memoryOf } from "./comment-gate.ts";

/** A comment, or an answer, on its way. Its id is made here: sent twice, it is kept once. */
export interface Unsent {
  id: string;
  /** The thread that it answers; null where it begins one. */
  thread: string | null;
  /** Of what it begins. */
  anchor: CommentAnchor | null;
  author: string;
  text: string;
  /** Why the appliance did not take it; "" while it is on its way. */
  problem: string;
}

/** Where something is typed: a new comment (also its id while it has no other), an answer, or changed words. */
export const NEW = "new";
export const replyField = (threadId: string): string => `reply ${threadId}`;
export const editField = (commentId: string): string => `edit ${commentId}`;

/** What is being typed in a field. */
export interface Typed {
  text: string;
  /** Of a new comment. */
  anchor: CommentAnchor | null;
}

interface Kept {
  unsent: Unsent[];
  typed: Record<string, Typed>;
}

/** Fields whose words are kept; the newest. */
const MAX_TYPED = 20;

/** @param told hears the answer to what was sent */
export function createOutbox(
  { api, connection, memory, session }: Pick<ArticleTab, "api" | "connection" | "memory" | "session">,
  told: (thread: CommentThread) => void,
) {
  const name = memoryOf(session.session_id);
  const read = (): Kept => {
    try {
      const kept = JSON.parse(memory.get(name) ?? "{}") as Partial<Kept>;
      return { unsent: kept.unsent ?? [], typed: kept.typed ?? {} };
    } catch {
      return { unsent: [], typed: {} };
    }
  };
  const unsent = createStore<readonly Unsent[]>(read().unsent);
  const typed = new Map(Object.entries(read().typed));
  /** Ids and fields that this tab knows: the others in memory are another tab's. */
  const known = new Set([...unsent.get().map(({ id }) => id), ...typed.keys()]);
  let sending = false;

  const keep = () => {
    const stored = read();
    const all = [...unsent.get(), ...stored.unsent.filter(({ id }) => !known.has(id))];
    const fields = [...Object.entries(stored.typed).filter(([field]) => !known.has(field)), ...typed].slice(-MAX_TYPED);
    const isEmpty = all.length === 0 && fields.length === 0;
    memory.set(name, isEmpty ? "" : JSON.stringify({ unsent: all, typed: Object.fromEntries(fields) }));
  };
  const change = (next: readonly Unsent[]) => {
    for (const { id } of next) known.add(id);
    unsent.set(next);
    keep();
  };
  const drop = (id: string) => change(unsent.get().filter((each) => each.id !== id));
  const patch = (id: string, problem: string) =>
    change(unsent.get().map((each) => (each.id === id ? { ...each, problem } : each)));

  const post = ({ id, thread, anchor, author, text }: Unsent): Promise<CommentThread> =>
    thread === null && anchor !== null
      ? api.beginComment({ id, text, author, anchor })
      : api.replyToComment(thread ?? "", { id, text, author });

  /** One after the other, in the order in which they were written. */
  async function pump(): Promise<void> {
    if (sending) return;
    sending = true;
    for (;;) {
      const next = unsent.get().find(({ problem }) => problem === "");
      if (next === undefined) break;
      try {
        told(await post(next));
        drop(next.id);
      } catch (error) {
        if (error instanceof Refused) patch(next.id, error.message);
        else await connection.nextTry();
      }
    }
    sending = false;
  }

  void pump();
  return {
    unsent: unsent as Readable<readonly Unsent[]>,
    send(words: Omit<Unsent, "problem">): void {
      change([...unsent.get(), { ...words, problem: "" }]);
      void pump();
    },
    /** Tries again what was refused. */
    again(id: string): void {
      patch(id, "");
      void pump();
    },
    discard: drop,
    typed: (field: string): Typed | null => typed.get(field) ?? null,
    /** Null where nothing is being typed any more. */
    keepTyped(field: string, words: Typed | null): void {
      known.add(field);
      typed.delete(field);
      if (words !== null) typed.set(field, words);
      keep();
    },
  };
}
