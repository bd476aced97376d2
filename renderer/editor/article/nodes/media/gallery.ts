import { mergeAttributes, Node } from "@tiptap/core";
import { knownFile, type MediaParts } from "../../../uploads/media-parts.ts";
import { dataAttributes } from "../data-attributes.ts";
import { galleryDrag } from "./gallery-drag.ts";
import { createGalleryView } from "./gallery-view.ts";

/** Pictures side by side: figures in so many columns. */
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
