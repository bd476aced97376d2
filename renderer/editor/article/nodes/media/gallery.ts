/** The gallery: pictures side by side, in rows. On the screen it is plain DOM. */
import { mergeAttributes, Node, type NodeViewRendererProps } from "@tiptap/core";
import type { Node as ProseMirrorNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { createElement } from "react";
import { messages } from "../../../messages/index.ts";
import { element } from "../../../ui/lib/dom.ts";
import { knownFile, type MediaParts } from "../../../uploads/media-parts.ts";
import { dataAttributes } from "../data-attributes.ts";
import { withPanels } from "../panels/load-panels.ts";
import { createPanelHost, redrawPanel } from "../panels/panel-host.ts";
import { galleryDrag } from "./gallery-drag.ts";
import { layRows } from "./gallery-layout.ts";

export const Gallery = Node.create<MediaParts>({
  name: "gallery",
  addAttributes: () => dataAttributes("gallery"),

  /** Only with pictures of this session alone; of any other, those that are known come in by themselves. */
  parseHTML() {
    const isKnown = (figure: Element) => knownFile(figure, this.options.files) !== undefined;
    return [
      {
        tag: "div[data-block=gallery]",
        getAttrs: (element) => {
          const figures = [...element.children];
          return figures.length > 0 && figures.every(isKnown) ? null : false;
        },
      },
    ];
  },

  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "gallery" }, HTMLAttributes), 0],

  addNodeView() {
    return (props) => createGalleryView(props, this.options);
  },

  addProseMirrorPlugins: () => [galleryDrag()],
});

/** Its pictures in rows. */
function createGalleryView({ node: initial, view, getPos }: NodeViewRendererProps, media: MediaParts): NodeView {
  const pictures = element("div", { class: "gallery-pictures" });
  const dom = element("div", { class: "gallery", role: "group" }, pictures);
  const panels = createPanelHost({
    view,
    getPos,
    dom,
    of: "file",
    load: () =>
      withPanels(
        ({ GalleryPanel }) =>
          (node, block) =>
            createElement(GalleryPanel, { block, node, queue: media.queue }),
      ),
    place: (panel) => dom.append(panel),
  });

  let shown: ProseMirrorNode | null = null;

  function show(node: ProseMirrorNode): void {
    pictures.dataset.columns = String(node.attrs.columns);
    // ProseMirror draws the pictures after their gallery, and all of it before the browser paints.
    queueMicrotask(() => layRows(pictures, node, media.files));
    dom.setAttribute("aria-label", messages.media.galleryOf(node.childCount));
    panels.update(node);
    // The place of the active picture among the others may be another now.
    const active = pictures.querySelector<HTMLElement>(":scope > .is-active");
    if (active !== null && shown !== null && !hasSamePictures(shown, node)) redrawPanel(active);
    shown = node;
  }

  show(initial);
  return {
    dom,
    contentDOM: pictures,
    update(node) {
      if (node.type !== initial.type) return false;
      show(node);
      return true;
    },
    selectNode: () => dom.classList.add("is-selected"),
    deselectNode: () => dom.classList.remove("is-selected"),
    stopEvent: (event) => panels.has(event),
    ignoreMutation: (mutation) => !pictures.contains(mutation.target),
    destroy: () => panels.destroy(),
  };
}

/** Whether two states of a gallery have the same pictures in the same order. What is said of them may differ. */
function hasSamePictures(one: ProseMirrorNode, other: ProseMirrorNode): boolean {
  return (
    one.childCount === other.childCount &&
    one.children.every((figure, index) => figure.attrs.file === other.child(index).attrs.file)
  );
}
