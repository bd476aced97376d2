/** Makes a gallery of pictures that were added together, or offers it until the journalist continues to edit. */
import { closeHistory } from "@tiptap/pm/history";
import { type EditorState, NodeSelection, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { Store } from "../ui/lib/store.ts";
import { isUploadTransaction } from "./upload-places.ts";
import type { UploadQueue } from "./upload-queue.ts";

export interface GalleryOffer {
  /** The uploads. */
  ids: readonly string[];
  /** The range of the pictures, including those that are still uploading. */
  from: number;
  to: number;
  /** The gallery is made when all pictures are uploaded. */
  accepted: boolean;
}

const key = new PluginKey<GalleryOffer | null>("galleryOffer");

export const GALLERY_KEY = "Alt+G";

export const offerGallery = (tr: Transaction, offer: GalleryOffer | null): Transaction => tr.setMeta(key, offer);

/** @param shown receives the current offer */
export function galleryOffers(shown: Store<GalleryOffer | null>, queue: UploadQueue): Plugin<GalleryOffer | null> {
  function finish(view: EditorView): void {
    const offer = key.getState(view.state);
    if (!offer?.accepted || offer.ids.some(queue.isUnderWay)) return;
    view.dispatch(offerGallery(galleryOfRange(view.state, offer) ?? view.state.tr, null));
  }

  return new Plugin<GalleryOffer | null>({
    key,
    state: {
      init: () => null,
      apply(tr, offer) {
        const next: GalleryOffer | null | undefined = tr.getMeta(key);
        if (next !== undefined) return next;
        if (offer === null) return null;
        const isEdit = tr.docChanged ? !isUploadTransaction(tr) : tr.selectionSet;
        if (isEdit && !offer.accepted && tr.getMeta("appendedTransaction") === undefined) return null;
        return { ...offer, from: tr.mapping.map(offer.from, -1), to: tr.mapping.map(offer.to, 1) };
      },
    },
    props: {
      handleKeyDown(view, event) {
        const isKey = event.altKey && !event.ctrlKey && !event.metaKey && event.code === "KeyG";
        if (!isKey || shown.get() === null) return false;
        answerOffer(view, true);
        return true;
      },
    },
    view(view) {
      // Runs after the article has inserted the uploaded picture.
      const later = () => queueMicrotask(() => finish(view));
      return {
        update() {
          const offer = key.getState(view.state) ?? null;
          shown.set(offer);
          if (offer?.accepted) later();
        },
        destroy: queue.underWay.subscribe(later),
      };
    },
  });
}

export function answerOffer(view: EditorView, accepted: boolean): void {
  const offer = key.getState(view.state);
  if (offer == null) return;
  view.dispatch(offerGallery(view.state.tr, accepted ? { ...offer, accepted } : null).setMeta("addToHistory", false));
  view.focus();
}

/** Makes a gallery of the pictures in a range; null if there are other blocks. */
function galleryOfRange(state: EditorState, { from, to }: GalleryOffer): Transaction | null {
  const $from = state.doc.resolve(from);
  const $to = state.doc.resolve(to);
  if ($from.parent !== $to.parent || $from.parent.isTextblock || $from.parent.type.name === "gallery") return null;
  const figures = $from.parent.children.slice($from.index(), $to.index());
  if (figures.length === 0 || !figures.every(({ type }) => type.name === "figure")) return null;
  const gallery = state.schema.node("gallery", null, figures);
  const tr = closeHistory(state.tr).replaceWith(from, to, gallery);
  return tr.setSelection(NodeSelection.create(tr.doc, from)).scrollIntoView();
}
