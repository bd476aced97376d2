import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const LinkEmbed = Node.create({
  name: "linkEmbed",
  addAttributes: () => dataAttributes("linkEmbed"),
  parseHTML: () => [{ tag: "div[data-block=link-embed]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "link-embed" }, HTMLAttributes)],
});
