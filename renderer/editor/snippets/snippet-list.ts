/** The project's snippets, loaded on demand and kept current by events. */
import type { EditorEvents } from "../../../server/contracts/editor-api.ts";
import { type SnippetView, snippetKey, snippetName } from "../../../server/contracts/snippets-api.ts";
import type { ArticleSession, ArticleTab } from "../client/article-session.ts";
import { createSyncedRows } from "../client/synced-rows.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

type SnippetDialog = "save" | "list";

export type Snippets = ReturnType<typeof createSnippets>;

export type SnippetSession = ArticleSession & { snippets: Snippets; insertSnippet(id: string): void };

export function createSnippets({ api }: { api: Pick<ArticleTab["api"], "snippets"> }) {
  const synced = createSyncedRows(api.snippets);
  const show = () => ({
    ...synced.loading.get(),
    items: [...synced.rows.get().values()].sort((one, other) => one.name.localeCompare(other.name)),
  });
  const list = createStore(show());
  for (const { subscribe } of [synced.rows, synced.loading]) subscribe(() => list.set(show()));
  const dialog = createStore<SnippetDialog | null>(null);

  return {
    list: list as Readable<ReturnType<typeof show>>,
    load: synced.load,
    resync: synced.resync,
    apply: ({ id, snippet }: EditorEvents["snippet"]): void => synced.apply(id, snippet),
    dialog: dialog as Readable<SnippetDialog | null>,
    ask: (next: SnippetDialog): void => dialog.set(next),
    close: (): void => dialog.set(null),
  };
}

const keyOf = (typed: string): string => snippetKey(snippetName(typed));

export function findByName(items: readonly SnippetView[], name: string): SnippetView | undefined {
  return items.find((each) => keyOf(each.name) === keyOf(name));
}

export function searchSnippets(items: readonly SnippetView[], query: string): readonly SnippetView[] {
  const key = keyOf(query);
  return key === "" ? items : items.filter(({ name, excerpt }) => keyOf(`${name} ${excerpt}`).includes(key));
}
