import { combineTransactionSteps, getChangedRanges, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import { NodeSelection, Plugin, type Transaction } from "@tiptap/pm/state";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { galleryRatio, inRows, NARROW_ROW } from "../../../../../server/article/layout.ts";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import { type Assets, knownFile, type MediaParts } from "../../../uploads/assets.ts";
import { deleteRange } from "../../commands/block-actions.ts";
import { isRemote } from "../../own-steps.ts";
import { createBlockView } from "../block-view.ts";
import { watcherOf } from "../blocks-at-cursor.ts";
import { copiedAs } from "../data-attributes.ts";
import { placePicture } from "./media-commands.ts";

export const Gallery = Node.create<MediaParts>({
  ...copiedAs("gallery"),

  /** Matches only if all pictures are files of the session; otherwise the known pictures are parsed separately. */
  parseHTML() {
    const isKnown = (figure: Element) => knownFile(figure, this.options.files) !== undefined;
    return [
      {
        tag: "div[data-block=gallery]",
        getAttrs: ({ children }) => (children.length > 0 && [...children].every(isKnown) ? null : false),
      },
    ];
  },

  addNodeView() {
    return (props) => createGalleryView(props, this.options);
  },
  addProseMirrorPlugins: () => [galleryGuard(), galleryDrag()],
});

function createGalleryView(props: NodeViewRendererProps, { files, queue }: MediaParts): NodeView {
  const pictures = element("div", { class: "gallery-pictures" });
  const dom = element("div", { class: "gallery", role: "group" }, pictures);
  let shown = "";
  return createBlockView(props, {
    of: "file",
    dom,
    contentDOM: pictures,
    fields: ({ GalleryPanel }) => createElement(GalleryPanel, { queue }),
    show(node) {
      pictures.dataset.columns = String(node.attrs.columns);
      // ProseMirror draws the pictures after the gallery, but still before the next paint.
      queueMicrotask(() => layRows(pictures, node, files));
      dom.setAttribute("aria-label", messages.media.galleryOf(node.childCount));
      const active = pictures.querySelector<HTMLElement>(":scope > .is-active");
      // The picture's number in its bar may have changed.
      const names = JSON.stringify(node.children.map(({ attrs }) => attrs.file));
      if (active !== null && names !== shown) watcherOf(active)?.redraw?.();
      shown = names;
    },
  });
}

interface Placed {
  figure: HTMLElement;
  ratio: number;
  isCut: boolean;
}

/** Sets each picture's share of its row for media.css: ProseMirror allows no elements around rows. */
function layRows(pictures: HTMLElement, gallery: ProseMirrorNode, files: Assets): void {
  const figures = [...pictures.children].filter((child) => child.matches(".figure")) as HTMLElement[];
  // The pictures are not drawn yet or outdated; the next change arranges them.
  if (figures.length !== gallery.childCount) return;
  const placed = figures.map((figure, index): Placed => {
    const { width, height } = files.get(String(gallery.child(index).attrs.file)) ?? {};
    return { figure, ...galleryRatio(width, height) };
  });
  for (const { figure, ratio, isCut } of placed) {
    figure.style.setProperty("--ratio", String(ratio));
    figure.classList.toggle("is-cut", isCut);
  }
  for (const row of inRows(placed, Number(gallery.attrs.columns))) {
    setRowStyles(row, "wide");
    for (const pair of inRows(row, NARROW_ROW)) setRowStyles(pair, "narrow");
  }
}

function setRowStyles(row: Placed[], screen: "wide" | "narrow"): void {
  const sum = row.reduce((total, { ratio }) => total + ratio, 0);
  for (const [index, { figure }] of row.entries()) {
    figure.style.setProperty(`--row-${screen}`, String(sum));
    figure.style.setProperty(`--gaps-${screen}`, String(row.length - 1));
    figure.style.setProperty(`--first-${screen}`, index === 0 ? "1" : "0");
    figure.style.setProperty(`--last-${screen}`, index === row.length - 1 ? "1" : "0");
  }
}

/** Removes pictures without a file, and galleries that become empty. */
export function galleryGuard(): Plugin {
  return new Plugin({
    appendTransaction(transactions, before, state) {
      // The tab that changed a gallery repairs it.
      if (transactions.every((tr) => !tr.docChanged || isRemote(tr))) return null;
      const galleries = changedGalleries(transactions, before.doc, state.doc);
      if (galleries.length === 0) return null;
      const { tr } = state;
      // In reverse order, so that earlier positions stay valid.
      for (const position of galleries.sort((one, other) => other - one)) repair(tr, position);
      return tr.docChanged ? tr : null;
    },
  });
}

/** The galleries with changed content. Runs on each key, so it reads only the changed ranges. */
function changedGalleries(
  transactions: readonly Transaction[],
  before: ProseMirrorNode,
  doc: ProseMirrorNode,
): number[] {
  const places = new Set<number>();
  for (const { newRange } of getChangedRanges(combineTransactionSteps(before, [...transactions])))
    doc.nodesBetween(newRange.from, newRange.to, (node, position) => {
      if (node.type.name === "gallery") places.add(position);
      return !node.isTextblock && node.type.name !== "gallery";
    });
  return [...places];
}

function repair(tr: Transaction, position: number): void {
  const gallery = tr.doc.nodeAt(position);
  if (gallery === null) return;
  const pictures = gallery.children.filter((figure) => figure.attrs.file !== "");
  if (pictures.length === gallery.childCount) return;
  const end = position + gallery.nodeSize;
  if (pictures.length > 0) tr.replaceWith(position + 1, end - 1, pictures);
  else deleteRange(tr, position, end);
}

interface Spot {
  picture: HTMLElement;
  side: "before" | "after";
  position: number;
}

function galleryDrag(): Plugin {
  let marked: Spot | null = null;

  function mark(spot: Spot | null): void {
    if (marked?.picture === spot?.picture && marked?.side === spot?.side) return;
    delete marked?.picture.dataset.drop;
    marked = spot;
    if (spot !== null) spot.picture.dataset.drop = spot.side;
  }

  return new Plugin({
    props: {
      handleDOMEvents: {
        dragover(view, event) {
          const carriesFiles = event.dataTransfer?.types.includes("Files") === true;
          mark(carriesFiles || draggedFigure(view) !== null ? spotAt(view, event) : null);
          return false;
        },
        dragleave(view, event) {
          if (!(event.relatedTarget instanceof globalThis.Node) || !view.dom.contains(event.relatedTarget)) mark(null);
          return false;
        },
        dragend: () => mark(null),
        drop: () => mark(null),
      },
      handleDrop(view, event, _slice, moved) {
        const from = draggedFigure(view);
        const spot = spotAt(view, event);
        if (!moved || from === null || spot === null) return false;
        const size = view.state.doc.nodeAt(from)?.nodeSize ?? 0;
        // Dropped next to itself, the picture stays in place.
        if (spot.position === from || spot.position === from + size) return true;
        const tr = placePicture(view.state, from, spot.position);
        if (tr === null) return false;
        view.dispatch(tr.setMeta("uiEvent", "drop"));
        view.focus();
        return true;
      },
    },
  });
}

function draggedFigure({ dragging, state }: EditorView): number | null {
  if (dragging === null) return null;
  // ProseMirror sets `node` to the block where the drag began; without it, the selection is dragged.
  const dragged = "node" in dragging && dragging.node instanceof NodeSelection ? dragging.node : state.selection;
  return dragged instanceof NodeSelection && dragged.node.type.name === "figure" ? dragged.from : null;
}

function spotAt(view: EditorView, event: DragEvent): Spot | null {
  const picture = event.target instanceof Element ? event.target.closest<HTMLElement>(".gallery .figure") : null;
  if (picture === null) return null;
  const place = view.posAtDOM(picture, 0) - 1;
  const node = view.state.doc.nodeAt(place);
  if (node?.type.name !== "figure") return null;
  const { left, width } = picture.getBoundingClientRect();
  const side = event.clientX < left + width / 2 ? "before" : "after";
  return { picture, side, position: side === "before" ? place : place + node.nodeSize };
}
