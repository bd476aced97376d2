/** Inserts files from the button, a drop or a paste. For pictures inside pasted HTML see paste/. */
import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { nodeType } from "../article/commands/block-places.ts";
import { messages } from "../messages/index.ts";
import { CLIP_ATTRIBUTE, countLonePictures } from "../ui/lib/clipboard-html.ts";
import { element, listenTo } from "../ui/lib/dom.ts";
import { createStore, type Store } from "../ui/lib/store.ts";
import { type GalleryOffer, galleryOffers, offerGallery } from "./gallery-offer.ts";
import { addPlaces, blockAround, placeAtSelection, type UploadUse, uploadPlaces } from "./upload-places.ts";
import { isPicture, type Upload, type UploadQueue, type UploadState } from "./upload-queue.ts";

interface InsertOptions {
  /** Position between two blocks or two pictures of a gallery; default: at the cursor. */
  position?: number;
  use?: UploadUse;
  /** Makes a gallery of the pictures; otherwise several pictures offer one. */
  asGallery?: boolean;
}

/** Queues the files and marks their places in the same order. */
export function insertFiles(
  view: EditorView,
  queue: UploadQueue,
  files: File[],
  { position, use = "block", asGallery = false }: InsertOptions = {},
): void {
  if (files.length === 0) return;
  const place = position ?? placeAtSelection(view.state, nodeType(view.state.schema, "figure"));
  const ids = files.map((file) => queue.add(file).id);
  const tr = addPlaces(view.state, ids, place, use);
  const isMany = files.length > 1 && use === "block" && files.every((file) => file.type.startsWith("image/"));
  const isInGallery = view.state.doc.resolve(place).parent.type.name === "gallery";
  const offer: GalleryOffer = { ids, from: place, to: place, accepted: asGallery };
  view.dispatch((isMany || asGallery) && !isInGallery ? offerGallery(tr, offer) : tr);
  view.focus();
  view.dom.querySelector(`[data-upload="${ids.at(-1)}"]`)?.scrollIntoView({ block: "nearest" });
}

interface PictureInputStorage {
  readonly galleryOffer: Store<GalleryOffer | null>;
}

declare module "@tiptap/core" {
  interface Storage {
    pictureInput: PictureInputStorage;
  }
}

export const PictureInput = Extension.create<{ queue: UploadQueue }, PictureInputStorage>({
  name: "pictureInput",
  addStorage: () => ({ galleryOffer: createStore<GalleryOffer | null>(null) }),

  addProseMirrorPlugins() {
    const { queue } = this.options;
    const cards = new WeakMap<Node, { destroy(): void }>();
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
          // The editor moves a figure that is dragged inside the article; the browser may add its picture as a file.
          if (moved || view.dragging !== null || files.length === 0) return false;
          // The same applies to a figure from another tab's article, which PasteInput inserts with its caption.
          if (event.dataTransfer?.getData("text/html").includes(CLIP_ATTRIBUTE)) return false;
          event.preventDefault();
          insertFiles(view, queue, files, { position: placeOfDrop(view, event) });
          return true;
        },
        handlePaste(view, event) {
          const files = [...(event.clipboardData?.files ?? [])];
          const html = event.clipboardData?.getData("text/html") ?? "";
          // With fewer files than pictures, some would be lost, so PasteInput inserts the HTML.
          const pictures = html === "" ? files.length : countLonePictures(html);
          if (files.length === 0 || pictures === 0 || files.length < pictures) return false;
          insertFiles(view, queue, files);
          return true;
        },
      },
    });
    return [
      uploadPlaces(draw, (dom) => cards.get(dom)?.destroy()),
      galleryOffers(this.storage.galleryOffer, queue),
      dropLine(placeOfDrop),
      input,
    ];
  },
});

/** The position before or after the block under the pointer, depending on its half; in a gallery left or right half. */
function placeOfDrop(view: EditorView, event: DragEvent): number {
  const { doc, schema } = view.state;
  const found = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (found === null) return doc.content.size;
  const before = blockAround(doc, found.pos, nodeType(schema, "figure"));
  if (before === null) return found.pos;
  const after = before + (doc.nodeAt(before)?.nodeSize ?? 0);
  const block = view.nodeDOM(before);
  if (!(block instanceof HTMLElement)) return after;
  const { left, top, width, height } = block.getBoundingClientRect();
  const isInGallery = doc.resolve(before).parent.type.name === "gallery";
  const isFirstHalf = isInGallery ? event.clientX < left + width / 2 : event.clientY < top + height / 2;
  return isFirstHalf ? before : after;
}

function createUploadCard(upload: Upload, actions: { cancel(): void; retry(): void }) {
  const { name } = upload.file;
  const progress = element("progress", { max: "1", "aria-label": messages.upload.progress(name) });
  const text = element("span", { class: "uploads-words", role: "status" });
  const retry = element("button", { type: "button", class: "text-button" }, messages.common.retry);
  const cancel = element("button", { type: "button", class: "text-button" });
  retry.setAttribute("aria-label", `${messages.common.retry}: ${name}`);
  const line = element("div", { class: "uploads-line row" }, text, retry, cancel);
  const dom = element("div", {
    class: "uploads-card",
    contenteditable: "false",
    role: "group",
    "aria-label": name,
    "data-upload": upload.id,
  });
  // Reserves the space from the beginning, so that text below does not move when the preview arrives.
  const preview = element("div", { class: "uploads-preview" });
  if (isPicture(upload.file) || upload.preview.get() !== null) dom.append(preview);
  dom.append(progress, line);
  let url = "";

  function showPreview(): void {
    const picture = upload.preview.get();
    URL.revokeObjectURL(url);
    url = picture === null ? "" : URL.createObjectURL(picture);
    preview.replaceChildren(...(url === "" ? [] : [element("img", { src: url, alt: "", decoding: "async" })]));
  }

  function show(state: UploadState): void {
    text.textContent = messages.upload.state(name, state.kind === "refused" ? state.sentence : null, state.kind);
    if (state.kind === "sending" && state.fraction > 0) progress.value = state.fraction;
    else progress.removeAttribute("value");
    progress.hidden = state.kind === "refused";
    preview.hidden = state.kind === "refused" && url === "";
    const { cancel: stop, dismiss } = messages.common;
    cancel.textContent = state.kind === "refused" ? dismiss : stop;
    cancel.setAttribute("aria-label", `${cancel.textContent}: ${name}`);
    retry.hidden = state.kind !== "waiting_for_server" && !(state.kind === "refused" && !state.final);
    dom.classList.toggle("is-refused", state.kind === "refused");
  }

  retry.addEventListener("click", actions.retry);
  cancel.addEventListener("click", actions.cancel);
  showPreview();
  show(upload.state.get());
  const unsubscribe = [upload.preview.subscribe(showPreview), upload.state.subscribe(() => show(upload.state.get()))];
  return {
    dom,
    destroy() {
      for (const stop of unsubscribe) stop();
      URL.revokeObjectURL(url);
    },
  };
}

/** Opens the file dialog. Call in the handler of a key or click. @param accept see `<input accept>` */
export function chooseFiles(accept: string, label: string, multiple: boolean, chosen: (files: File[]) => void): void {
  const input = element("input", { type: "file", accept, "aria-label": label });
  input.multiple = multiple;
  input.hidden = true;
  input.addEventListener("change", () => {
    input.remove();
    chosen([...(input.files ?? [])]);
  });
  input.addEventListener("cancel", () => input.remove());
  // Some browsers discard a detached field while its dialog is open.
  document.body.append(input);
  input.click();
}

/** Shows a line between two blocks where dropped files will be inserted. */
function dropLine(placeOf: (view: EditorView, event: DragEvent) => number): Plugin {
  return new Plugin({
    view(view) {
      const line = element("div", { class: "uploads-line-between", "aria-hidden": "true" });
      const end = () => {
        line.remove();
        view.dom.classList.remove("takes-files");
      };
      const over = (event: DragEvent) => {
        const hasFiles = event.dataTransfer?.types.includes("Files") === true && view.dragging === null;
        const isHere = event.target instanceof Node && view.dom.contains(event.target);
        const box = hasFiles && isHere && view.editable ? lineAt(view, placeOf(view, event)) : null;
        view.dom.classList.toggle("takes-files", hasFiles && isHere);
        if (box === null) line.remove();
        else {
          Object.assign(line.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
          if (!line.isConnected) document.body.append(line);
        }
      };
      const leave = (event: DragEvent) => {
        if (event.relatedTarget === null) end();
      };
      // On the document, because bars cover parts of the article.
      const stop = listenTo(document, { dragover: over, dragleave: leave, drop: end, dragend: end }, { capture: true });
      return {
        destroy() {
          stop();
          end();
        },
      };
    },
  });
}

/** The line before the block at a position or after the last block; null in a gallery, which has its own marks. */
function lineAt(view: EditorView, position: number): { left: number; top: number; width: number } | null {
  const { parent, nodeBefore, nodeAfter } = view.state.doc.resolve(position);
  if (parent.type.name === "gallery") return null;
  const dom = view.nodeDOM(nodeAfter === null ? position - (nodeBefore?.nodeSize ?? 0) : position);
  if (!(dom instanceof HTMLElement)) return null;
  const { left, top, bottom, width } = dom.getBoundingClientRect();
  return { left, top: nodeAfter === null ? bottom : top, width };
}
