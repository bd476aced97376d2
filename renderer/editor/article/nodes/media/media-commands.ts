import { closeHistory } from "@tiptap/pm/history";
import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { messages } from "../../../messages/index.ts";
import { announce } from "../../../ui/lib/dom.ts";
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

/** Removes a block, or the gallery together with its last picture. An emptied parent receives a paragraph. */
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
  if (isOnly) tr.replaceWith(from, to, state.schema.node("paragraph"));
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
