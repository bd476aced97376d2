/** Where words of the article are on the screen. */
import type { EditorView } from "@tiptap/pm/view";
import type { Box } from "../../ui/float.ts";
import type { SelectedWords } from "./use-selected-words.ts";

/** What the words cover: in one line their own width, else from the edge of the text. null where they are gone. */
export function boxOfWords(view: EditorView, { from, to }: SelectedWords): Box | null {
  if (to > view.state.doc.content.size) return null;
  const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)];
  const oneLine = Math.abs(start.top - end.top) < 4;
  const left = oneLine ? start.left : view.dom.getBoundingClientRect().left;
  return { left, right: Math.max(left, end.right), top: Math.min(start.top, end.top), bottom: end.bottom };
}
