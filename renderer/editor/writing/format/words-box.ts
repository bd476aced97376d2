/** Where words of the article are on the screen. */
import type { EditorView } from "@tiptap/pm/view";
import { type Box, visibleBounds } from "../../ui/float.ts";
import type { SelectedWords } from "./use-selected-words.ts";

/** What the words cover: in one line their own width, else from the edge of the text. null where they are gone. */
export function boxOfWords(view: EditorView, { from, to }: SelectedWords): Box | null {
  if (to > view.state.doc.content.size) return null;
  const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)];
  const oneLine = Math.abs(start.top - end.top) < 4;
  const left = oneLine ? start.left : view.dom.getBoundingClientRect().left;
  return { left, right: Math.max(left, end.right), top: Math.min(start.top, end.top), bottom: end.bottom };
}

/** px above or below the words in which what floats beside them has room. */
const ROOM = 56;

/** The same; of words that leave no room above and below them, the upper edge of what is to be seen. */
export function seenBoxOfWords(view: EditorView, words: SelectedWords): Box | null {
  const box = boxOfWords(view, words);
  const { y, height } = visibleBounds();
  if (box === null || box.top - y > ROOM || y + height - box.bottom > ROOM) return box;
  return { ...box, top: y, bottom: y };
}
