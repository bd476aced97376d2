/** Files that Galley fetches: pictures by URL, titles and stills of embeds, and files of another article. */
import type { CopiedMedia, EmbedFacts, UploadedMedia } from "../../../server/contracts/media-api.ts";
import { type EditorApi, untilDecided } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

type FetchState = { kind: "fetching" } | { kind: "failed"; sentence: string };

/** Below Galley's limit for an article, because other tabs may also fetch. */
const MAX_CONCURRENT = 2;

interface ImportTab extends Pick<ArticleTab, "connection"> {
  api: Pick<EditorApi, "fetchPicture" | "embedFacts" | "copyMedia">;
  session: Pick<ArticleTab["session"], "clip" | "session_id">;
}

export type Imports = ReturnType<typeof createImports>;

export function createImports(
  { api, connection, session }: ImportTab,
  added: (media: UploadedMedia) => void,
  fetched: (source: string, media: UploadedMedia) => void,
) {
  const states = createStore<ReadonlyMap<string, FetchState>>(new Map());
  const waiting: string[] = [];
  let underWay = 0;
  const titles = new Map<string, string>();
  let clip = session.clip;

  function set(source: string, state: FetchState | null): void {
    const next = new Map(states.get());
    if (state === null) next.delete(source);
    else next.set(source, state);
    states.set(next);
  }

  async function fetchOne(source: string): Promise<void> {
    try {
      const media = await untilDecided(connection, () => api.fetchPicture(source));
      set(source, null);
      added(media);
      fetched(source, media);
    } catch (error) {
      set(source, { kind: "failed", sentence: (error as Error).message });
    }
  }

  function startNext(): void {
    while (underWay < MAX_CONCURRENT) {
      const source = waiting.shift();
      if (source === undefined) return;
      underWay += 1;
      void fetchOne(source).finally(() => {
        underWay -= 1;
        startNext();
      });
    }
  }

  return {
    /** States by URL, only of pictures that are being fetched or have failed. */
    states: states as Readable<ReadonlyMap<string, FetchState>>,
    /** Fetches the pictures or retries them, a few at a time. Waits while Galley is not reachable. */
    fetch(sources: readonly string[]): void {
      for (const source of new Set(sources)) {
        if (states.get().get(source)?.kind === "fetching") continue;
        set(source, { kind: "fetching" });
        waiting.push(source);
      }
      startNext();
    },
    /** The provider's title and still of an embed, or null. The still becomes a file of the article. */
    async embedFacts(href: string): Promise<EmbedFacts | null> {
      const facts = await api.embedFacts(href).catch(() => null);
      if (facts === null) return null;
      titles.set(href, facts.title);
      if (facts.poster !== null) added(facts.poster);
      return facts;
    },
    /** Whether a title came from the provider and not from an author. */
    isTitleOf: (href: string, title: string): boolean => title !== "" && titles.get(href) === title,
    /** The clip for the clipboard. @see EditorLogin.clip */
    clip: (): string => clip,
    renewClip(renewed: string): void {
      clip = renewed;
    },
    isOwn: (copied: string): boolean => copied.split(".")[0] === session.session_id,
    copy: (copied: string, files: string[]): Promise<CopiedMedia> => api.copyMedia(copied, files),
  };
}
