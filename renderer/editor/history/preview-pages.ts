/** URLs of the preview pages of the article and its versions (editor-api.ts, `preview_path`). */
import type { ArticleTab } from "../client/article-session.ts";
import type { DraftKeeper } from "../drafts/draft-keeper.ts";
import type { ShownState } from "../drafts/shown-state.ts";
import { messages } from "../messages/index.ts";
import type { Readable } from "../ui/lib/store.ts";

export type PreviewPages = ReturnType<typeof createPreviewPages>;

/** @param base URL of all pages with a trailing slash; changes with each login @param renew fetches a new `base` */
export function createPreviewPages(
  { api, clientId }: Pick<ArticleTab, "api" | "clientId">,
  shown: ShownState,
  drafts: DraftKeeper,
  base: Readable<string>,
  renew: () => Promise<unknown>,
) {
  const ofVersion = (number: number) => `${base.get()}version/${number}/`;
  return {
    ofVersion,
    ofSiteCopy: () => `${base.get()}site-copy/`,
    /** Sends the unsaved changes. @returns the URL of their page @throws Error if the article is empty */
    async ofDraft(): Promise<string> {
      await renew();
      const number = shown.base.get();
      if (!drafts.state.get().unsaved) {
        if (number === null) throw new Error(messages.around.preview.empty);
        return ofVersion(number);
      }
      // Holds drafts, so that no older draft arrives after this one.
      const release = await drafts.hold();
      try {
        await api.putDraft({ client_id: clientId, ...shown.content() });
      } finally {
        release();
      }
      return `${base.get()}draft/${clientId}/`;
    },
  };
}
