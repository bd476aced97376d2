import type { EditorView } from "@tiptap/pm/view";
import { clearView } from "./clear-view.ts";

/** Below the head: from where on one reads. CSS pixels. */
const UNDER_HEAD = 48;

/** Where one is in the article: the cursor while it is in sight, else the words at the upper edge of what is seen. */
export function placeInSight(view: EditorView): number {
  const { top, bottom } = clearView();
  const { head } = view.state.selection;
  const cursor = view.coordsAtPos(head, 1);
  if (cursor.bottom > top && cursor.top < bottom) return head;
  const text = view.dom.getBoundingClientRect();
  const at = { left: text.left + text.width / 2, top: Math.max(top + UNDER_HEAD, text.top) };
  return view.posAtCoords(at)?.pos ?? head;
}

/** Called before the words are set in another width: the line where one is stays at its height on the screen. */
export function keepPlaceInSight(view: EditorView): void {
  const place = placeInSight(view);
  const before = view.coordsAtPos(place, 1).top;
  requestAnimationFrame(() => {
    if (place <= view.state.doc.content.size) window.scrollBy({ top: view.coordsAtPos(place, 1).top - before });
  });
}
