/** Selected text on the screen: its box, and its highlight while a form has the focus. */
import type { Editor } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { type Box, visibleBounds } from "../../ui/float.ts";
import type { SelectedWords } from "./use-selected-words.ts";

/** Box of one line of text; for several lines, from the left edge of the article. Null where the text is gone. */
export function boxOfWords(view: EditorView, { from, to }: SelectedWords): Box | null {
  if (to > view.state.doc.content.size) return null;
  const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)];
  const oneLine = Math.abs(start.top - end.top) < 4;
  const left = oneLine ? start.left : view.dom.getBoundingClientRect().left;
  return { left, right: Math.max(left, end.right), top: Math.min(start.top, end.top), bottom: end.bottom };
}

const BAR_HEIGHT_PX = 56;

/** The same; for text that fills the view, its upper edge. */
export function seenBoxOfWords(view: EditorView, words: SelectedWords): Box | null {
  const box = boxOfWords(view, words);
  const { y, height } = visibleBounds();
  if (box === null || box.top - y > BAR_HEIGHT_PX || y + height - box.bottom > BAR_HEIGHT_PX) return box;
  return { ...box, top: y, bottom: y };
}

/** Highlights text and follows it through changes: the browser shows its selection only in a focused text. */
export function markWords(editor: Editor, words: SelectedWords) {
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
  return { place: () => key.getState(editor.state) ?? words, end: () => void editor.unregisterPlugin(key) };
}
