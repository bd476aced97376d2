/** Moving, copying and deleting whole blocks. Each is one undo step, and the cursor goes with the block. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { NodeSelection, Selection, type Transaction } from "@tiptap/pm/state";
import { type BlockPlace, type BlockRange, rangeAt, topBlockAt } from "./block-places.ts";
import { setMovedBlocks } from "./moved-blocks.ts";

export { type BlockPlace, topBlockAt };

/** Swaps the block at a position with its neighbour above (-1) or below (1). @returns false at the end of its holder */
export function moveBlock(editor: Editor, pos: number, direction: -1 | 1): boolean {
  const range = rangeAt(editor.state, pos);
  return range !== null && moveBlocks(editor, range, direction);
}

/** Puts a copy below the block at a position, with the cursor at the same place in the copy. */
export function duplicateBlock(editor: Editor, pos: number): boolean {
  const range = rangeAt(editor.state, pos);
  return range !== null && duplicateBlocks(editor, range);
}

/** Deletes the block at a position; the cursor goes to the next block. Who held only this one gets an empty paragraph. */
export function deleteBlock(editor: Editor, pos: number): boolean {
  const range = rangeAt(editor.state, pos);
  return range !== null && deleteBlocks(editor, range);
}

/** Moves several blocks that follow each other, as `moveBlock` does one. */
export function moveBlocks(editor: Editor, range: BlockRange, direction: -1 | 1): boolean {
  const { parent, index, endIndex, start, end } = range;
  const neighbour = parent.maybeChild(direction < 0 ? index - 1 : endIndex);
  if (neighbour === null) return false;
  const tr = step(editor);
  const size = neighbour.nodeSize;
  // The neighbour goes to the other side: what stays in place keeps its cursor and its view on the screen.
  const from = direction < 0 ? start - size : end;
  const position = direction < 0 ? end - size : start;
  setMovedBlocks(tr.delete(from, from + size).insert(position, neighbour), { from, to: from + size, position });
  if (!holdsSelection(editor, range)) select(tr, start + direction * size);
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

/** Copies several blocks that follow each other, as `duplicateBlock` does one. */
export function duplicateBlocks(editor: Editor, range: BlockRange): boolean {
  const { parent, index, endIndex, start, end } = range;
  const copies = parent.children.slice(index, endIndex);
  // Put in above, the copies push blocks and cursor down: what is seen is copies below with the cursor in them.
  const tr = step(editor).insert(start, copies);
  if (!holdsSelection(editor, range)) select(tr, end);
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

/** Deletes several blocks that follow each other, as `deleteBlock` does one. */
export function deleteBlocks(editor: Editor, range: BlockRange): boolean {
  const { parent, index, endIndex, start, end } = range;
  const tr = step(editor);
  if (parent.childCount > endIndex - index) tr.delete(start, end);
  else tr.replaceWith(start, end, editor.schema.nodes.paragraph?.create() ?? []);
  const isLast = endIndex === parent.childCount && index > 0;
  tr.setSelection(Selection.near(tr.doc.resolve(start), isLast ? -1 : 1));
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

/** A transaction that undo takes back alone, however soon after the last keystroke it comes. */
function step(editor: Editor): Transaction {
  return closeHistory(editor.state.tr);
}

function holdsSelection(editor: Editor, { start, end }: BlockRange): boolean {
  const { from, to } = editor.state.selection;
  return from >= start && to <= end;
}

/** Words get the cursor; only what has none is selected as a whole, for typing replaces what is selected. */
function select(tr: Transaction, pos: number): void {
  const $pos = tr.doc.resolve(pos);
  tr.setSelection($pos.nodeAfter?.isAtom ? NodeSelection.create(tr.doc, pos) : Selection.near($pos, 1));
}
