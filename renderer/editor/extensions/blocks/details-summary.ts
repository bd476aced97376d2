import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "../data-attributes.ts";

export const DetailsSummary = Node.create({
  name: "detailsSummary",
  addAttributes: () => dataAttributes("detailsSummary"),
  parseHTML: () => [{ tag: "div[data-block=details-summary]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "details-summary" }, HTMLAttributes), 0],
});
