/** The project's snippets: loaded when they are first needed, then kept current by events. */
import type { EditorEvents } from "../../../server/contracts/editor-api.ts";
import { type SnippetView, snippetKey, snippetName } from "../../../server/contracts/snippets-api.ts";
import type { ArticleSession, ArticleTab } from "../client/article-session.ts";
import { createSyncedRows } from "../client/synced-rows.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

export interface SnippetList {
  /** absent: not needed yet. */
  state: "absent" | "loading" | "loaded" | "failed";
  problem: string;
  items: readonly SnippetView[];
}

/** save: save the selection as a snippet. list: show all snippets. */
export interface SnippetRequest {
  kind: "save" | "list";
}

export type Snippets = ReturnType<typeof createSnippets>;

export type SnippetSession = ArticleSession & { snippets: Snippets; insertSnippet(id: string): void };

export function createSnippets({ api }: { api: Pick<ArticleTab["api"], "snippets"> }) {
  const synced = createSyncedRows(api.snippets);
  const list = createStore<SnippetList>({ state: "absent", problem: "", items: [] });
  const request = createStore<SnippetRequest | null>(null);
  const set = (change: Partial<SnippetList>) => list.set({ ...list.get(), ...change });
  synced.rows.subscribe(() =>
    set({ items: [...synced.rows.get().values()].sort((one, other) => one.name.localeCompare(other.name)) }),
  );

  async function fetchAll(): Promise<void> {
    set({ state: "loading", problem: "" });
    try {
      if (await synced.load()) set({ state: "loaded" });
    } catch (error) {
      set({ state: "failed", problem: (error as Error).message });
    }
  }

  return {
    list: list as Readable<SnippetList>,
    /** Loads them, unless they are loaded or loading. */
    load(): void {
      if (["absent", "failed"].includes(list.get().state)) void fetchAll();
    },
    /** Events may have been missed. */
    resync(): void {
      if (["loaded", "failed"].includes(list.get().state)) void fetchAll();
    },
    /** `event: snippet`, or a change of this tab. */
    apply({ id, snippet }: EditorEvents["snippet"]): void {
      if (list.get().state !== "absent") synced.apply(id, snippet);
    },
    /** The last request; each is a new object. */
    request: request as Readable<SnippetRequest | null>,
    ask: (kind: SnippetRequest["kind"]): void => request.set({ kind }),
    close: (): void => request.set(null),
  };
}

const keyOf = (typed: string): string => snippetKey(snippetName(typed));

export function findByName(items: readonly SnippetView[], name: string): SnippetView | undefined {
  return items.find((each) => keyOf(each.name) === keyOf(name));
}

export function searchSnippets(items: readonly SnippetView[], query: string): readonly SnippetView[] {
  const wanted = keyOf(query);
  return wanted === "" ? items : items.filter(({ name, excerpt }) => keyOf(`${name} ${excerpt}`).includes(wanted));
}
