/** Leads to the words or the block that a comment is about. */
import type { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { clearView } from "../ui/clear-view.ts";
import type { Place } from "./anchors.ts";

/** CSS pixels between the words and a bar where the page is left as it is; and of room for the words above the lower bar. */
const AIR = 24;
const LINE = 60;

/** Selects a place; where it is not well in sight, it comes into the middle. */
export function showPlace({ state, view }: Editor, { from, to }: Place): void {
  const { doc, tr } = state;
  const node = doc.nodeAt(from);
  const isBlock = node?.isBlock === true && to === from + node.nodeSize;
  const selection =
    isBlock && NodeSelection.isSelectable(node)
      ? NodeSelection.create(doc, from)
      : TextSelection.between(doc.resolve(from), doc.resolve(to));
  view.dispatch(tr.setSelection(selection));
  const dom = isBlock ? view.nodeDOM(from) : null;
  const { top, bottom } = dom instanceof HTMLElement ? dom.getBoundingClientRect() : view.coordsAtPos(from, 1);
  const clear = clearView();
  if (top < clear.top + AIR || bottom > clear.bottom - AIR)
    window.scrollBy({ top: Math.max(top - (clear.top + clear.bottom) / 2, top - clear.bottom + LINE) });
}
