import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const Audio = Node.create({
  name: "audio",
  addAttributes: () => dataAttributes("audio"),
  parseHTML: () => [{ tag: "figure[data-block=audio]" }],
  renderHTML: ({ HTMLAttributes }) => ["figure", mergeAttributes({ "data-block": "audio" }, HTMLAttributes), 0],
});
