/** Pictures come in by button, drop and paste; all three end in `insertFiles`. */
import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { isOnlyPictures } from "../paste/pasted-html.ts";
import { readOnce } from "../paste/read-once.ts";
import { createUploadCard, type UploadCard } from "./upload-card.ts";
import { addPlaces, placeAtSelection, uploadPlaces } from "./upload-places.ts";
import type { UploadQueue } from "./upload-queue.ts";

export interface PictureInputOptions {
  queue: UploadQueue;
}

/** Queues the files and marks their places, in their order. @param position between two blocks; default: at the cursor */
export function insertFiles(view: EditorView, queue: UploadQueue, files: File[], position?: number): void {
  const ids = files.map((file) => queue.add(file).id);
  if (ids.length === 0) return;
  view.dispatch(addPlaces(view.state, ids, position ?? placeAtSelection(view.state)));
  view.focus();
  view.dom.querySelector(`[data-upload="${ids.at(-1)}"]`)?.scrollIntoView({ block: "nearest" });
}

export const PictureInput = Extension.create<PictureInputOptions>({
  name: "pictureInput",

  addProseMirrorPlugins() {
    const { queue } = this.options;
    const cards = new WeakMap<Node, UploadCard>();
    const draw = (id: string): HTMLElement => {
      const upload = queue.get(id);
      if (upload === undefined) return document.createElement("span");
      const card = createUploadCard(upload, { cancel: () => queue.cancel(id), retry: () => queue.retry(id) });
      cards.set(card.dom, card);
      return card.dom;
    };

    const input = new Plugin({
      props: {
        handleDrop(view, event, _slice, moved) {
          const files = [...(event.dataTransfer?.files ?? [])];
          // A figure that is dragged inside the article is moved by the editor; the browser may add its picture as a file.
          if (moved || view.dragging !== null || files.length === 0) return false;
          event.preventDefault();
          insertFiles(view, queue, files, placeOfDrop(view, event));
          return true;
        },
        handlePaste(view, event) {
          const files = [...(event.clipboardData?.files ?? [])];
          const html = event.clipboardData?.getData("text/html") ?? "";
          if (files.length > 0 && (html === "" || isOnlyPictures(html))) {
            insertFiles(view, queue, files);
            return true;
          }
          const pictures = html === "" ? [] : (readOnce(html)?.pictures ?? []);
          // After the editor has pasted the words that they came with.
          if (pictures.length > 0) queueMicrotask(() => insertFiles(view, queue, pictures));
          return false;
        },
      },
    });
    return [uploadPlaces(draw, (dom) => cards.get(dom)?.destroy()), input];
  },
});

/** Between the two blocks that the pointer is nearest to. */
function placeOfDrop(view: EditorView, event: DragEvent): number {
  const found = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (found === null) return view.state.doc.content.size;
  const $found = view.state.doc.resolve(found.pos);
  if ($found.depth === 0) return found.pos;
  const block = view.nodeDOM($found.before(1));
  if (!(block instanceof HTMLElement)) return $found.after(1);
  const { top, height } = block.getBoundingClientRect();
  return event.clientY < top + height / 2 ? $found.before(1) : $found.after(1);
}
