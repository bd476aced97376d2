import { Extension } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { messages } from "../../../messages/index.ts";
import { announce } from "../../../ui/lib/dom.ts";
import { focusFields } from "../blocks-at-cursor.ts";
import { movePicture, pictureInGallery } from "./gallery-changes.ts";
import { galleryGuard } from "./gallery-guard.ts";
import {
  addParagraph,
  captionAtCursor,
  type Direction,
  exitSelectedBlock,
  galleryOrBlockAt,
  moveByArrow,
  removeBlock,
} from "./media-commands.ts";
import { isMediaBlock, keepLoneMedia, readSelectionFirst, selectOnClick } from "./media-selection.ts";

export const MediaKeys = Extension.create({
  name: "mediaKeys",
  // Before the keys of paragraphs.
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
    const arrow = (direction: Direction) =>
      either(
        onSelected((view, position) => exitSelectedBlock(view, position, direction)),
        () => moveByArrow(this.editor.view, direction),
      );
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
      ArrowUp: arrow("up"),
      ArrowDown: arrow("down"),
      ArrowLeft: arrow("left"),
      ArrowRight: arrow("right"),
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

/** Moves a picture and announces its place. @returns false for a block that is no picture of a gallery */
export function moveInGallery(view: EditorView, position: number, step: 1 | -1): boolean {
  if (pictureInGallery(view.state.doc, position) === null) return false;
  const tr = movePicture(view.state, position, step);
  if (tr !== null) view.dispatch(tr);
  const place = pictureInGallery(view.state.doc, view.state.selection.from);
  if (place !== null) announce(messages.media.pictureOf(place.index + 1, place.count));
  return true;
}
