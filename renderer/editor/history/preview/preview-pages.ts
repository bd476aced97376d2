/** Addresses of the article, and of its versions, as pages of their own (editor-api.ts, `preview_path`). */
import type { ArticleTab } from "../../client/article-session.ts";
import type { DraftKeeper } from "../../drafts/draft-keeper.ts";
import type { ScreenWords } from "../../drafts/screen-words.ts";
import { messages } from "../../messages/index.ts";
import type { Readable } from "../../ui/lib/store.ts";

export type PreviewPages = ReturnType<typeof createPreviewPages>;

/**
 * @param base address of all pages, with its slash at the end; it changes as logins do
 * @param renew asks for a fresh `base`
 */
export function createPreviewPages(
  { api, clientId }: Pick<ArticleTab, "api" | "clientId">,
  words: ScreenWords,
  drafts: DraftKeeper,
  base: Readable<string>,
  renew: () => Promise<unknown>,
) {
  const ofVersion = (number: number) => `${base.get()}version/${number}/`;
  return {
    ofVersion,
    ofSiteCopy: () => `${base.get()}site-copy/`,
    /**
     * Sends the unsaved words, then answers the address of the article as the site will get it.
     * @throws what the API throws; Error with a sentence where there is nothing to show
     */
    async ofDraft(): Promise<string> {
      await renew();
      const number = words.base.get();
      if (!drafts.state.get().unsaved) {
        if (number === null) throw new Error(messages.around.preview.empty);
        return ofVersion(number);
      }
      // None that is on its way may arrive after this one.
      const release = await drafts.hold();
      try {
        await api.putDraft({ client_id: clientId, ...words.content() });
      } finally {
        release();
      }
      return `${base.get()}draft/${clientId}/`;
    },
  };
}
