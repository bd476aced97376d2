import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const Callout = Node.create({
  name: "callout",
  addAttributes: () => dataAttributes("callout"),
  parseHTML: () => [{ tag: "aside[data-block=callout]" }],
  renderHTML: ({ HTMLAttributes }) => ["aside", mergeAttributes({ "data-block": "callout" }, HTMLAttributes), 0],
});
