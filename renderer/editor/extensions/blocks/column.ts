import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const Column = Node.create({
  name: "column",
  addAttributes: () => dataAttributes("column"),
  parseHTML: () => [{ tag: "div[data-block=column]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "column" }, HTMLAttributes), 0],
});
