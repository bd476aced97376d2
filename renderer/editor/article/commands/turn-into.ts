/** Turns blocks into other blocks (see make-blocks.ts) and keeps the cursor at the same character. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, type Node, type Schema } from "@tiptap/pm/model";
import { type EditorState, Selection, TextSelection } from "@tiptap/pm/state";
import { type BlockRange, blocksAtSelection, rangeAround } from "./block-places.ts";

/** Must keep all text and figures. */
export type MakeBlocks = (schema: Schema, blocks: Node[]) => Node | Node[];

/** Replaces the selected blocks or, if they are unchanged, the blocks around them. @returns whether anything changed */
export function turnSelectionInto(editor: Editor, make: MakeBlocks): boolean {
  let range: BlockRange | null = blocksAtSelection(editor.state);
  while (range !== null) {
    const outcome = turn(editor, range, make);
    if (outcome !== "same") return outcome === "turned";
    range = rangeAround(editor.state, range);
  }
  return false;
}

export function turnRangeInto(editor: Editor, range: BlockRange, make: MakeBlocks): boolean {
  return turn(editor, range, make) === "turned";
}

function turn(editor: Editor, range: BlockRange, make: MakeBlocks): "turned" | "same" | "refused" {
  const { parent, index, endIndex } = range;
  const blocks = parent.children.slice(index, endIndex);
  const made = Fragment.from(make(editor.schema, blocks));
  if (made.eq(Fragment.from(blocks))) return "same";
  if (!parent.canReplace(index, endIndex, made)) return "refused";
  replace(editor, range, made);
  return "turned";
}

function replace(editor: Editor, { start, end }: BlockRange, made: Fragment): void {
  const { state, view } = editor;
  const anchor = characterAt(state, start, state.selection.anchor);
  const head = characterAt(state, start, state.selection.head);
  const tr = closeHistory(state.tr).replaceWith(start, end, made);
  const madeEnd = start + made.size;
  const from = positionOf(tr.doc, start, madeEnd, anchor);
  const to = positionOf(tr.doc, start, madeEnd, head);
  const near = () => Selection.near(tr.doc.resolve(start), 1);
  tr.setSelection(from === null || to === null ? near() : TextSelection.create(tr.doc, from, to));
  view.dispatch(tr.scrollIntoView());
}

/** Counts the characters from `start` to a position; a gap between textblocks counts as one. */
function characterAt({ doc }: EditorState, start: number, position: number): number {
  let count = 0;
  doc.nodesBetween(start, Math.max(position, start), (node, at) => {
    if (!node.isTextblock) return true;
    count += Math.min(node.content.size, Math.max(position - at - 1, 0)) + 1;
    return false;
  });
  return Math.max(count - 1, 0);
}

function positionOf(doc: Node, start: number, end: number, character: number): number | null {
  let left = character;
  let found: number | null = null;
  let last: number | null = null;
  doc.nodesBetween(start, end, (node, at) => {
    if (!node.isTextblock) return true;
    if (found === null && left <= node.content.size) found = at + 1 + left;
    left -= node.content.size + 1;
    last = at + 1 + node.content.size;
    return false;
  });
  return found ?? last;
}
