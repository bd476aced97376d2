import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { isEmptyParagraph, rangeAround, rangeAt } from "../../article/commands/block-places.ts";
import { focusFields } from "../../article/nodes/blocks-at-cursor.ts";
import { showBlock } from "../../ui/visible-area.ts";

/** Inserts a block in place of an empty paragraph or after the cursor's block. @returns false if not allowed */
export function insertBlock(editor: Editor, node: Node): boolean {
  const { state, view } = editor;
  let place = rangeAt(state, state.selection.head);
  // Inserts after a quote, not into it.
  while (place?.parent.type.name === "blockquote") place = rangeAround(state, place);
  if (place === null) return false;
  const { parent, index, endIndex, end } = place;
  const present = parent.child(index);
  const isEmpty = isEmptyParagraph(present);
  if (!parent.canReplaceWith(isEmpty ? index : endIndex, endIndex, node.type)) return false;
  const start = isEmpty ? place.start : end;
  const tr = closeHistory(state.tr).replaceWith(start, end, node);
  writeIn(tr, start);
  view.dispatch(tr);
  // Tests use an editor without a page.
  if (!editor.isDestroyed) enter(view, start);
  return true;
}

function enter(view: EditorView, position: number): void {
  // Tiptap's focus command waits for a frame, and a key in between would be lost.
  view.focus();
  if (view.state.selection instanceof NodeSelection) focusFields(view);
  showBlock(view, position);
  view.dispatch(view.state.tr.scrollIntoView());
}

function writeIn(tr: Transaction, position: number): void {
  const node = tr.doc.nodeAt(position);
  if (node === null) return;
  const after = position + node.nodeSize;
  if (node.type.name === "horizontalRule") {
    const $after = tr.doc.resolve(after);
    if (!$after.nodeAfter?.isTextblock) tr.insert(after, node.type.schema.node("paragraph"));
    tr.setSelection(TextSelection.create(tr.doc, after + 1));
  } else if (node.isAtom || node.type.name === "embed") tr.setSelection(NodeSelection.create(tr.doc, position));
  else tr.setSelection(Selection.near(tr.doc.resolve(position + 1), 1));
}
