/** Makes a gallery of pictures that were added together, or offers it until the journalist continues to edit. */
import { closeHistory } from "@tiptap/pm/history";
import { type EditorState, NodeSelection, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { messages } from "../messages/index.ts";
import { keyName } from "../ui/keys.ts";
import { announce, element } from "../ui/lib/dom.ts";
import { visibleArea } from "../ui/visible-area.ts";
import { isUploadTransaction } from "./upload-places.ts";
import type { Upload } from "./upload-queue.ts";

interface Offer {
  uploads: readonly Upload[];
  /** The range of the pictures, including those that are still uploading. */
  from: number;
  to: number;
  /** Accepted; the gallery is made when all pictures are uploaded. */
  accepted: boolean;
}

const key = new PluginKey<Offer | null>("galleryOffer");

const setOffer = (tr: Transaction, offer: Offer | null): Transaction => tr.setMeta(key, { offer });
const KEY = "Alt+G";

/** @param accepted whether the journalist has chosen a gallery already */
export function offerGallery(
  tr: Transaction,
  uploads: readonly Upload[],
  position: number,
  accepted: boolean,
): Transaction {
  return setOffer(tr, { uploads, from: position, to: position, accepted });
}

export function galleryOffers(): Plugin<Offer | null> {
  return new Plugin<Offer | null>({
    key,
    state: {
      init: () => null,
      apply(tr, offer) {
        const change = tr.getMeta(key) as { offer: Offer | null } | undefined;
        if (change !== undefined) return change.offer;
        if (offer === null) return null;
        const isEdit = tr.docChanged ? !isUploadTransaction(tr) : tr.selectionSet;
        if (isEdit && !offer.accepted && tr.getMeta("appendedTransaction") === undefined) return null;
        return { ...offer, from: tr.mapping.map(offer.from, -1), to: tr.mapping.map(offer.to, 1) };
      },
    },
    props: {
      handleKeyDown(view, event) {
        const offer = key.getState(view.state);
        const isKey = event.altKey && !event.ctrlKey && !event.metaKey && event.code === "KeyG";
        if (!isKey || offer == null) return false;
        accept(view);
        return true;
      },
    },
    view: (view) => createBar(view),
  });
}

const isSettled = ({ state }: Upload) => ["done", "cancelled", "refused"].includes(state.get().kind);

function accept(view: EditorView): void {
  const offer = key.getState(view.state);
  if (offer == null) return;
  view.dispatch(setOffer(view.state.tr, { ...offer, accepted: true }).setMeta("addToHistory", false));
  view.focus();
}

/** Makes the gallery of an accepted offer when all pictures are uploaded, and ends the offer. */
function finish(view: EditorView): void {
  const offer = key.getState(view.state);
  if (offer == null || !offer.accepted || !offer.uploads.every(isSettled)) return;
  view.dispatch(setOffer(galleryOfRange(view.state, offer.from, offer.to) ?? view.state.tr, null));
}

/** Makes a gallery of the pictures between two positions; null if there are other blocks. */
function galleryOfRange(state: EditorState, from: number, to: number): Transaction | null {
  const $from = state.doc.resolve(from);
  const $to = state.doc.resolve(to);
  if ($from.parent !== $to.parent || $from.parent.isTextblock || $from.parent.type.name === "gallery") return null;
  const figures = $from.parent.children.slice($from.index(), $to.index());
  if (figures.length === 0 || !figures.every(({ type }) => type.name === "figure")) return null;
  const gallery = state.schema.node("gallery", null, figures);
  const tr = closeHistory(state.tr).replaceWith(from, to, gallery);
  return tr.setSelection(NodeSelection.create(tr.doc, from)).scrollIntoView();
}

function createBar(view: EditorView) {
  const t = messages.upload;
  const text = element("span", {});
  const make = element(
    "button",
    { type: "button", class: "text-button", "aria-keyshortcuts": KEY },
    t.makeGallery,
    element("span", { class: "for-keyboard", "aria-hidden": "true" }, ` (${keyName(KEY)})`),
  );
  const bar = element("div", { class: "uploads-offer raised", role: "group", "aria-label": t.makeGallery }, text, make);
  let shown: readonly Upload[] | null = null;
  let stop: (() => void)[] = [];
  make.addEventListener("click", () => accept(view));
  bar.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    view.dispatch(setOffer(view.state.tr, null).setMeta("addToHistory", false));
    view.focus();
  });

  function clear(): void {
    for (const each of stop) each();
    stop = [];
    shown = null;
    bar.remove();
  }

  function show(offer: Offer): void {
    text.textContent = offer.accepted ? t.galleryPending : t.picturesAdded(offer.uploads.length);
    make.hidden = offer.accepted;
    // Updated on each change, because notices change the visible area.
    bar.style.bottom = `${window.innerHeight - visibleArea().bottom + 12}px`;
    if (shown === offer.uploads) return;
    clear();
    shown = offer.uploads;
    view.dom.after(bar);
    announce(`${text.textContent} ${make.textContent}`);
    // Runs after the article has inserted the uploaded picture.
    stop = offer.uploads.map(({ state }) => state.subscribe(() => queueMicrotask(() => finish(view))));
  }

  return {
    update(): void {
      const offer = key.getState(view.state) ?? null;
      if (offer === null) {
        if (shown !== null) clear();
        return;
      }
      show(offer);
      if (offer.accepted && offer.uploads.every(isSettled)) queueMicrotask(() => finish(view));
    },
    destroy: clear,
  };
}
