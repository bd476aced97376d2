/** The words on the screen and the version that they were made from. */
import type { Editor } from "@tiptap/core";
import type { VmsJson } from "../../../server/article/vms-json.ts";
import { showDocument } from "../article/article-editor.ts";
import { createStore, type Readable } from "../lib/store.ts";
import type { Assets } from "../uploads/assets.ts";
import type { DraftContent } from "./draft-keeper.ts";
import { assetsOf, buildState, EMPTY_DOC, readDoc } from "./galley-state.ts";

export interface ScreenWords {
  /** Number of the version that the words were made from, null before the first. */
  readonly base: Readable<number | null>;
  /** The words as they are now. */
  content(): DraftContent;
  /** These words, as they were sent, are a version now. */
  saved(state: VmsJson, version: number): void;
  /** Shows a state in place of what is on the screen. */
  show(state: VmsJson | null, version: number | null): void;
}

/** @param loaded the state that the editor shows, null for a blank one */
export function createScreenWords(
  editor: Editor,
  files: Assets,
  loaded: VmsJson | null,
  version: number | null,
): ScreenWords {
  let shown = loaded;
  const base = createStore(version);
  return {
    base,
    content: () => ({ vms_json: buildState(shown, editor.state.doc, files.get), base_version: base.get() }),
    saved(state, number) {
      shown = state;
      base.set(number);
    },
    show(state, number) {
      shown = state;
      files.learn(assetsOf(state));
      base.set(number);
      showDocument(editor, readDoc(state) ?? EMPTY_DOC);
    },
  };
}
