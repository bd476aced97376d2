/** The order of the pictures in a gallery. */
import { closeHistory } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, type Transaction } from "@tiptap/pm/state";

/** A picture of a gallery, where it stands in it. @param position of the picture; null for any other block */
export function pictureInGallery(doc: Node, position: number): { index: number; count: number } | null {
  const $position = doc.resolve(position);
  if ($position.parent.type.name !== "gallery") return null;
  return { index: $position.index(), count: $position.parent.childCount };
}

/** Moves a picture of a gallery before or behind its neighbour and selects it; null where there is no neighbour. */
export function movePicture(state: EditorState, position: number, step: 1 | -1): Transaction | null {
  const $position = state.doc.resolve(position);
  const picture = $position.nodeAfter;
  const neighbour = $position.parent.maybeChild($position.index() + step);
  if ($position.parent.type.name !== "gallery" || picture === null || neighbour === null) return null;
  const target = position + step * neighbour.nodeSize;
  return placePicture(state, position, step > 0 ? target + picture.nodeSize : target);
}

/**
 * Takes a figure from where it is to a place in a gallery, and selects it there.
 * @param target between two pictures, in the document as it is
 */
export function placePicture(state: EditorState, position: number, target: number): Transaction | null {
  const picture = state.doc.nodeAt(position);
  if (picture?.type.name !== "figure") return null;
  const tr = closeHistory(state.tr).insert(target, picture);
  const from = tr.mapping.map(position);
  tr.delete(from, from + picture.nodeSize);
  return tr.setSelection(NodeSelection.create(tr.doc, tr.mapping.map(target, -1)));
}
