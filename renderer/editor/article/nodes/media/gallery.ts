import { mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import { knownFile, type MediaParts } from "../../../uploads/media-parts.ts";
import { dataAttributes } from "../data-attributes.ts";
import { drawWith } from "../panels/load-panels.ts";
import { redrawPanel } from "../panels/panel-host.ts";
import { createFileView } from "./file-view.ts";
import { galleryDrag } from "./gallery-drag.ts";
import { layRows } from "./gallery-layout.ts";

export const Gallery = Node.create<MediaParts>({
  name: "gallery",
  addAttributes: () => dataAttributes("gallery"),

  /** Only where all pictures are files of the session; otherwise the known pictures are parsed one by one. */
  parseHTML() {
    const isKnown = (figure: Element) => knownFile(figure, this.options.files) !== undefined;
    return [
      {
        tag: "div[data-block=gallery]",
        getAttrs: ({ children }) => (children.length > 0 && [...children].every(isKnown) ? null : false),
      },
    ];
  },

  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "gallery" }, HTMLAttributes), 0],
  addNodeView() {
    return (props) => createGalleryView(props, this.options);
  },
  addProseMirrorPlugins: () => [galleryDrag()],
});

function createGalleryView(props: NodeViewRendererProps, { files, queue }: MediaParts): NodeView {
  const pictures = element("div", { class: "gallery-pictures" });
  const dom = element("div", { class: "gallery", role: "group" }, pictures);
  let shown: ProseMirrorNode | null = null;
  return createFileView(props, {
    dom,
    contentDOM: pictures,
    load: () => drawWith(({ GalleryPanel }, panel) => createElement(GalleryPanel, { ...panel, queue })),
    show(node) {
      pictures.dataset.columns = String(node.attrs.columns);
      // ProseMirror draws the pictures after their gallery, and both before the browser paints.
      queueMicrotask(() => layRows(pictures, node, files));
      dom.setAttribute("aria-label", messages.media.galleryOf(node.childCount));
      const active = pictures.querySelector<HTMLElement>(":scope > .is-active");
      // Its bar shows its number, which may have changed.
      if (active !== null && shown !== null && !hasSamePictures(shown, node)) redrawPanel(active);
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
