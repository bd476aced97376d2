/** Arrow keys across the edges of blocks, where browsers lose the cursor at labels and fields. */
import type { Editor } from "@tiptap/core";
import type { ResolvedPos } from "@tiptap/pm/model";
import { Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

export type Arrow = "up" | "down" | "left" | "right";

const PLAIN_TEXT: ReadonlySet<string> = new Set([
  "paragraph",
  "heading",
  "blockquote",
  "bulletList",
  "orderedList",
  "listItem",
]);

/** @returns false without a change if the arrow stays in a line or moves between plain lines */
export function moveAcrossBlocks({ view }: Editor, arrow: Arrow): boolean {
  const { selection, doc } = view.state;
  const { $from, empty } = selection;
  if (!empty || !$from.parent.isTextblock || isInCell($from) || !view.endOfTextblock(arrow)) return false;
  const direction = directionOf($from, arrow);
  const target = Selection.findFrom(doc.resolve(edgeAhead(view, $from, arrow)), direction);
  if (target === null || isPlainBetween($from, target.$from)) return false;
  const under = isVertical(arrow) ? positionUnder(view, target, direction) : null;
  view.dispatch(view.state.tr.setSelection(under ?? target).scrollIntoView());
  return true;
}

export function moveToArticleEdge({ view }: Editor, direction: -1 | 1): boolean {
  const { tr, doc } = view.state;
  view.dispatch(tr.setSelection(direction < 0 ? Selection.atStart(doc) : Selection.atEnd(doc)).scrollIntoView());
  return true;
}

export const isVertical = (arrow: Arrow): boolean => arrow === "up" || arrow === "down";

/** In right-to-left text the left arrow goes forward, so the cursor's offset decides the direction. */
export function directionOf({ parent, parentOffset }: ResolvedPos, arrow: Arrow): -1 | 1 {
  if (arrow === "up") return -1;
  if (arrow === "down") return 1;
  if (parent.content.size === 0) return arrow === "left" ? -1 : 1;
  return parentOffset === 0 ? -1 : 1;
}

/** In a table, prosemirror-tables handles the arrows. */
export function isInCell($pos: ResolvedPos): boolean {
  for (let depth = $pos.depth; depth > 0; depth--) if ($pos.node(depth).type.name === "tableRow") return true;
  return false;
}

function edgeAt($pos: ResolvedPos, depth: number, direction: -1 | 1): number {
  return direction < 0 ? $pos.before(depth) : $pos.after(depth);
}

/** The edge where an arrow leaves a textblock: up and down leave the whole row of columns, or one row of a gallery. */
export function edgeAhead(view: EditorView, $pos: ResolvedPos, arrow: Arrow): number {
  const direction = directionOf($pos, arrow);
  if (!isVertical(arrow)) return edgeAt($pos, $pos.depth, direction);
  for (let depth = $pos.depth; depth > 0; depth--) {
    const parent = $pos.node(depth - 1);
    if (parent.type.name === "gallery") return edgeOfGalleryRow($pos, depth - 1, direction);
    if (parent.type.name === "columns")
      return edgeAt($pos, isStacked(view, $pos, depth) ? depth : depth - 1, direction);
    const index = $pos.index(depth - 1);
    if (index !== (direction < 0 ? 0 : parent.childCount - 1)) break;
  }
  return edgeAt($pos, $pos.depth, direction);
}

function edgeOfGalleryRow($pos: ResolvedPos, depth: number, direction: -1 | 1): number {
  const gallery = $pos.node(depth);
  const columns = Number(gallery.attrs.columns);
  const index = $pos.index(depth);
  const last = gallery.childCount - 1;
  const isLeft = direction < 0 ? index < columns : Math.floor(index / columns) === Math.floor(last / columns);
  if (isLeft) return edgeAt($pos, depth, direction);
  const target = Math.min(index + direction * columns, last);
  return $pos.posAtIndex(direction < 0 ? target + 1 : target, depth);
}

function isStacked(view: EditorView, $pos: ResolvedPos, depth: number): boolean {
  const column = view.nodeDOM($pos.before(depth));
  const neighbour = column instanceof HTMLElement ? (column.nextElementSibling ?? column.previousElementSibling) : null;
  if (!(column instanceof HTMLElement) || neighbour === null) return false;
  return column.getBoundingClientRect().left === neighbour.getBoundingClientRect().left;
}

function isPlainBetween($a: ResolvedPos, $b: ResolvedPos): boolean {
  const shared = $a.sharedDepth($b.pos);
  for (const $pos of [$a, $b])
    for (let depth = shared + 1; depth <= $pos.depth; depth++)
      if (!PLAIN_TEXT.has($pos.node(depth).type.name)) return false;
  return $b.parent.isTextblock;
}

/** The position below or above the cursor in the line of `target`; null if it is in another block. */
function positionUnder(view: EditorView, target: Selection, direction: -1 | 1): Selection | null {
  if (!(target instanceof TextSelection)) return null;
  const { left } = view.coordsAtPos(view.state.selection.from);
  const { top, bottom } = view.coordsAtPos(target.from, -direction);
  const found = view.posAtCoords({ left, top: (top + bottom) / 2 });
  if (found === null) return null;
  const $found = view.state.doc.resolve(found.pos);
  const isNear = $found.parent.isTextblock && ($found.sameParent(target.$from) || isBesideInRow($found, target.$from));
  return isNear ? TextSelection.create(view.state.doc, found.pos) : null;
}

function isBesideInRow($a: ResolvedPos, $b: ResolvedPos): boolean {
  return ["columns", "tableRow"].includes($a.node($a.sharedDepth($b.pos)).type.name);
}
