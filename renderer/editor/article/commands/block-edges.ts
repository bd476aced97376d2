/** Keys at the edges of blocks. Each command returns false without a change if the key has another meaning there. */
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import type { ResolvedPos } from "@tiptap/pm/model";
import { NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { isCaptioned, isEmptyParagraph, isHolder, isOneOf } from "./block-places.ts";

export type Arrow = "up" | "down" | "left" | "right";

const isPlainText = isOneOf("paragraph", "heading", "blockquote", "bulletList", "orderedList", "listItem");

/** Handles arrows between blocks with labels or fields, where browsers lose the cursor. */
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

const isVertical = (arrow: Arrow): boolean => arrow === "up" || arrow === "down";

/** In right-to-left text the left arrow goes forward, so the cursor's offset decides the direction. */
function directionOf({ parent, parentOffset }: ResolvedPos, arrow: Arrow): -1 | 1 {
  if (arrow === "up") return -1;
  if (arrow === "down") return 1;
  if (parent.content.size === 0) return arrow === "left" ? -1 : 1;
  return parentOffset === 0 ? -1 : 1;
}

/** prosemirror-tables handles the arrows in tables. */
export function isInCell($pos: ResolvedPos): boolean {
  for (let depth = $pos.depth; depth > 0; depth--) if ($pos.node(depth).type.name === "tableRow") return true;
  return false;
}

function edgeAt($pos: ResolvedPos, depth: number, direction: -1 | 1): number {
  return direction < 0 ? $pos.before(depth) : $pos.after(depth);
}

/** The edge where an arrow leaves a textblock: up and down go to the next row of a gallery or of stacked columns. */
function edgeAhead(view: EditorView, $pos: ResolvedPos, arrow: Arrow): number {
  const direction = directionOf($pos, arrow);
  if (!isVertical(arrow)) return edgeAt($pos, $pos.depth, direction);
  for (let depth = $pos.depth; depth > 0; depth--) {
    const parent = $pos.node(depth - 1);
    if (hasRows(parent)) return edgeOfNextRow(view, $pos, depth, direction);
    const index = $pos.index(depth - 1);
    if (index !== (direction < 0 ? 0 : parent.childCount - 1)) break;
  }
  return edgeAt($pos, $pos.depth, direction);
}

const hasRows = isOneOf("columns", "gallery");

/** The edge of the block below or above on the screen, which depends on the window's width; without one, of the holder. */
function edgeOfNextRow(view: EditorView, $pos: ResolvedPos, depth: number, direction: -1 | 1): number {
  const positions = $pos.node(depth - 1).children.map((_, index) => $pos.posAtIndex(index, depth - 1));
  const boxOf = (position: number) => (view.nodeDOM(position) as Element).getBoundingClientRect();
  const own = boxOf($pos.before(depth));
  const [nearest] = positions
    .map((position) => ({ position, box: boxOf(position) }))
    .filter(({ box }) => (direction < 0 ? box.bottom < own.top : box.top > own.bottom))
    .sort((a, b) => (a.box.top - b.box.top) * direction || distance(a.box, own) - distance(b.box, own));
  if (nearest === undefined) return edgeAt($pos, depth - 1, direction);
  return edgeAt($pos.doc.resolve(nearest.position + 1), depth, -direction as -1 | 1);
}

const distance = (one: DOMRect, other: DOMRect): number => Math.abs(one.left - other.left);

function isPlainBetween($a: ResolvedPos, $b: ResolvedPos): boolean {
  const shared = $a.sharedDepth($b.pos);
  for (const $pos of [$a, $b])
    for (let depth = shared + 1; depth <= $pos.depth; depth++) if (!isPlainText($pos.node(depth))) return false;
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

/** Enter in an empty last paragraph leaves these wrappers; Tiptap does the same for quotes. */
const isLeftByEnter = isOneOf("callout", "customContainer", "column", "detailsContent");

/** Blocks that the default key handling can leave at the edges of the article. */
const isPlain = isOneOf("paragraph", "heading", "bulletList", "orderedList");

/** Blocks that Backspace joins with the previous line. */
const isLine = isOneOf("paragraph", "heading");

/** Inserts a paragraph after the block with the cursor, outside its wrappers up to the next holder. */
export function exitBlock(editor: Editor): boolean {
  const { $to } = editor.state.selection;
  return addParagraph(editor.view, isHolder($to.parent) ? $to.pos : $to.after(depthToLeave($to)));
}

/** The depth of the wrapper if the cursor is in a plain line, else of the block itself. */
function depthToLeave($pos: ResolvedPos): number {
  let depth = $pos.depth;
  while (depth > 1 && (!isHolder($pos.node(depth - 1)) || isPlain($pos.node(depth)))) depth -= 1;
  return depth;
}

/** Moves an empty last paragraph out of its wrapper. Enter in another empty paragraph does not split the wrapper. */
export function exitOnEnter(editor: Editor): boolean {
  const { state, view } = editor;
  const { $from, empty } = state.selection;
  const holder = $from.depth > 0 ? $from.node(-1) : null;
  const isEmptyLine = empty && isEmptyParagraph($from.parent);
  if (holder === null || !isEmptyLine || !isLeftByEnter(holder)) return false;
  if ($from.index(-1) < holder.childCount - 1) return editor.commands.splitBlock();
  const wrapper = isHolder($from.node(-2)) ? $from.depth - 1 : $from.depth - 2;
  const tr = closeHistory(state.tr);
  const after = $from.after(wrapper);
  if (holder.childCount > 1) tr.delete($from.before(), $from.after());
  const target = tr.mapping.map(after);
  view.dispatch(writeParagraph(tr, target));
  return true;
}

/** Inserts a paragraph before the first or after the last block if an arrow key cannot leave it. */
export function exitAtArticleEdge({ state, view }: Editor, arrow: Arrow): boolean {
  const { selection, doc } = state;
  const { $from, empty } = selection;
  const isNode = selection instanceof NodeSelection;
  const isBack = isNode ? arrow === "up" || arrow === "left" : directionOf($from, arrow) < 0;
  const block = isBack ? doc.firstChild : doc.lastChild;
  if (block === null || isPlain(block)) return false;
  const isLeaving = empty && $from.parent.isTextblock && (isVertical(arrow) || isCaptioned($from.parent));
  if (!isNode && !(isLeaving && view.endOfTextblock(arrow))) return false;
  const edge = isNode ? (isBack ? selection.from : selection.to) : edgeAhead(view, $from, arrow);
  if (!edgeIsEnd(doc.resolve(edge), isBack ? -1 : 1)) return false;
  return addParagraph(view, isBack ? 0 : doc.content.size);
}

/** Whether a position is at the edge of the article, ignoring neighbouring columns and cells. */
function edgeIsEnd($edge: ResolvedPos, direction: -1 | 1): boolean {
  for (let depth = $edge.depth; depth >= 0; depth--) {
    const node = $edge.node(depth);
    const isBeside = node.type.name === "columns" || node.type.name === "tableRow";
    const isAtEnd = direction < 0 ? $edge.index(depth) === 0 : $edge.indexAfter(depth) === node.childCount;
    if (!isBeside && !isAtEnd) return false;
  }
  return true;
}

export function addParagraph(view: EditorView, position: number): boolean {
  view.dispatch(writeParagraph(closeHistory(view.state.tr), position));
  return true;
}

function writeParagraph(tr: Transaction, position: number): Transaction {
  tr.insert(position, tr.doc.type.schema.node("paragraph"));
  return tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView();
}

/** Backspace after another kind of block selects it, because joining would move the line into a label or a quote. */
export function selectBlockBefore({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  const isAtStart = empty && isLine($from.parent) && $from.parentOffset === 0 && isHolder($from.node(-1));
  const before = isAtStart ? state.doc.resolve($from.before()).nodeBefore : null;
  if (before === null || before.type.name === "blockquote" || isPlain(before)) return false;
  const position = $from.before() - before.nodeSize;
  const tr = closeHistory(state.tr);
  if ($from.parent.content.size === 0) tr.delete($from.before(), $from.after());
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)).scrollIntoView());
  return true;
}

/** Whether Backspace (-1) or Delete (1) is at a block edge, where browsers would join text across cells or columns. */
export function isAtBlockEdge(editor: Editor, direction: -1 | 1): boolean {
  const { $from, empty } = editor.state.selection;
  return empty && $from.parent.isTextblock && $from.parentOffset === (direction < 0 ? 0 : $from.parent.content.size);
}
