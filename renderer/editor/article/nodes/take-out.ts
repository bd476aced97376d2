import type { EditorView } from "@tiptap/pm/view";
import { announce } from "../../lib/dom.ts";
import { messages } from "../../messages/index.ts";
import { withoutBlock } from "./block-moves.ts";

/** Takes a block out of the article, says so, and goes on in the text. */
export function takeOut(view: EditorView, position: number | undefined): void {
  if (position === undefined || !view.editable) return;
  view.dispatch(withoutBlock(view.state, position));
  announce(messages.media.removed);
  view.focus();
}
