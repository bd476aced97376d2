/** The words on the screen, the version that they were made from, and putting others in their place. */
import type { Editor } from "@tiptap/core";
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import { showDocument } from "../article/article-editor.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { messages } from "../messages/index.ts";
import { randomId } from "../ui/lib/ids.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { Assets } from "../uploads/assets.ts";
import type { DraftContent, DraftKeeper } from "./draft-keeper.ts";
import type { DraftStore } from "./draft-store.ts";
import { assetsOf, buildState, EMPTY_DOC, readDoc } from "./galley-state.ts";
import { KEPT_ASIDE } from "./offers.ts";

export type ScreenWords = ReturnType<typeof createScreenWords>;

/** @param loaded the state that the editor shows, null for a blank one */
export function createScreenWords(editor: Editor, files: Assets, loaded: VmsJson | null, version: number | null) {
  let shown = loaded;
  const base = createStore(version);
  return {
    /** Number of the version that the words were made from, null before the first. */
    base: base as Readable<number | null>,
    /** The words as they are now. */
    content: (): DraftContent => ({
      vms_json: buildState(shown, editor.state.doc, files.get),
      base_version: base.get(),
    }),
    /** These words, as they were sent, are a version now. */
    saved(state: VmsJson, number: number): void {
      shown = state;
      base.set(number);
    },
    /** Shows a state in place of what is on the screen. */
    show(state: VmsJson | null, number: number | null): void {
      shown = state;
      files.learn(assetsOf(state));
      base.set(number);
      showDocument(editor, readDoc(state) ?? EMPTY_DOC);
    },
  };
}

/**
 * Other words in place of those on the screen. Unsaved ones are kept aside first, or nothing is changed.
 * @param open asks for the session as it is now, and throws what the API throws
 */
export function createSwapWords(
  { api, clientId, session }: Pick<ArticleTab, "api" | "clientId" | "session">,
  open: () => Promise<EditorSession>,
  store: DraftStore,
  words: ScreenWords,
  drafts: DraftKeeper,
) {
  /** A copy of unsaved words under a name of its own, on this computer and on the appliance, at least on one of them. */
  async function keepAside(): Promise<void> {
    const copy = { client_id: KEPT_ASIDE + randomId(), ...words.content() };
    const here = store.put({ session_id: session.session_id, updated_at: new Date().toISOString(), ...copy }, "strict");
    const kept = await Promise.allSettled([here, api.putDraft(copy)]);
    if (kept.every((each) => each.status === "rejected")) throw new Error(messages.notices.notKept);
  }

  return {
    /** Shows a state as unsaved words. @throws Error where the present ones could not be kept */
    async takeUp(state: VmsJson, version: number | null): Promise<void> {
      if (drafts.state.get().unsaved) await keepAside();
      words.show(state, version);
      drafts.changed();
    },
    /** Shows the current version. @throws what the API throws */
    async showCurrent(): Promise<void> {
      const fresh = await open();
      const release = await drafts.hold();
      try {
        const { unsaved } = drafts.state.get();
        if (unsaved) await keepAside();
        words.show(fresh.vms_json, fresh.current_version);
        drafts.reset();
        // The appliance still has a draft of this tab: left as it is, it would come back with the next reload.
        if (unsaved) await api.putDraft({ client_id: clientId, ...words.content() }).catch(() => undefined);
      } finally {
        release();
      }
    },
  };
}
