/** Blocks that show a file, or a card in its place, are selected by a click on what they show. */
import type { Node } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";
import { insertPoint } from "@tiptap/pm/transform";
import type { EditorView } from "@tiptap/pm/view";
import { nodeType } from "../../../ui/lib/node-type.ts";
import { galleryOrBlockAt } from "./media-commands.ts";

/** Those blocks, by the name of their type. */
export const MEDIA_BLOCKS = [
  "figure",
  "gallery",
  "video",
  "audio",
  "fileDownload",
  "mediaPlace",
  "linkEmbed",
  "embed",
] as const;
const SHOWN: ReadonlySet<string> = new Set(MEDIA_BLOCKS);

/** What answers a click itself: players, buttons, the layer on which a point is chosen. */
const CONTROLS = "video, audio, button, .figure-point";

/** Whether a block is one of those. */
export function isMediaBlock(node: Node): boolean {
  return SHOWN.has(node.type.name);
}

/**
 * Where words go that are typed while a block is selected: to the end of its own, as a picture's caption, or into a
 * paragraph after it. They never take its place: one key would delete markup, a table, an address.
 */
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

/** A click on a picture, a card, or between the pictures of a gallery; a caption is text and gets the cursor. */
export function selectOnClick(): Plugin {
  return new Plugin({
    props: {
      handleTextInput(view, _from, _to, text) {
        const tr = typeBesideBlock(view.state, text);
        if (tr !== null) view.dispatch(tr);
        return tr !== null;
      },
      handleDOMEvents: {
        // The browser's own click event: it follows no drag, and comes for each of several quick clicks.
        click(view, event) {
          const target = shownBlock(view, event);
          if (target === null) return false;
          view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, target)));
          view.focus();
          return true;
        },
      },
      // A third quick click would otherwise select the words of the caption.
      handleTripleClick: (view, _clicked, event) => shownBlock(view, event) !== null,
    },
  });
}

/** The block of whose picture or card a click is, as its place; null for one in a text. */
function shownBlock(view: EditorView, event: MouseEvent): number | null {
  const target = event.target instanceof Element ? event.target : null;
  if (target === null || target.closest(CONTROLS) !== null) return null;
  if (target.closest(".figure-media, .card") === null && !target.matches(".gallery-pictures")) return null;
  const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.inside ?? -1;
  const node = position < 0 ? null : view.state.doc.nodeAt(position);
  return node !== null && isMediaBlock(node) ? position : null;
}

/** ProseMirror's watcher of the page, of which its types say nothing. `flush` reads the browser's selection. */
interface Watched {
  domObserver: { suppressingSelectionUpdates: boolean; forceFlush(): void; flush(): void };
}

/**
 * Nothing that is put in or taken out meets a stale selection: no key, no cut or paste of a menu, no drag, no word of an
 * on-screen keyboard. The browser moves its cursor at once and tells of it later; what comes in between, from a fast hand
 * on a slow machine, would be judged by where the cursor was before, and the browser's own deletion then joins what the
 * editor keeps apart: a paragraph becomes the caption of a second copy of the picture above it.
 */
export function readSelectionFirst(): Plugin {
  const read = (view: EditorView): false => {
    // What an input method does is its own.
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

/**
 * A picture without words that takes the place of the whole article stays: Tiptap takes such an article for one that was
 * emptied, and makes a plain line of it.
 */
export function keepLoneMedia(): Plugin {
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

/**
 * A deletion that comes without its key, from an on-screen keyboard or a tool of the system. At the edge of a block, and
 * of more than one, it is what its key would be: the browser's own joins what the editor keeps apart.
 */
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
  const { domObserver } = view as unknown as Watched;
  domObserver.forceFlush();
  domObserver.suppressingSelectionUpdates = false;
  domObserver.flush();
}
