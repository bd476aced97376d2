/** The threads of the article, loaded once and kept current by events and responses; and whose turn each thread is. */
import type { CommentThread } from "../../../server/contracts/comments-api.ts";
import type { EditorEvents } from "../../../server/contracts/editor-api.ts";
import { allPages, Refused } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

export type Threads = ReadonlyMap<string, CommentThread>;

export function createThreads({ api, connection }: Pick<ArticleTab, "api" | "connection">) {
  const threads = createStore<Threads>(new Map());
  const state = createStore<"loading" | "loaded" | "failed">("loading");
  const deleted = new Set<string>();
  /** Threads with events during a load: its response may be older. */
  let changed: Set<string> | null = null;
  let loads = 0;

  function apply({ id, thread }: EditorEvents["comment"]): void {
    changed?.add(id);
    const known = threads.get().get(id);
    if (thread === null) deleted.add(id);
    // Events and responses may come in any order: the one with more changes is newer.
    if (thread === null ? known === undefined : deleted.has(id) || (known?.changes ?? 0) >= thread.changes) return;
    const next = new Map(threads.get());
    if (thread === null) next.delete(id);
    else next.set(id, thread);
    threads.set(next);
  }

  /** Loads all threads; retries until Galley is reachable. */
  async function load(): Promise<void> {
    loads += 1;
    const number = loads;
    while (number === loads) {
      changed = new Set();
      try {
        const loaded = await allPages(api.comments);
        if (number !== loads) return;
        const next = new Map(loaded.map((thread) => [thread.id, thread]));
        for (const id of changed) {
          const known = threads.get().get(id);
          if (known === undefined) next.delete(id);
          else if (known.changes >= (next.get(id)?.changes ?? 0)) next.set(id, known);
        }
        threads.set(next);
        state.set("loaded");
        return;
      } catch (error) {
        if (error instanceof Refused) return state.set("failed");
        await connection.nextTry();
      }
    }
  }

  return {
    threads: threads as Readable<Threads>,
    state: state as Readable<"loading" | "loaded" | "failed">,
    /** `event: comment` */
    apply,
    /** The response to a change of this tab. */
    put: (thread: CommentThread) => apply({ id: thread.id, thread }),
    load,
  };
}

/** @anna, @anna@example.org, @Anna.Petrova */
const MENTION = /(?<![\p{L}\p{N}@._-])@([\p{L}\p{N}][\p{L}\p{N}_+-]*(?:[.@][\p{L}\p{N}_+-]+)*)/gu;

const folded = (name: string) => name.trim().toLocaleLowerCase();

/** A name without the host of its e-mail address. */
export function shortName(author: string): string {
  return author.includes(" ") ? author : author.replace(/@.*$/, "") || author;
}

/** Whether a mention means an author: by the whole name, its first word, or the part before the @. */
function isMentioned(author: string, mention: string): boolean {
  const name = folded(author);
  return [name, shortName(name), name.split(" ")[0]].includes(folded(mention));
}

/** The authors of a thread, each once, in the order of their first comments. */
const authorsOf = (thread: CommentThread): string[] => [...new Set(thread.comments.map(({ author }) => author))];

/**
 * Whose turn it is: the people mentioned in the last comment, else the author whom it answers. Authors of the thread by
 * their full name, others as typed.
 * @returns an empty list where anyone may answer
 */
export function awaited(thread: CommentThread): string[] {
  const last = thread.comments.at(-1);
  if (last === undefined || thread.resolved_at !== null) return [];
  const authors = authorsOf(thread);
  const mentions = [...last.text.matchAll(MENTION)].map(([, name = ""]) => name);
  const named = mentions.map((typed) => authors.find((author) => isMentioned(author, typed)) ?? typed);
  if (named.length > 0) return [...new Set(named)];
  const [first] = authors;
  if (first !== undefined && first !== last.author) return [first];
  const other = thread.comments.findLast(({ author }) => author !== last.author)?.author;
  return other === undefined ? [] : [other];
}

/** Whether it is this author's turn. */
export function waitsFor(thread: CommentThread, author: string): boolean {
  return author.trim() !== "" && awaited(thread).some((name) => isMentioned(author, name));
}

/** Whether an author wrote in a thread, or it is the author's turn. */
export function concerns(thread: CommentThread, author: string): boolean {
  if (author.trim() === "") return false;
  return authorsOf(thread).some((name) => folded(name) === folded(author)) || waitsFor(thread, author);
}
