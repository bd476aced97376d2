/** The box of selected text on the screen, and its highlight while a form has the focus. */
import type { Editor } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { type Box, visibleBounds } from "../../ui/float.ts";
import type { SelectedText } from "./use-selected-text.ts";

/** The box of a text; over several lines, from the left edge of the article. Null if the text was deleted. */
export function boxOfText(view: EditorView, { from, to }: SelectedText): Box | null {
  if (to > view.state.doc.content.size) return null;
  const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)];
  const oneLine = Math.abs(start.top - end.top) < 4;
  const left = oneLine ? start.left : view.dom.getBoundingClientRect().left;
  return { left, right: Math.max(left, end.right), top: Math.min(start.top, end.top), bottom: end.bottom };
}

const BAR_HEIGHT_PX = 56;

/** Like `boxOfText`, but for text that fills the view, its upper edge. */
export function visibleBoxOfText(view: EditorView, text: SelectedText): Box | null {
  const box = boxOfText(view, text);
  const { y, height } = visibleBounds();
  if (box === null || box.top - y > BAR_HEIGHT_PX || y + height - box.bottom > BAR_HEIGHT_PX) return box;
  return { ...box, top: y, bottom: y };
}

/** Highlights text and follows its changes, because browsers show a selection only in the focused element. */
export function highlightText(editor: Editor, text: SelectedText) {
  const key = new PluginKey<SelectedText>("highlightedText");
  editor.registerPlugin(
    new Plugin<SelectedText>({
      key,
      state: {
        init: () => text,
        apply: ({ mapping }, { from, to }) => ({ from: mapping.map(from, 1), to: mapping.map(to, -1) }),
      },
      props: {
        decorations(state) {
          const { from, to } = key.getState(state) ?? text;
          return DecorationSet.create(state.doc, [Decoration.inline(from, to, { class: "writing-link-words" })]);
        },
      },
    }),
  );
  return { place: () => key.getState(editor.state) ?? text, end: () => void editor.unregisterPlugin(key) };
}
