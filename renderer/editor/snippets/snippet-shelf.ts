/**
 * The project's snippets, as far as this tab knows them: fetched when somebody first asks for them, then kept true by what
 * the appliance tells.
 */
import type { EditorEvents } from "../../../server/contracts/editor-api.ts";
import type { SnippetView } from "../../../server/contracts/snippets-api.ts";
import { allPages } from "../client/api.ts";
import type { ArticleSession, ArticleTab } from "../client/article-session.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

/** What is known of the snippets of the project. */
export interface SnippetList {
  /** absent: nobody has asked. */
  state: "absent" | "loading" | "loaded" | "failed";
  /** Why they are not here, "" where they are. */
  problem: string;
  /** By name. */
  items: readonly SnippetView[];
}

/** What somebody asked for. save: to keep what is selected under a name. list: to see all of them. */
export interface SnippetWish {
  kind: "save" | "list";
}

export type SnippetShelf = ReturnType<typeof createSnippetShelf>;

export type SnippetSession = ArticleSession & { snippets: SnippetShelf; insertSnippet(id: string): void };

export function createSnippetShelf({ api }: { api: Pick<ArticleTab["api"], "snippets"> }) {
  const list = createStore<SnippetList>({ state: "absent", problem: "", items: [] });
  const wish = createStore<SnippetWish | null>(null);
  const known = new Map<string, SnippetView>();
  /** Deleted while the list was on its way. */
  const gone = new Set<string>();
  /** Heard of meanwhile. */
  const told = new Set<string>();

  function show(state: SnippetList["state"], problem = ""): void {
    const items = [...known.values()].sort((one, other) => one.name.localeCompare(other.name));
    list.set({ state, problem, items });
  }
  function put(snippet: SnippetView): void {
    const before = known.get(snippet.id);
    if (before === undefined || before.changes <= snippet.changes) known.set(snippet.id, snippet);
  }

  async function fetchAll(): Promise<void> {
    show("loading");
    gone.clear();
    told.clear();
    let fresh: SnippetView[];
    try {
      fresh = await allPages(api.snippets);
    } catch (error) {
      return show("failed", (error as Error).message);
    }
    const here = new Set(fresh.map(({ id }) => id));
    const heard = [...known.values()].filter(({ id }) => here.has(id) || told.has(id));
    known.clear();
    for (const snippet of [...heard, ...fresh]) if (!gone.has(snippet.id)) put(snippet);
    show("loaded");
  }

  function apply({ id, snippet }: EditorEvents["snippet"]): void {
    if (list.get().state === "absent") return;
    if (snippet === null) {
      known.delete(id);
      gone.add(id);
    } else {
      told.add(id);
      put(snippet);
    }
    show(list.get().state, list.get().problem);
  }

  return {
    list: list as Readable<SnippetList>,
    /** Fetches them, unless they are here or on their way. */
    load(): void {
      if (["absent", "failed"].includes(list.get().state)) void fetchAll();
    },
    /** Something may have happened that was not told. */
    missed(): void {
      if (["loaded", "failed"].includes(list.get().state)) void fetchAll();
    },
    /** What was heard of the appliance, or done by this tab. */
    apply,
    /** What was asked for last; each time an object of its own. */
    wish: wish as Readable<SnippetWish | null>,
    ask: (kind: SnippetWish["kind"]): void => wish.set({ kind }),
    dismiss: (): void => wish.set(null),
  };
}
