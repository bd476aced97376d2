import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const CustomContainer = Node.create({
  name: "customContainer",
  addAttributes: () => dataAttributes("customContainer"),
  parseHTML: () => [{ tag: "div[data-block=custom-container]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "custom-container" }, HTMLAttributes), 0],
});
