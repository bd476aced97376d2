/** Moving, copying and deleting whole blocks. Each is one undo step, and the cursor goes with the block. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { NodeSelection, Selection, type Transaction } from "@tiptap/pm/state";
import { type BlockPlace, topBlockAt } from "./block-places.ts";

export { type BlockPlace, topBlockAt };

/** Swaps the block at a position with its neighbour above (-1) or below (1). @returns false at the end of its holder */
export function moveBlock(editor: Editor, pos: number, direction: -1 | 1): boolean {
  const block = topBlockAt(editor.state, pos);
  const neighbour = block?.parent.maybeChild(block.index + direction) ?? null;
  if (block === null || neighbour === null) return false;
  const tr = step(editor);
  const end = block.pos + block.node.nodeSize;
  // The neighbour goes to the other side: what stays in place keeps its cursor and its view on the screen.
  if (direction < 0) tr.delete(block.pos - neighbour.nodeSize, block.pos).insert(end - neighbour.nodeSize, neighbour);
  else tr.delete(end, end + neighbour.nodeSize).insert(block.pos, neighbour);
  const movedTo = block.pos + direction * neighbour.nodeSize;
  if (!holdsSelection(editor, block)) select(tr, movedTo);
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

/** Puts a copy below the block at a position, with the cursor at the same place in the copy. */
export function duplicateBlock(editor: Editor, pos: number): boolean {
  const block = topBlockAt(editor.state, pos);
  if (block === null) return false;
  const { node } = block;
  if (!block.parent.canReplaceWith(block.index + 1, block.index + 1, node.type)) return false;
  // Put in above, the copy pushes block and cursor down: what is seen is a copy below with the cursor in it.
  const tr = step(editor).insert(block.pos, node);
  if (!holdsSelection(editor, block)) select(tr, block.pos + node.nodeSize);
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

/** Deletes the block at a position; the cursor goes to the next block. Who held only this one gets an empty paragraph. */
export function deleteBlock(editor: Editor, pos: number): boolean {
  const { state } = editor;
  const block = topBlockAt(state, pos);
  if (block === null) return false;
  const end = block.pos + block.node.nodeSize;
  const tr = step(editor);
  if (block.parent.childCount > 1) tr.delete(block.pos, end);
  else tr.replaceWith(block.pos, end, state.schema.nodes.paragraph?.create() ?? []);
  const last = block.index === block.parent.childCount - 1;
  tr.setSelection(Selection.near(tr.doc.resolve(block.pos), last ? -1 : 1));
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

/** A transaction that undo takes back alone, however soon after the last keystroke it comes. */
function step(editor: Editor): Transaction {
  return closeHistory(editor.state.tr);
}

function holdsSelection(editor: Editor, { pos, node }: BlockPlace): boolean {
  const { from, to } = editor.state.selection;
  return from >= pos && to <= pos + node.nodeSize;
}

/** Words get the cursor; only what has none is selected as a whole, for typing replaces what is selected. */
function select(tr: Transaction, pos: number): void {
  const $pos = tr.doc.resolve(pos);
  tr.setSelection($pos.nodeAfter?.isAtom ? NodeSelection.create(tr.doc, pos) : Selection.near($pos, 1));
}
