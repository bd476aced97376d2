import { mergeAttributes, Node } from "@tiptap/core";
import { knownFile, type MediaParts } from "../../../uploads/media-parts.ts";
import { dataAttributes } from "../data-attributes.ts";
import { createPlayerView } from "./player-view.ts";

/** A film with its caption. From a clipboard only where the file is one of this session. */
export const Video = Node.create<MediaParts>({
  name: "video",
  addAttributes: () => dataAttributes("video"),

  parseHTML() {
    return [
      {
        tag: "figure[data-block=video]",
        contentElement: "figcaption",
        getAttrs: (element) => (knownFile(element, this.options.files) === undefined ? false : null),
      },
    ];
  },

  renderHTML({ HTMLAttributes }) {
    return ["figure", mergeAttributes({ "data-block": "video" }, HTMLAttributes), ["figcaption", 0]];
  },

  addNodeView() {
    return (props) => createPlayerView("video", props, this.options);
  },
});
