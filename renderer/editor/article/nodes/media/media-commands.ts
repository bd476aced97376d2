import { closeHistory } from "@tiptap/pm/history";
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { messages } from "../../../messages/index.ts";
import { announce } from "../../../ui/lib/dom.ts";
import { deleteRange } from "../../commands/block-actions.ts";
import { addParagraph } from "../../commands/block-edges.ts";
import { isCaptioned } from "../../commands/block-places.ts";

export function captionAtCursor(state: EditorState): number | null {
  const { selection } = state;
  const isCursor = selection instanceof TextSelection && selection.empty;
  return isCursor && isCaptioned(selection.$from.parent) ? selection.$from.before() : null;
}

export function galleryOrBlockAt(doc: Node, position: number): { from: number; to: number } {
  const $position = doc.resolve(position);
  if ($position.parent.type.name === "gallery") return { from: $position.before(), to: $position.after() };
  return { from: position, to: position + (doc.nodeAt(position)?.nodeSize ?? 0) };
}

/** Moves the cursor to the end of the article. After a block without text, inserts a paragraph. */
export function moveCursorToEnd(view: EditorView): void {
  const { doc, tr } = view.state;
  const end = Selection.atEnd(doc);
  const isText = end instanceof TextSelection && !isIsolated(end.$from);
  if (isText) view.dispatch(tr.setSelection(end));
  else addParagraph(view, doc.content.size);
  view.focus();
}

function isIsolated($position: ResolvedPos): boolean {
  for (let depth = $position.depth; depth > 0; depth--)
    if ($position.node(depth).type.spec.isolating === true) return true;
  return false;
}

/** Removes a block, or the gallery together with its last picture. An emptied parent receives a paragraph. */
export function removeBlockTransaction(state: EditorState, position: number): Transaction {
  const { doc } = state;
  const tr = closeHistory(state.tr);
  const { parent } = doc.resolve(position);
  const isPictureOfMany = parent.type.name === "gallery" && parent.childCount > 1;
  const { from, to } = isPictureOfMany
    ? { from: position, to: position + (doc.nodeAt(position)?.nodeSize ?? 0) }
    : galleryOrBlockAt(doc, position);
  deleteRange(tr, from, to);
  return tr.setSelection(nextTo(tr.doc, from)).scrollIntoView();
}

function nextTo(doc: Node, position: number): Selection {
  const $position = doc.resolve(position);
  const neighbour = $position.nodeAfter ?? $position.nodeBefore;
  if ($position.parent.type.name !== "gallery" || neighbour === null) return Selection.near($position);
  return NodeSelection.create(doc, $position.nodeAfter === null ? position - neighbour.nodeSize : position);
}

export function removeBlock(view: EditorView, position: number | undefined): void {
  if (position === undefined || !view.editable) return;
  view.dispatch(removeBlockTransaction(view.state, position));
  announce(messages.media.removed);
  view.focus();
}

export function pictureInGallery(doc: Node, position: number): { index: number; count: number } | null {
  const $position = doc.resolve(position);
  if ($position.parent.type.name !== "gallery") return null;
  return { index: $position.index(), count: $position.parent.childCount };
}

/** Swaps a picture with its neighbour and selects it; null if it has none. */
export function movePicture(state: EditorState, position: number, step: 1 | -1): Transaction | null {
  const $position = state.doc.resolve(position);
  const picture = $position.nodeAfter;
  const neighbour = $position.parent.maybeChild($position.index() + step);
  if ($position.parent.type.name !== "gallery" || picture === null || neighbour === null) return null;
  const target = position + step * neighbour.nodeSize;
  return placePicture(state, position, step > 0 ? target + picture.nodeSize : target);
}

/** Moves a picture and announces its place. @returns false if the block is not in a gallery */
export function moveInGallery(view: EditorView, position: number, step: 1 | -1): boolean {
  if (pictureInGallery(view.state.doc, position) === null) return false;
  const tr = movePicture(view.state, position, step);
  if (tr !== null) view.dispatch(tr);
  const place = pictureInGallery(view.state.doc, view.state.selection.from);
  if (place !== null) announce(messages.media.pictureOf(place.index + 1, place.count));
  return true;
}

/** Moves a figure into a gallery and selects it. @param target between two pictures, in the current document */
export function placePicture(state: EditorState, position: number, target: number): Transaction | null {
  const picture = state.doc.nodeAt(position);
  if (picture?.type.name !== "figure") return null;
  const tr = closeHistory(state.tr).insert(target, picture);
  const from = tr.mapping.map(position);
  tr.delete(from, from + picture.nodeSize);
  return tr.setSelection(NodeSelection.create(tr.doc, tr.mapping.map(target, -1)));
}

/** Makes a gallery of the selected or adjacent pictures; null with fewer pictures than `minimum` or other blocks. */
export function galleryOfRun(state: EditorState, minimum = 1): Transaction | null {
  const run = pictureRun(state);
  if (run === null || run.figures.length < minimum) return null;
  const gallery = state.schema.node("gallery", null, run.figures);
  const tr = closeHistory(state.tr).replaceWith(run.from, run.to, gallery);
  return tr.setSelection(NodeSelection.create(tr.doc, run.from)).scrollIntoView();
}

function pictureRun({ selection }: EditorState): { from: number; to: number; figures: Node[] } | null {
  const { $from, $to } = selection;
  const shared = $from.sharedDepth(selection.to);
  const depth = $from.node(shared).isTextblock ? shared - 1 : shared;
  const holder = $from.node(depth);
  if (holder.type.name === "gallery") return null;
  let first = $from.index(depth);
  let last = $to.depth > depth ? $to.index(depth) : $to.index(depth) - 1;
  if (first === last && isFigure(holder.maybeChild(first))) {
    while (isFigure(holder.maybeChild(first - 1))) first -= 1;
    while (isFigure(holder.maybeChild(last + 1))) last += 1;
  }
  const nodes = holder.children.slice(first, last + 1);
  const figures = nodes.filter(isFigure);
  // Empty paragraphs between pictures are ignored.
  const hasOtherBlocks = nodes.some((node) => !isFigure(node) && (!node.isTextblock || node.content.size > 0));
  if (figures.length === 0 || hasOtherBlocks) return null;
  const from = $from.posAtIndex(first, depth);
  return { from, to: from + nodes.reduce((size, node) => size + node.nodeSize, 0), figures };
}

function isFigure(node: Node | null): boolean {
  return node?.type.name === "figure";
}

export function ungroupGallery(state: EditorState, position: number): Transaction | null {
  const gallery = state.doc.nodeAt(position);
  if (gallery?.type.name !== "gallery") return null;
  const tr = closeHistory(state.tr).replaceWith(position, position + gallery.nodeSize, gallery.content);
  return tr.setSelection(NodeSelection.create(tr.doc, position)).scrollIntoView();
}
