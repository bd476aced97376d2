/** Words that stay marked while a form that is about them has the focus: the browser shows its selection only in the text. */
import type { Editor } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { SelectedWords } from "./use-selected-words.ts";

export interface MarkedWords {
  /** Where the words are now. */
  place(): SelectedWords;
  /** Ends the marking. */
  end(): void;
}

/** Marks the words from now on, and follows them through changes. */
export function markWords(editor: Editor, words: SelectedWords): MarkedWords {
  const key = new PluginKey<SelectedWords>("markedWords");
  editor.registerPlugin(
    new Plugin<SelectedWords>({
      key,
      state: {
        init: () => words,
        apply: ({ mapping }, { from, to }) => ({ from: mapping.map(from, 1), to: mapping.map(to, -1) }),
      },
      props: {
        decorations(state) {
          const { from, to } = key.getState(state) ?? words;
          return DecorationSet.create(state.doc, [Decoration.inline(from, to, { class: "writing-link-words" })]);
        },
      },
    }),
  );
  return { place: () => key.getState(editor.state) ?? words, end: () => editor.unregisterPlugin(key) };
}
