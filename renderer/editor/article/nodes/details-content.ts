import { Node } from "@tiptap/core";

/** What is unfolded. From elsewhere it comes without an element of its own; the parser puts it in. */
export const DetailsContent = Node.create({
  name: "detailsContent",
  parseHTML: () => [{ tag: "div[data-block=details-content]" }],
  renderHTML: () => ["div", { "data-block": "details-content" }, 0],
});
