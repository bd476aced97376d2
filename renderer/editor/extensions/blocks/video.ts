import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const Video = Node.create({
  name: "video",
  addAttributes: () => dataAttributes("video"),
  parseHTML: () => [{ tag: "figure[data-block=video]" }],
  renderHTML: ({ HTMLAttributes }) => ["figure", mergeAttributes({ "data-block": "video" }, HTMLAttributes), 0],
});
