import { closeHistory } from "@tiptap/pm/history";
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { messages } from "../../../messages/index.ts";
import { announce } from "../../../ui/lib/dom.ts";
import { nodeType } from "../../../ui/lib/node-type.ts";

export type Direction = "up" | "down" | "left" | "right";

const CAPTIONED = new Set(["figure", "video", "audio", "embed", "mediaPlace"]);

export function isCaptioned(node: Node): boolean {
  return CAPTIONED.has(node.type.name);
}

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

/** Moves the cursor by arrow into and out of a caption, where browsers lose it; in a gallery up and down go by rows. */
export function moveByArrow(view: EditorView, direction: Direction): boolean {
  const { selection, doc } = view.state;
  const { $from, empty } = selection;
  const atEdge = empty && $from.parent.isTextblock && view.endOfTextblock(direction);
  if (!atEdge) return false;
  const forward = direction === "down" || direction === "right";
  const isInCaption = isCaptioned($from.parent);
  const edge =
    isInCaption && !isSideways(direction) ? rowEdge($from, forward) : forward ? $from.after() : $from.before();
  const target = Selection.findFrom(doc.resolve(edge), forward ? 1 : -1);
  if (target === null) return isInCaption && addParagraph(view, beyondGallery(doc, edge));
  if (!isInCaption && !isCaptioned(target.$from.parent)) return false;
  view.dispatch(view.state.tr.setSelection(target).scrollIntoView());
  return true;
}

const isSideways = (direction: Direction): boolean => direction === "left" || direction === "right";

function rowEdge($from: ResolvedPos, forward: boolean): number {
  const gallery = $from.node(-1);
  if (gallery.type.name !== "gallery") return forward ? $from.after() : $from.before();
  const columns = Number(gallery.attrs.columns);
  const index = $from.index(-1);
  const last = gallery.childCount - 1;
  const isInLastRow = Math.floor(index / columns) === Math.floor(last / columns);
  if (forward ? isInLastRow : index < columns) return forward ? $from.after(-1) : $from.before(-1);
  const wanted = forward ? Math.min(index + columns, last) : index - columns;
  const start = $from.posAtIndex(wanted, -1);
  return forward ? start : start + gallery.child(wanted).nodeSize;
}

function beyondGallery(doc: Node, position: number): number {
  const $position = doc.resolve(position);
  if ($position.parent.type.name !== "gallery") return position;
  return $position.parentOffset === 0 ? $position.before() : $position.after();
}

/** Inserts a paragraph beyond a selected block at the edge of the article. */
export function exitSelectedBlock(view: EditorView, position: number, direction: Direction): boolean {
  const { doc } = view.state;
  const forward = direction === "down" || direction === "right";
  const edge = forward ? position + (doc.nodeAt(position)?.nodeSize ?? 0) : position;
  if (Selection.findFrom(doc.resolve(edge), forward ? 1 : -1) !== null) return false;
  return addParagraph(view, beyondGallery(doc, edge));
}

export function addParagraph(view: EditorView, position: number): boolean {
  const tr = view.state.tr.insert(position, nodeType(view.state.schema, "paragraph").create());
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView());
  return true;
}

/** Puts the cursor at the end of the article; after a block without text it inserts a paragraph. */
export function writeAtEnd(view: EditorView): void {
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

/** Removes a block, and its gallery with its last picture. A parent that would be empty gets a paragraph. */
export function removeBlockTransaction(state: EditorState, position: number): Transaction {
  const { doc } = state;
  const tr = closeHistory(state.tr);
  const { parent } = doc.resolve(position);
  const isPictureOfMany = parent.type.name === "gallery" && parent.childCount > 1;
  const { from, to } = isPictureOfMany
    ? { from: position, to: position + (doc.nodeAt(position)?.nodeSize ?? 0) }
    : galleryOrBlockAt(doc, position);
  const $from = doc.resolve(from);
  const isOnly = $from.parent.childCount === 1;
  if (isOnly) tr.replaceWith(from, to, nodeType(state.schema, "paragraph").create());
  else tr.delete(from, to);
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
