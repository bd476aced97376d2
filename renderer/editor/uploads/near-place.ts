/** Positions for a new block: between two blocks, or two pictures of a gallery. */
import type { Node, NodeType, ResolvedPos } from "@tiptap/pm/model";
import type { EditorState } from "@tiptap/pm/state";
import { isEmptyParagraph } from "../article/commands/block-places.ts";

/** New blocks go after these, not between their parts. */
const WHOLES = new Set(["listItem", "bulletList", "orderedList", "blockquote"]);

/** The depth of the nearest node around a position that may hold such a block at that place. */
function holderDepth($position: ResolvedPos, type: NodeType): number {
  for (let depth = $position.depth; depth > 0; depth--) {
    const holder = $position.node(depth);
    const index = $position.indexAfter(depth);
    if (!WHOLES.has(holder.type.name) && holder.canReplaceWith(index, index, type)) return depth;
  }
  return 0;
}

/** The nearest place between two blocks: the position itself, or the one after the block that it is in. */
export function placeNear(doc: Node, position: number, type: NodeType): number {
  const $position = doc.resolve(position);
  const depth = holderDepth($position, type);
  return depth === $position.depth ? position : $position.after(depth + 1);
}

/** The child of the nearest holder that a position is in, as its place before it; null between two blocks. */
export function blockAround(doc: Node, position: number, type: NodeType): number | null {
  const $position = doc.resolve(position);
  const depth = holderDepth($position, type);
  return depth === $position.depth ? null : $position.before(depth + 1);
}

/** The place for a block that comes in at the cursor: before an empty paragraph, else after the block. */
export function placeAtSelection(state: EditorState, type: NodeType): number {
  const { $from, to, empty } = state.selection;
  const isBefore = empty && isEmptyParagraph($from.parent) && holderDepth($from, type) === $from.depth - 1;
  return isBefore ? $from.before() : placeNear(state.doc, to, type);
}
