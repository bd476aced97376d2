import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const Columns = Node.create({
  name: "columns",
  addAttributes: () => dataAttributes("columns"),
  parseHTML: () => [{ tag: "div[data-block=columns]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "columns" }, HTMLAttributes), 0],
});
