import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const FreeHtml = Node.create({
  name: "freeHtml",
  addAttributes: () => dataAttributes("freeHtml"),
  parseHTML: () => [{ tag: "div[data-block=free-html]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "free-html" }, HTMLAttributes)],
});
