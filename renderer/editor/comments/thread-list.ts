/** The threads of the article as the appliance has them: asked for once, then kept true by its events and its answers. */
import type { CommentThread } from "../../../server/contracts/comments-api.ts";
import type { EditorEvents } from "../../../server/contracts/editor-api.ts";
import { allPages } from "../client/all-pages.ts";
import { Refused } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

export type Threads = ReadonlyMap<string, CommentThread>;

export function createThreadList({ api, connection }: Pick<ArticleTab, "api" | "connection">) {
  const threads = createStore<Threads>(new Map());
  const state = createStore<"loading" | "loaded" | "failed">("loading");
  const deleted = new Set<string>();
  /** What was heard of while the list was asked for: its answer may be older. */
  let heard: Set<string> | null = null;
  let wanted = 0;

  function apply({ id, thread }: EditorEvents["comment"]): void {
    heard?.add(id);
    const known = threads.get().get(id);
    if (thread === null) deleted.add(id);
    // Of two tellings the one with more changes is the newer, whichever comes first.
    if (thread === null ? known === undefined : deleted.has(id) || (known?.changes ?? 0) >= thread.changes) return;
    const next = new Map(threads.get());
    if (thread === null) next.delete(id);
    else next.set(id, thread);
    threads.set(next);
  }

  /** All of them anew; goes on until Galley can be reached. */
  async function load(): Promise<void> {
    wanted += 1;
    const number = wanted;
    while (number === wanted) {
      heard = new Set();
      try {
        const asked = await allPages(api.comments);
        if (number !== wanted) return;
        const next = new Map(asked.map((thread) => [thread.id, thread]));
        for (const id of heard) {
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
    apply,
    /** The appliance's answer to what was done here. */
    told: (thread: CommentThread) => apply({ id: thread.id, thread }),
    load,
  };
}
