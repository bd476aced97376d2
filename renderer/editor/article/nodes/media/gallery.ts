import { Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { galleryRatio, galleryRows, inRows, NARROW_ROW } from "../../../../../server/article/gallery-rows.ts";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import { type Assets, knownFile, type MediaParts } from "../../../uploads/assets.ts";
import { createBlockView } from "../block-view.ts";
import { watcherOf } from "../blocks-at-cursor.ts";
import { copiedAs } from "../data-attributes.ts";

import { galleryDrag } from "./gallery-drag.ts";

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
  addProseMirrorPlugins: () => [galleryDrag()],
});

function createGalleryView(props: NodeViewRendererProps, { files, queue }: MediaParts): NodeView {
  const pictures = element("div", { class: "gallery-pictures" });
  const dom = element("div", { class: "gallery", role: "group" }, pictures);
  let shown: ProseMirrorNode | null = null;
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
      if (active !== null && shown !== null && !hasSamePictures(shown, node)) watcherOf(active)?.redraw?.();
      shown = node;
    },
  });
}

function hasSamePictures(one: ProseMirrorNode, other: ProseMirrorNode): boolean {
  return (
    one.childCount === other.childCount &&
    one.children.every((figure, index) => figure.attrs.file === other.child(index).attrs.file)
  );
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
  for (const row of rowsOf(placed, Number(gallery.attrs.columns))) {
    setRowStyles(row, "wide");
    for (const pair of rowsOf(row, NARROW_ROW)) setRowStyles(pair, "narrow");
  }
}

function rowsOf(placed: Placed[], most: number): Placed[][] {
  const ratios = placed.map(({ ratio }) => ratio);
  return inRows(placed, galleryRows(ratios, most));
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
