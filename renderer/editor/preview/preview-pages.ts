/** Addresses of the article, and of its versions, as pages of their own (editor-api.ts, `preview_path`). */
import type { EditorApi } from "../client/api.ts";
import type { DraftKeeper } from "../drafts/draft-keeper.ts";
import type { ScreenWords } from "../drafts/screen-words.ts";
import type { Readable } from "../lib/store.ts";
import { messages } from "../messages/index.ts";

export interface PreviewPages {
  /**
   * Sends the unsaved words, then answers the address of the article as the site will get it.
   * @throws what the API throws; Error with a sentence where there is nothing to show
   */
  ofDraft(): Promise<string>;
  ofVersion(number: number): string;
  ofSiteCopy(): string;
}

export interface PreviewParts {
  api: Pick<EditorApi, "putDraft">;
  client_id: string;
  words: ScreenWords;
  drafts: DraftKeeper;
  /** Address of all pages, with its slash at the end; it changes as logins do. */
  base: Readable<string>;
  /** Asks for a fresh `base`. */
  renew(): Promise<unknown>;
}

export function createPreviewPages({ api, client_id, words, drafts, base, renew }: PreviewParts): PreviewPages {
  const ofVersion = (number: number) => `${base.get()}version/${number}/`;
  return {
    ofVersion,
    ofSiteCopy: () => `${base.get()}site-copy/`,
    async ofDraft() {
      await renew();
      const number = words.base.get();
      if (!drafts.state.get().unsaved) {
        if (number === null) throw new Error(messages.around.preview.empty);
        return ofVersion(number);
      }
      // None that is on its way may arrive after this one.
      const release = await drafts.hold();
      try {
        await api.putDraft({ client_id, ...words.content() });
      } finally {
        release();
      }
      return `${base.get()}draft/${client_id}/`;
    },
  };
}
