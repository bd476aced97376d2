/** Moves, duplicates and deletes whole blocks, and adds and removes columns, each as one undo step. The cursor moves with the block. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, type Node, type ResolvedPos, type Schema } from "@tiptap/pm/model";
import { NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { MAX_COLUMNS, MIN_COLUMNS } from "../../../../server/article/schema.ts";
import { type BlockRange, isEmptyParagraph, rangeAt } from "./block-places.ts";
import { turnRangeInto } from "./turn-into.ts";

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
interface MovedBlocks {
  from: number;
  to: number;
  position: number;
}

/** Marks a move, so that decorations follow the blocks: the steps alone are a deletion and an insertion. */
export const setMovedBlocks = (tr: Transaction, moved: MovedBlocks): Transaction => tr.setMeta(MOVED, moved);

export const movedBlocks = (tr: Transaction): MovedBlocks | undefined => tr.getMeta(MOVED);

function columnAt(editor: Editor): { columns: Node; index: number; depth: number; $from: ResolvedPos } | null {
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth >= 0; depth--) {
    const columns = $from.node(depth);
    if (columns.type.name === "columns") return { columns, index: $from.index(depth), depth, $from };
  }
  return null;
}

export function addColumn(editor: Editor): boolean {
  const { state, view } = editor;
  const place = columnAt(editor);
  if (place === null || place.columns.childCount >= MAX_COLUMNS) return false;
  const position = place.$from.posAtIndex(place.index + 1, place.depth);
  const tr = closeHistory(state.tr).insert(position, emptyColumn(state.schema));
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(position + 1), 1)).scrollIntoView());
  return true;
}

/** Removes the column with the cursor and merges its content into its neighbour. Of two columns, both are removed. */
export function removeColumn(editor: Editor): boolean {
  const place = columnAt(editor);
  if (place === null) return false;
  const { columns, index, depth, $from } = place;
  const range = rangeAt(editor.state, $from.before(depth));
  if (range === null) return false;
  return turnRangeInto(editor, range, (schema) => {
    const neighbour = index === 0 ? 1 : index - 1;
    const [first, second] = [Math.min(index, neighbour), Math.max(index, neighbour)];
    const merged = [columns.child(first), columns.child(second)].flatMap((column) => contentOf(column));
    const blocks = merged.length > 0 ? merged : [schema.node("paragraph")];
    if (columns.childCount <= MIN_COLUMNS) return blocks;
    const left = columns.children.flatMap((column, at) =>
      at === first ? [column.copy(Fragment.from(blocks))] : at === second ? [] : [column],
    );
    return columns.type.create(columns.attrs, left);
  });
}

export function leaveEmptyColumn(editor: Editor): boolean {
  const place = columnAt(editor);
  const { empty, $from } = editor.state.selection;
  if (!empty || place === null || $from.depth !== place.depth + 2) return false;
  return isEmpty(place.columns.child(place.index)) && removeColumn(editor);
}

/** Moves the cursor to the end of the next (1) or previous (-1) column. @returns false if there is none */
export function goToColumn({ state, view }: Editor, direction: -1 | 1): boolean {
  const { selection, doc } = state;
  const { $from } = selection;
  if (!(selection instanceof TextSelection) || $from.parent.type.spec.code === true) return false;
  let depth = $from.depth;
  while (depth > 0 && !["column", "tableRow"].includes($from.node(depth).type.name)) depth -= 1;
  if (depth === 0 || $from.node(depth).type.name === "tableRow") return false;
  const index = $from.index(depth - 1) + direction;
  const columns = $from.node(depth - 1);
  if (index < 0 || index >= columns.childCount) return false;
  const end = $from.posAtIndex(index, depth - 1) + columns.child(index).nodeSize - 1;
  view.dispatch(state.tr.setSelection(Selection.near(doc.resolve(end), -1)).scrollIntoView());
  return true;
}

export function emptyColumn(schema: Schema): Node {
  return schema.node("column", null, schema.node("paragraph"));
}

const contentOf = (column: Node): readonly Node[] => (isEmpty(column) ? [] : column.children);

const isEmpty = (column: Node): boolean => column.childCount === 1 && isEmptyParagraph(column.child(0));
