import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const Gallery = Node.create({
  name: "gallery",
  addAttributes: () => dataAttributes("gallery"),
  parseHTML: () => [{ tag: "div[data-block=gallery]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "gallery" }, HTMLAttributes), 0],
});
