/** A pasted address as more than a link. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { NodeSelection, Selection } from "@tiptap/pm/state";
import type { PasteOffer } from "../../article/paste/paste-offers.ts";
import { showBlock } from "../../ui/in-sight.ts";
import { nodeType } from "../../ui/lib/node-type.ts";

/**
 * The paragraph with the address becomes a card or an embed. The cursor goes on below it, into a new paragraph where there
 * is none. Undone, the link is back.
 */
export function addressInto({ state, view }: Editor, { from, href }: PasteOffer, name: "linkEmbed" | "embed"): void {
  const $from = state.doc.resolve(from);
  const block = nodeType(state.schema, name).create({ href });
  const place = $from.before();
  const tr = closeHistory(state.tr).replaceWith(place, $from.after(), block);
  const after = place + block.nodeSize;
  const next = tr.doc.resolve(after).nodeAfter;
  if (next === null) tr.insert(after, nodeType(state.schema, "paragraph").create());
  const isWritten = next === null || next.isTextblock;
  tr.setSelection(isWritten ? Selection.near(tr.doc.resolve(after + 1), 1) : NodeSelection.create(tr.doc, place));
  view.dispatch(tr);
  view.focus();
  showBlock(view, place);
}
