/** Keys, clicks and edits at blocks that show a file or a card. */
import { Extension } from "@tiptap/core";
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";
import { insertPoint } from "@tiptap/pm/transform";
import type { EditorView } from "@tiptap/pm/view";
import { addParagraph } from "../../commands/block-edges.ts";
import { isMediaBlock, nodeType } from "../../commands/block-places.ts";
import { focusFields } from "../blocks-at-cursor.ts";
import { captionAtCursor, galleryOrBlockAt, moveInGallery, pictureInGallery, removeBlock } from "./media-commands.ts";

export const MediaKeys = Extension.create({
  name: "mediaKeys",
  // Runs before the keys of paragraphs.
  priority: 150,

  addProseMirrorPlugins: () => [readSelectionFirst(), keepLoneMedia(), selectOnClick()],

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

const CONTROLS = "video, audio, button, .figure-point";

/** Text typed on a selected block goes into its caption or a paragraph after it, and never replaces the block. */
export function typeBesideBlock(state: EditorState, text: string): Transaction | null {
  const { selection, schema } = state;
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return null;
  const { node, from } = selection;
  if (node.inlineContent) return writeAt(state.tr, from + 1 + node.content.size, text);
  const paragraph = nodeType(schema, "paragraph");
  const after = insertPoint(state.doc, galleryOrBlockAt(state.doc, from).to, paragraph);
  return after === null ? null : writeAt(state.tr.insert(after, paragraph.create()), after + 1, text);
}

function writeAt(tr: Transaction, position: number, text: string): Transaction {
  tr.insertText(text, position);
  return tr.setSelection(TextSelection.create(tr.doc, position + text.length)).scrollIntoView();
}

function selectOnClick(): Plugin {
  return new Plugin({
    props: {
      handleTextInput(view, _from, _to, text) {
        const tr = typeBesideBlock(view.state, text);
        if (tr !== null) view.dispatch(tr);
        return tr !== null;
      },
      handleDOMEvents: {
        // Unlike ProseMirror's handlers, `click` does not fire after a drag, but for each of several quick clicks.
        click(view, event) {
          const target = shownBlock(view, event);
          if (target === null) return false;
          view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, target)));
          view.focus();
          return true;
        },
      },
      // A triple click would select the caption.
      handleTripleClick: (view, _clicked, event) => shownBlock(view, event) !== null,
    },
  });
}

function shownBlock(view: EditorView, event: MouseEvent): number | null {
  const target = event.target instanceof Element ? event.target : null;
  if (target === null || target.closest(CONTROLS) !== null) return null;
  if (target.closest(".figure-media, .card") === null && !target.matches(".gallery-pictures")) return null;
  const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.inside ?? -1;
  const node = position < 0 ? null : view.state.doc.nodeAt(position);
  return node !== null && isMediaBlock(node) ? position : null;
}

/** ProseMirror's DOM observer, missing in its types. `flush` reads the browser's selection. */
interface WithObserver {
  domObserver: { suppressingSelectionUpdates: boolean; forceFlush(): void; flush(): void };
}

/** Reads the selection before each edit: browsers report it late, so a fast key would act at the old cursor. */
function readSelectionFirst(): Plugin {
  const read = (view: EditorView): false => {
    // The input method handles its own composition.
    if (!view.composing) readSelection(view);
    return false;
  };
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: (view, event) => event.keyCode !== 229 && read(view),
        beforeinput(view, event) {
          read(view);
          return !view.composing && event.cancelable && deletesByKey(view, event);
        },
        cut: read,
        copy: read,
        paste: read,
        dragstart: read,
      },
    },
  });
}

/** Keeps a picture that replaced the whole article, which Tiptap would turn into a paragraph. */
function keepLoneMedia(): Plugin {
  const KEEP = "preventClearDocument";
  return new Plugin({
    appendTransaction(transactions, _, { doc: { firstChild }, tr }) {
      const isShown = firstChild !== null && firstChild.content.size === 0 && isMediaBlock(firstChild);
      if (!isShown || !transactions.some((each) => each.docChanged) || transactions.some((each) => each.getMeta(KEEP)))
        return null;
      return tr.setMeta(KEEP, true);
    },
  });
}

const DELETION_KEYS: Readonly<Record<string, string>> = {
  deleteContentBackward: "Backspace",
  deleteContentForward: "Delete",
};

/** Handles a deletion without a key event (on-screen keyboards) like the key, because browsers would join blocks. */
function deletesByKey(view: EditorView, event: InputEvent): boolean {
  const key = DELETION_KEYS[event.inputType];
  const { $from, $to, empty } = view.state.selection;
  const edge = key === "Backspace" ? 0 : $from.parent.content.size;
  if (key === undefined || (empty ? $from.parentOffset !== edge : $from.sameParent($to))) return false;
  const press = new KeyboardEvent("keydown", { key });
  if (view.someProp("handleKeyDown", (handle) => handle(view, press)) !== true) return false;
  event.preventDefault();
  return true;
}

function readSelection(view: EditorView): void {
  const { domObserver } = view as unknown as WithObserver;
  domObserver.forceFlush();
  domObserver.suppressingSelectionUpdates = false;
  domObserver.flush();
}
