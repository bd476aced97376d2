/** Moves, duplicates and deletes whole blocks, each as one undo step. The cursor moves with the block. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { NodeSelection, Selection, type Transaction } from "@tiptap/pm/state";
import type { BlockRange } from "./block-places.ts";

export function moveBlocks(editor: Editor, range: BlockRange, direction: -1 | 1): boolean {
  const { parent, index, endIndex, start, end } = range;
  const neighbour = parent.maybeChild(direction < 0 ? index - 1 : endIndex);
  if (neighbour === null) return false;
  const tr = step(editor);
  const size = neighbour.nodeSize;
  // Moves the neighbour instead, so that the blocks keep the cursor and their node views.
  const from = direction < 0 ? start - size : end;
  const position = direction < 0 ? end - size : start;
  setMovedBlocks(tr.delete(from, from + size).insert(position, neighbour), { from, to: from + size, position });
  if (!holdsSelection(editor, range)) select(tr, start + direction * size);
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

export function duplicateBlocks(editor: Editor, range: BlockRange): boolean {
  const { parent, index, endIndex, start, end } = range;
  const copies = parent.children.slice(index, endIndex);
  // Inserted above, so that the existing blocks and the cursor end up below.
  const tr = step(editor).insert(start, copies);
  if (!holdsSelection(editor, range)) select(tr, end);
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

export function deleteBlocks(editor: Editor, range: BlockRange): boolean {
  const { parent, index, endIndex, start, end } = range;
  const tr = step(editor);
  deleteRange(tr, start, end);
  const isLast = endIndex === parent.childCount && index > 0;
  tr.setSelection(Selection.near(tr.doc.resolve(start), isLast ? -1 : 1));
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

/** Deletes the blocks of a range. An emptied parent receives a paragraph. */
export function deleteRange(tr: Transaction, from: number, to: number): void {
  const isAll = tr.doc.resolve(from).parent.content.size === to - from;
  if (isAll) tr.replaceWith(from, to, tr.doc.type.schema.node("paragraph"));
  else tr.delete(from, to);
}

function step(editor: Editor): Transaction {
  return closeHistory(editor.state.tr);
}

function holdsSelection(editor: Editor, { start, end }: BlockRange): boolean {
  const { from, to } = editor.state.selection;
  return from >= start && to <= end;
}

/** Puts the cursor into text. Only a block without text is selected, because typing replaces a selection. */
function select(tr: Transaction, pos: number): void {
  const $pos = tr.doc.resolve(pos);
  tr.setSelection($pos.nodeAfter?.isAtom ? NodeSelection.create(tr.doc, pos) : Selection.near($pos, 1));
}

const MOVED = "movedBlocks";

/** `from` and `to` are positions before the transaction, `position` is after it. */
export interface MovedBlocks {
  from: number;
  to: number;
  position: number;
}

/** Marks a move, so that decorations follow the blocks: the steps alone are a deletion and an insertion. */
export const setMovedBlocks = (tr: Transaction, moved: MovedBlocks): Transaction => tr.setMeta(MOVED, moved);

export const movedBlocks = (tr: Transaction): MovedBlocks | undefined => tr.getMeta(MOVED);
