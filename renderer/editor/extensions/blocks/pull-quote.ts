import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const PullQuote = Node.create({
  name: "pullQuote",
  addAttributes: () => dataAttributes("pullQuote"),
  parseHTML: () => [{ tag: "aside[data-block=pull-quote]" }],
  renderHTML: ({ HTMLAttributes }) => ["aside", mergeAttributes({ "data-block": "pull-quote" }, HTMLAttributes), 0],
});
