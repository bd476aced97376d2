import { mergeAttributes, Node } from "@tiptap/core";
import { knownFile, type MediaParts } from "../../../uploads/media-parts.ts";
import { dataAttributes } from "../data-attributes.ts";
import { createPlayerView } from "./player-view.ts";

/** A sound with its caption. From a clipboard only where the file is one of this session. */
export const Audio = Node.create<MediaParts>({
  name: "audio",
  addAttributes: () => dataAttributes("audio"),

  parseHTML() {
    return [
      {
        tag: "figure[data-block=audio]",
        contentElement: "figcaption",
        getAttrs: (element) => (knownFile(element, this.options.files) === undefined ? false : null),
      },
    ];
  },

  renderHTML({ HTMLAttributes }) {
    return ["figure", mergeAttributes({ "data-block": "audio" }, HTMLAttributes), ["figcaption", 0]];
  },

  addNodeView() {
    return (props) => createPlayerView("audio", props, this.options);
  },
});
