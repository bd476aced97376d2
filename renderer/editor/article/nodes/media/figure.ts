/**
 * The figure: one file of the session with its caption. Its structure is articleSchema's; here is how it is parsed,
 * copied and shown.
 */
import { mergeAttributes, Node } from "@tiptap/core";
import { knownFile, type MediaParts } from "../../../uploads/media-parts.ts";
import { dataAttributes } from "../data-attributes.ts";
import { createFigureView } from "./figure-view.ts";

export const Figure = Node.create<MediaParts>({
  name: "figure",
  addAttributes: () => dataAttributes("figure"),

  /** Only a figure of this editor, with a file of this session: anything else from a clipboard is text. */
  parseHTML() {
    return [
      {
        tag: "figure[data-block=figure]",
        contentElement: "figcaption",
        getAttrs: (element) => (knownFile(element, this.options.files) === undefined ? false : null),
      },
    ];
  },

  /** For the clipboard. Without the picture: another program could not load it, and need not ask. */
  renderHTML({ HTMLAttributes }) {
    return ["figure", mergeAttributes({ "data-block": "figure" }, HTMLAttributes), ["figcaption", 0]];
  },

  addNodeView() {
    return (props) => createFigureView(props, this.options);
  },
});
