/** Markup as somebody types it, above it how it looks. The view is in free-html-view.ts. */
import { mergeAttributes, Node } from "@tiptap/core";
import { dataAttributes } from "./data-attributes.ts";
import { createFreeHtmlView } from "./free-html-view.ts";

export const FreeHtml = Node.create({
  name: "freeHtml",
  addAttributes: () => dataAttributes("freeHtml"),
  parseHTML: () => [{ tag: "div[data-block=free-html]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes({ "data-block": "free-html" }, HTMLAttributes)],
  addNodeView:
    () =>
    ({ node, view, getPos }) =>
      createFreeHtmlView(node, view, getPos),
});
