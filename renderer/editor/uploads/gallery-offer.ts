/** Offers to make a gallery of pictures added together, by click, Tab or key, until the journalist goes on. */
import { closeHistory } from "@tiptap/pm/history";
import { type EditorState, NodeSelection, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { messages } from "../messages/index.ts";
import { keyName } from "../ui/keys.ts";
import { announce, element } from "../ui/lib/dom.ts";
import { visibleArea } from "../ui/visible-area.ts";
import { isOfUploads } from "./upload-places.ts";
import type { Upload } from "./upload-queue.ts";

interface Offer {
  uploads: readonly Upload[];
  /** Around the pictures, those that have come and those on their way. */
  from: number;
  to: number;
  /** Accepted: the gallery is made when all pictures are uploaded. */
  taken: boolean;
}

const key = new PluginKey<Offer | null>("galleryOffer");

const offering = (tr: Transaction, offer: Offer | null): Transaction => tr.setMeta(key, { offer });
const KEY = "Alt+G";

export function offerGallery(tr: Transaction, uploads: readonly Upload[], position: number): Transaction {
  return offering(tr, { uploads, from: position, to: position, taken: false });
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
        const goesOn = tr.docChanged ? !isOfUploads(tr) : tr.selectionSet;
        if (goesOn && !offer.taken && tr.getMeta("appendedTransaction") === undefined) return null;
        return { ...offer, from: tr.mapping.map(offer.from, -1), to: tr.mapping.map(offer.to, 1) };
      },
    },
    props: {
      handleKeyDown(view, event) {
        const offer = key.getState(view.state);
        const isKey = event.altKey && !event.ctrlKey && !event.metaKey && event.code === "KeyG";
        if (!isKey || offer == null) return false;
        take(view);
        return true;
      },
    },
    view: (view) => createBar(view),
  });
}

const isSettled = ({ state }: Upload) => ["done", "cancelled", "refused"].includes(state.get().kind);

function take(view: EditorView): void {
  const offer = key.getState(view.state);
  if (offer == null) return;
  view.dispatch(offering(view.state.tr, { ...offer, taken: true }).setMeta("addToHistory", false));
  view.focus();
}

/** Makes the gallery of an accepted offer once every picture is uploaded, and ends the offer. */
function finish(view: EditorView): void {
  const offer = key.getState(view.state);
  if (offer == null || !offer.taken || !offer.uploads.every(isSettled)) return;
  view.dispatch(offering(galleryOfRange(view.state, offer.from, offer.to) ?? view.state.tr, null));
}

/** A gallery of at least two pictures between two positions; null where there are other blocks between them. */
function galleryOfRange(state: EditorState, from: number, to: number): Transaction | null {
  const $from = state.doc.resolve(from);
  const $to = state.doc.resolve(to);
  if ($from.parent !== $to.parent || $from.parent.isTextblock || $from.parent.type.name === "gallery") return null;
  const figures = $from.parent.children.slice($from.index(), $to.index());
  if (figures.length < 2 || !figures.every(({ type }) => type.name === "figure")) return null;
  const gallery = state.schema.node("gallery", null, figures);
  const tr = closeHistory(state.tr).replaceWith(from, to, gallery);
  return tr.setSelection(NodeSelection.create(tr.doc, from)).scrollIntoView();
}

function createBar(view: EditorView) {
  const t = messages.upload;
  const words = element("span", {});
  const make = element(
    "button",
    { type: "button", class: "text-button", "aria-keyshortcuts": KEY },
    t.makeGallery,
    element("span", { class: "for-keyboard", "aria-hidden": "true" }, ` (${keyName(KEY)})`),
  );
  const bar = element(
    "div",
    { class: "uploads-offer raised", role: "group", "aria-label": t.makeGallery },
    words,
    make,
  );
  let shown: readonly Upload[] | null = null;
  let stop: (() => void)[] = [];
  make.addEventListener("click", () => take(view));
  bar.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    view.dispatch(offering(view.state.tr, null).setMeta("addToHistory", false));
    view.focus();
  });

  function clear(): void {
    for (const each of stop) each();
    stop = [];
    shown = null;
    bar.remove();
  }

  function show(offer: Offer): void {
    words.textContent = offer.taken ? t.galleryComes : t.picturesCame(offer.uploads.length);
    make.hidden = offer.taken;
    // Anew with every change, as notices come and go meanwhile.
    bar.style.bottom = `${window.innerHeight - visibleArea().bottom + 12}px`;
    if (shown === offer.uploads) return;
    clear();
    shown = offer.uploads;
    view.dom.after(bar);
    announce(`${words.textContent} ${make.textContent}`);
    // After what the article makes of an upload that is done.
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
      if (offer.taken && offer.uploads.every(isSettled)) queueMicrotask(() => finish(view));
    },
    destroy: clear,
  };
}
