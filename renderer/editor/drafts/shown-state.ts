/** The state that the editor shows, its base version, and the replacement by another state. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { VmsJson } from "../../../server/article/vms-json.ts";
import { type EditorSession, KEPT_DRAFT } from "../../../server/contracts/editor-api.ts";
import { showDocument } from "../article/article-editor.ts";
import { forgetSteps } from "../article/own-steps.ts";
import type { ArticleTab } from "../client/article-session.ts";
import type { SharedDocument } from "../collaboration/shared-document.ts";
import { messages } from "../messages/index.ts";
import { randomId } from "../ui/lib/ids.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { Assets } from "../uploads/assets.ts";
import type { DraftContent, DraftKeeper } from "./draft-keeper.ts";
import type { DraftStore } from "./draft-store.ts";
import { assetsOf, buildState, EMPTY_DOC, readDoc } from "./galley-state.ts";

export type ShownState = ReturnType<typeof createShownState>;

/** @param loaded the state that the editor shows; null for an empty document */
export function createShownState(editor: Editor, files: Assets, loaded: VmsJson | null, version: number | null) {
  let shown = loaded;
  let stepsAtBase = 0;
  const base = createStore(version);
  return {
    base: base as Readable<number | null>,
    content: (doc: Node = editor.state.doc): DraftContent => ({
      vms_json: buildState(shown, doc, files.get),
      base_version: base.get(),
    }),
    stepsAtBase: () => stepsAtBase,
    /** Sets the version that was saved from the document. */
    based: base.set,
    /** The sent state was saved as a version. */
    saved(state: VmsJson, number: number, steps: number): void {
      shown = state;
      stepsAtBase = steps;
      base.set(number);
    },
    show(state: VmsJson | null, number: number | null): void {
      shown = state;
      files.learn(assetsOf(state));
      base.set(number);
      showDocument(editor, readDoc(state) ?? EMPTY_DOC);
      editor.view.dispatch(forgetSteps(editor.state));
      stepsAtBase = 0;
    },
  };
}

interface SwapParts {
  /** Fetches the session. @throws the errors of client/api.ts */
  open: () => Promise<EditorSession>;
  store: DraftStore;
  shown: ShownState;
  drafts: () => DraftKeeper;
  shared: () => SharedDocument;
  author: () => string;
}

/** Replaces the shown state, but only after unsaved changes have been copied. */
export function createSwap(
  { api, clientId, session }: Pick<ArticleTab, "api" | "clientId" | "session">,
  { open, store, shown, drafts, shared, author }: SwapParts,
) {
  /** Copies a document to a separate draft on this computer, in Galley or both. */
  async function keepAside(doc?: Node): Promise<void> {
    const copy = { client_id: KEPT_DRAFT + randomId(), ...shown.content(doc) };
    const here = store.put({ session_id: session.session_id, updated_at: new Date().toISOString(), ...copy }, "strict");
    const kept = await Promise.allSettled([here, api.putDraft({ ...copy, author: author() })]);
    if (kept.every((each) => each.status === "rejected")) throw new Error(messages.notices.notKept);
  }
  const isShared = () => shared().state.get().shared;

  return {
    keepAside,
    /** Shows a state as unsaved changes, in a room in all tabs. @throws Error if unsaved changes could not be copied */
    async show(state: VmsJson, version: number | null): Promise<void> {
      if (isShared()) return shared().replace(state, author());
      if (drafts().state.get().unsaved) await keepAside();
      shown.show(state, version);
      drafts().changed();
    },
    /** Shows the current version. @throws the errors of client/api.ts */
    async showCurrent(): Promise<void> {
      const fresh = await open();
      if (isShared()) return shared().replace(fresh.vms_json ?? {}, author());
      const release = await drafts().hold();
      try {
        const { unsaved } = drafts().state.get();
        if (unsaved) await keepAside();
        shown.show(fresh.vms_json, fresh.current_version);
        drafts().reset();
        // Otherwise the next reload would restore the old draft of this tab.
        if (unsaved) await api.putDraft({ client_id: clientId, ...shown.content() }).catch(() => undefined);
      } finally {
        release();
      }
    },
  };
}
