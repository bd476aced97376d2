import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const DetailsContent = Node.create({
  name: "detailsContent",
  addAttributes: () => dataAttributes("detailsContent"),
  parseHTML: () => [{ tag: "div[data-block=details-content]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "details-content" }, HTMLAttributes), 0],
});
