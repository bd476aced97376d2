import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const Details = Node.create({
  name: "details",
  addAttributes: () => dataAttributes("details"),
  parseHTML: () => [{ tag: "div[data-block=details]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "details" }, HTMLAttributes), 0],
});
