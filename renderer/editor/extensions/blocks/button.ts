import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const Button = Node.create({
  name: "button",
  addAttributes: () => dataAttributes("button"),
  parseHTML: () => [{ tag: "div[data-block=button]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "button" }, HTMLAttributes), 0],
});
