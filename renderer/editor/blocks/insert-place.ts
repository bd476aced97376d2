/** Where a new block goes that is put into the article at the cursor. */
import type { Node, NodeType, ResolvedPos } from "@tiptap/pm/model";
import type { EditorState } from "@tiptap/pm/state";

/** Their items and paragraphs belong together: a new block stands after the whole. */
const WHOLES = new Set(["listItem", "bulletList", "orderedList", "blockquote"]);

/** Whether a block is an empty paragraph: what is inserted then takes its place. */
export function isEmptyParagraph(node: Node): boolean {
  return node.type.name === "paragraph" && node.content.size === 0;
}

/**
 * The place after the block with the cursor where `type` may stand: inside a column or a callout, but after the whole
 * list or quote, and after a picture whose caption has the cursor. The document's end where there is none nearer.
 */
export function placeAfter($from: ResolvedPos, type: NodeType): number {
  for (let depth = $from.depth; depth > 0; depth--) {
    const parent = $from.node(depth - 1);
    const index = $from.indexAfter(depth - 1);
    if (!WHOLES.has(parent.type.name) && parent.canReplaceWith(index, index, type)) return $from.after(depth);
  }
  return $from.doc.content.size;
}

/** Whether the cursor stands in an empty paragraph that is a block of its own, in no list and no quote. */
export function inEmptyParagraph(state: EditorState): boolean {
  const { $from, empty } = state.selection;
  const parent = $from.depth > 0 ? $from.node(-1) : null;
  return empty && isEmptyParagraph($from.parent) && parent !== null && !WHOLES.has(parent.type.name);
}
