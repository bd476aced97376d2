import type { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import type { Finding } from "./check-block.ts";

/** Shows the place of a finding and puts the cursor there: on the block, or over its words. */
export function goTo(editor: Editor, { from, to }: Finding): void {
  const { doc, tr } = editor.state;
  // The article may have changed since it was looked at.
  if (to > doc.content.size) return;
  const block = doc.nodeAt(from);
  const isBlock = block?.isBlock === true && (from === to || from + block.nodeSize === to);
  // A heading without words wants some; of any other block it is the block that is meant.
  const words = block?.type.name === "heading" ? TextSelection.near(doc.resolve(from + 1)) : null;
  const selection = isBlock ? (words ?? NodeSelection.create(doc, from)) : TextSelection.create(doc, from, to);
  editor.view.dispatch(tr.setSelection(selection).scrollIntoView());
  editor.view.focus();
  const shown = editor.view.nodeDOM(isBlock ? from : selection.from);
  const element = shown instanceof HTMLElement ? shown : shown?.parentElement;
  element?.scrollIntoView({ block: "center" });
}
