import { combineTransactionSteps, Extension, getChangedRanges } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Plugin, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { messages } from "../../../messages/index.ts";
import { announce } from "../../../ui/lib/dom.ts";
import { addParagraph } from "../../commands/block-edges.ts";
import { isRemote } from "../../own-steps.ts";
import { focusFields } from "../blocks-at-cursor.ts";
import { movePicture, pictureInGallery } from "./gallery-changes.ts";
import { captionAtCursor, galleryOrBlockAt, removeBlock } from "./media-commands.ts";
import { isMediaBlock, keepLoneMedia, readSelectionFirst, selectOnClick } from "./media-selection.ts";

export const MediaKeys = Extension.create({
  name: "mediaKeys",
  // Runs before the keys of paragraphs.
  priority: 150,

  addProseMirrorPlugins: () => [readSelectionFirst(), keepLoneMedia(), galleryGuard(), selectOnClick()],

  addKeyboardShortcuts() {
    type Work = (view: EditorView, position: number) => boolean;
    const inCaption = (work: Work) => () => {
      const position = captionAtCursor(this.editor.state);
      return position !== null && work(this.editor.view, position);
    };
    const onSelected = (work: Work) => () => {
      const { selection } = this.editor.state;
      return (
        selection instanceof NodeSelection && isMediaBlock(selection.node) && work(this.editor.view, selection.from)
      );
    };
    const either = (one: () => boolean, other: () => boolean) => () => one() || other();

    const paragraphAfter: Work = (view, position) => addParagraph(view, galleryOrBlockAt(view.state.doc, position).to);
    const toFields: Work = (view) => focusFields(view);
    const remove = onSelected((view, position) => {
      removeBlock(view, position);
      return true;
    });
    const move = (step: 1 | -1) => onSelected((view, position) => moveInGallery(view, position, step));

    return {
      Enter: either(inCaption(paragraphAfter), onSelected(paragraphAfter)),
      Tab: either(inCaption(toFields), onSelected(toFields)),
      Backspace: either(
        remove,
        inCaption((view, position) => {
          if (view.state.selection.$from.parentOffset > 0) return false;
          view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
          return true;
        }),
      ),
      Delete: either(
        remove,
        inCaption(({ state }) => state.selection.$from.parentOffset === state.selection.$from.parent.content.size),
      ),
      Escape: onSelected((view, position) => {
        if (pictureInGallery(view.state.doc, position) === null) return false;
        const gallery = galleryOrBlockAt(view.state.doc, position).from;
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, gallery)));
        return true;
      }),
      "Alt-ArrowLeft": move(-1),
      "Alt-ArrowRight": move(1),
    };
  },
});

/** Moves a picture and announces its place. @returns false if the block is not in a gallery */
export function moveInGallery(view: EditorView, position: number, step: 1 | -1): boolean {
  if (pictureInGallery(view.state.doc, position) === null) return false;
  const tr = movePicture(view.state, position, step);
  if (tr !== null) view.dispatch(tr);
  const place = pictureInGallery(view.state.doc, view.state.selection.from);
  if (place !== null) announce(messages.media.pictureOf(place.index + 1, place.count));
  return true;
}

export function galleryGuard(): Plugin {
  return new Plugin({
    appendTransaction(transactions, before, state) {
      // The tab that changed a gallery repairs it.
      if (transactions.every((tr) => !tr.docChanged || isRemote(tr))) return null;
      const galleries = changedGalleries(transactions, before.doc, state.doc);
      if (galleries.length === 0) return null;
      const { tr } = state;
      // In reverse order, so that earlier positions stay valid.
      for (const position of galleries.sort((one, other) => other - one)) repair(tr, position, state);
      return tr.docChanged ? tr : null;
    },
  });
}

/** The galleries with changed content. Runs on each key, so it reads only the changed ranges. */
function changedGalleries(transactions: readonly Transaction[], before: Node, doc: Node): number[] {
  const places = new Set<number>();
  for (const { newRange } of getChangedRanges(combineTransactionSteps(before, [...transactions])))
    doc.nodesBetween(newRange.from, newRange.to, (node, position) => {
      if (node.type.name === "gallery") places.add(position);
      return !node.isTextblock && node.type.name !== "gallery";
    });
  return [...places];
}

function repair(tr: Transaction, position: number, state: EditorState): void {
  const gallery = state.doc.nodeAt(position);
  if (gallery === null) return;
  const pictures = gallery.children.filter((figure) => figure.attrs.file !== "");
  if (pictures.length === gallery.childCount) return;
  const end = position + gallery.nodeSize;
  const isAlone = state.doc.resolve(position).parent.childCount === 1;
  if (pictures.length > 0) tr.replaceWith(position + 1, end - 1, pictures);
  else if (isAlone) tr.replaceWith(position, end, state.schema.node("paragraph"));
  else tr.delete(position, end);
}
