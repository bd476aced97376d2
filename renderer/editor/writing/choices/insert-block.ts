/** Putting a new block where the cursor is. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { isEmptyParagraph, rangeAround, rangeAt } from "../../article/commands/block-places.ts";
import { focusFields } from "../../article/nodes/blocks-at-cursor.ts";
import { showBlock } from "../../ui/in-sight.ts";

/**
 * Puts a block in: an empty paragraph becomes it, else it comes after the block with the cursor. The cursor goes to its
 * first words; a block without words is selected and the keyboard in its first field, a divider has the cursor below it.
 * @returns false, and nothing is changed, where it may not stand
 */
export function insertBlock(editor: Editor, node: Node): boolean {
  const { state, view } = editor;
  let place = rangeAt(state, state.selection.head);
  // Not into a quotation, but after it.
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
  // An editor that is on no page has nothing to show.
  if (!editor.isDestroyed) enter(view, start);
  return true;
}

/** The keyboard into a new block, and the whole of it into sight. */
function enter(view: EditorView, position: number): void {
  // At once: the editor's own command waits for a frame, and a key that follows would go nowhere.
  view.focus();
  if (view.state.selection instanceof NodeSelection) focusFields(view);
  showBlock(view, position);
  view.dispatch(view.state.tr.scrollIntoView());
}

/** The cursor to where one writes in the block at a position, or below it. */
function writeIn(tr: Transaction, position: number): void {
  const node = tr.doc.nodeAt(position);
  if (node === null) return;
  const after = position + node.nodeSize;
  if (node.type.name === "horizontalRule") {
    const $after = tr.doc.resolve(after);
    if (!$after.nodeAfter?.isTextblock) tr.insert(after, node.type.schema.nodes.paragraph?.create() ?? []);
    tr.setSelection(TextSelection.create(tr.doc, after + 1));
  } else if (node.isAtom || node.type.name === "embed") tr.setSelection(NodeSelection.create(tr.doc, position));
  else tr.setSelection(Selection.near(tr.doc.resolve(position + 1), 1));
}
